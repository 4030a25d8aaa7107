/** Which of a game's ideas is told now: each once in this browser, at most one for each turn of whoever sits here. */
import { happens, type Happening, type Idea } from "../games/explaining";
import { asRecord, keep, kept } from "../net/kept";

/** What has been told in this browser, by game. */
export const IDEAS = "trailmix.ideas";

/** The ideas of a game that have been told. */
export function told(game: string): readonly unknown[] {
  const ids = asRecord(kept(IDEAS))[game];
  return Array.isArray(ids) ? ids : [];
}

/** Note that an idea has been told. */
export function noteTold(game: string, id: string): void {
  keep(IDEAS, { ...asRecord(kept(IDEAS)), [game]: [...told(game), id] });
}

/** A step of the game's lesson has been played: what it teaches counts as told. */
export function taught(game: string, step: string, all: readonly Idea[]): void {
  const known = told(game);
  for (const { id, lesson } of all) if (lesson === step && !known.includes(id)) noteTold(game, id);
}

export class Ideas {
  /** What is told now. */
  shown = $state.raw<Idea | null>(null);
  /** What has happened and waits for its turn to be told. */
  #due: Idea | null = null;
  /** The turn in which something was last told. */
  #turn: number | null = null;

  constructor(
    private readonly game: string,
    private readonly all: readonly Idea[],
  ) {}

  /** Something has happened. `turn` is another after each move of whoever sits here. */
  happened(now: Happening, turn: number): void {
    if (turn === this.#turn) return;
    const known = told(this.game);
    this.#due = this.all.find((idea) => !known.includes(idea.id) && happens(idea, now)) ?? this.#due;
    if (this.#due && known.includes(this.#due.id)) this.#due = null; // another tab has told it
  }

  /** Tell what is due, as nothing else is open now. */
  tell(turn: number): void {
    if (!this.#due) return;
    this.shown = this.#due;
    this.#due = null;
    this.#turn = turn;
    noteTold(this.game, this.shown.id);
  }

  close(): void {
    this.shown = null;
  }
}
