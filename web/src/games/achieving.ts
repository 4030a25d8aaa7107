/**
 * What is worth telling of a finished match in one game alone (`achievements.ts` in its folder; a game may have none). What
 * a match has achieved is read from its last view, once, and noted with the match.
 */
import { numberOf } from "../art/seats";
import type { AnyFixed, AnyView } from "./contract";

export interface Achievement<View = AnyView, Fixed = AnyFixed> {
  readonly id: string;
  title(): string;
  /** What it takes, for whoever has not done it yet. */
  how(): string;
  /** The story, once it is done. */
  text(): string;
  /** Has a seat done it, as the view of the finished match says? */
  done(view: View, seat: string, fixed: Fixed): boolean;
}

/** Is a seat in the first place? */
export const isFirst = ({ places }: Pick<AnyView, "places">, seat: string): boolean =>
  places?.[numberOf(seat)] === 1;

/** Is something so of all others at the table? */
export const ofOthers = <Seat extends { seat: string }>(
  view: { seats: readonly Seat[] },
  seat: string,
  isSo: (other: Seat) => boolean,
): boolean => view.seats.every((other) => other.seat === seat || isSo(other));
