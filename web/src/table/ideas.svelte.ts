/** Which of a game's ideas is told now: each once in this browser, at most one for each turn of whoever sits here. */
import { happens, type Happening, type Idea } from "../games/explaining";
import { browserStorage } from "../net/kept";

const KEY = "trailmix.ideas";

/** What has been told in this browser, by game. */
export class Told {
  constructor(private readonly storage: Pick<Storage, "getItem" | "setItem"> | null = browserStorage()) {}

  #all(): Record<string, unknown> {
    try {
      const all: unknown = JSON.parse(this.storage?.getItem(KEY) ?? "{}");
      return typeof all === "object" && all !== null ? { ...all } : {};
    } catch {
      return {}; // somebody else's text under our key
    }
  }

  of(game: string): readonly unknown[] {
    const told = this.#all()[game];
    return Array.isArray(told) ? told : [];
  }

  add(game: string, id: string): void {
    const all = { ...this.#all(), [game]: [...this.of(game), id] };
    try {
      this.storage?.setItem(KEY, JSON.stringify(all));
    } catch {
      // no room in this browser: it is told again another time
    }
  }
}

/** A step of the game's lesson has been played: what it teaches counts as told. */
export function taught(game: string, step: string, all: readonly Idea[], memory = new Told()): void {
  const known = memory.of(game);
  for (const { id, lesson } of all) if (lesson === step && !known.includes(id)) memory.add(game, id);
}

export class Ideas {
  /** What is told now. */
  shown = $state.raw<Idea | null>(null);
  /** What has happened and waits for its turn to be told. */
  #due: Idea | null = null;
  /** The turn in which something was last told. */
  #turn: number | null = null;
  /** Told here, whatever the browser keeps. */
  #told = new Set<string>();

  constructor(
    private readonly game: string,
    private readonly all: readonly Idea[],
    private readonly memory: Told = new Told(),
  ) {}

  /** Something has happened. `turn` is another after each move of whoever sits here. */
  happened(now: Happening, turn: number): void {
    if (turn === this.#turn) return;
    const known = new Set([...this.memory.of(this.game), ...this.#told]);
    this.#due = this.all.find((idea) => !known.has(idea.id) && happens(idea, now)) ?? this.#due;
    if (this.#due && known.has(this.#due.id)) this.#due = null; // another tab has told it
  }

  /** Tell what is due, as nothing else is open now. */
  tell(turn: number): void {
    if (!this.#due) return;
    this.shown = this.#due;
    this.#due = null;
    this.#turn = turn;
    this.#told.add(this.shown.id);
    this.memory.add(this.game, this.shown.id);
  }

  close(): void {
    this.shown = null;
  }
}
