/** How far somebody has come in the lessons, kept in this browser. */
const KEY = "trailmix.lessons";

type Kept = Record<string, number>;

export class Progress {
  #memory: Kept = {};

  constructor(private readonly storage: Storage | null = safeStorage()) {}

  #all(): Kept {
    try {
      const kept: unknown = JSON.parse(this.storage?.getItem(KEY) ?? "{}");
      return kept !== null && typeof kept === "object" ? (kept as Kept) : this.#memory;
    } catch {
      return this.#memory; // somebody else's text under our key
    }
  }

  /** The step to go on with, of so many; the first one for whoever is new, or has finished. */
  at(game: string, steps: number): number {
    const kept = this.storage ? this.#all()[game] : this.#memory[game];
    return Number.isInteger(kept) && kept! > 0 && kept! < steps ? kept! : 0;
  }

  note(game: string, step: number): void {
    this.#memory = { ...this.#all(), [game]: step };
    this.storage?.setItem(KEY, JSON.stringify(this.#memory));
  }
}

function safeStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // forbidden by the browser: the page remembers as long as it is open
  }
}

export const progress = new Progress();
