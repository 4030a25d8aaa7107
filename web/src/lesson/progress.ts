/** How far somebody has come in the lessons, kept in this browser. */
import { asRecord, keep, kept } from "../net/kept";

const KEY = "trailmix.lessons";

/** A step of a lesson, and the table of the match at its end, once that has begun. */
export interface Reached {
  step: number;
  table: string | null;
}

/** Where to go on in a game's lesson of so many steps: at the first step for whoever is new, or has finished. */
export function reached(game: string, steps: number): Reached {
  const noted = asRecord(kept(KEY))[game];
  if (typeof noted === "string" && /^[a-z0-9]{1,40}$/.test(noted)) return { step: steps - 1, table: noted };
  const isStep = typeof noted === "number" && Number.isInteger(noted) && noted > 0 && noted < steps;
  return { step: isStep ? noted : 0, table: null };
}

/** Note the step that somebody is at, or the table of the match at the end. */
export function note(game: string, reached: number | string): void {
  keep(KEY, { ...asRecord(kept(KEY)), [game]: reached });
}
