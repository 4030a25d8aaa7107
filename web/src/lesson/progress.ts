/** How far somebody has come in the lessons, kept in this browser. */
import { asRecord, keep, kept } from "../net/kept";

const KEY = "trailmix.lessons";

/** The step of a game's lesson to go on with, of so many; the first one for whoever is new, or has finished. */
export function reached(game: string, steps: number): number {
  const step = asRecord(kept(KEY))[game];
  return typeof step === "number" && Number.isInteger(step) && step > 0 && step < steps ? step : 0;
}

export function note(game: string, step: number): void {
  keep(KEY, { ...asRecord(kept(KEY)), [game]: step });
}
