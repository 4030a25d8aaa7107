/** How far somebody has come in the lessons, kept in this browser. */
import { asRecord, keep, kept } from "../net/kept";
import { isTableId } from "../net/tokens";

export const LESSONS = "trailmix.lessons";
/** Added to the step of whoever has been through the lesson: more than any has steps. */
const LEARNED = 100;

/** A step of a lesson, and the table of the match at its end, once that has begun. */
export interface Reached {
  step: number;
  table: string | null;
}

/** What is noted of a lesson: a step, or the table of the match at the end. */
type Note = number | string;

const noted = (game: string): unknown => asRecord(kept(LESSONS))[game];
const isTable = (note: unknown): note is string => typeof note === "string" && isTableId(note);
const isStep = (note: unknown): note is number =>
  Number.isInteger(note) && Number(note) >= 0 && Number(note) < 2 * LEARNED;
export const isNote = (note: unknown): note is Note => isTable(note) || isStep(note);

/** Of what two devices have noted, where to go on: our match, else theirs, else whoever has come further. */
export function further(ours: Note, theirs: Note): Note {
  if (isTable(ours)) return ours;
  return isTable(theirs) ? theirs : Math.max(Number(ours), Number(theirs));
}

/** Where to go on in a game's lesson of so many steps: at the first step for whoever is new, or has finished. */
export function reached(game: string, steps: number): Reached {
  const note = noted(game);
  if (isTable(note)) return { step: steps - 1, table: note };
  const step = isStep(note) ? note % LEARNED : 0;
  return { step: step < steps ? step : 0, table: null };
}

/** Is somebody on the way, beyond the first step? */
export function underWay(game: string): boolean {
  const note = noted(game);
  return isTable(note) || (isStep(note) && note % LEARNED > 0);
}

/** Has somebody been through it, or come as far as the match at its end? */
export function hasLearned(game: string): boolean {
  const note = noted(game);
  return isTable(note) || (isStep(note) && note >= LEARNED);
}

function write(game: string, note: Note): void {
  keep(LESSONS, { ...asRecord(kept(LESSONS)), [game]: note });
}

/** Note the step that somebody is at. */
export function atStep(game: string, step: number): void {
  write(game, step + (hasLearned(game) ? LEARNED : 0));
}

/** Note the table of the match at the end. */
export function atMatch(game: string, table: string): void {
  write(game, table);
}

/** Note that somebody is through with it. */
export function learned(game: string): void {
  write(game, LEARNED);
}
