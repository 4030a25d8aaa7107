/** What decided a match, in one sentence, from its analysis. */
import { percent } from "../analysis/figures";
import type { MatchAnalysis, Moment } from "../protocol";

export interface Deciding {
  /** Whose turn it was, by seat. */
  seat: number;
  /** Whose chances it moved most, and from how many per cent to how many. */
  mover: number;
  from: number;
  to: number;
}

const size = ({ before, after }: Moment): number => Math.abs(after - before);

/** Of the turns that decided the match for those who won, the one that changed chances most; null if there is none. */
export function deciding({ decisions, moments }: MatchAnalysis, winners: readonly number[]): Deciding | null {
  // What went against them was made good: it did not decide.
  const theirs = moments.filter(({ mover, before, after }) => winners.includes(mover) === after > before);
  const [most] = theirs.toSorted((one, other) => size(other) - size(one));
  if (!most) return null;
  const { decision, mover, before, after } = most;
  return { seat: decisions[decision]!.seat, mover, from: percent(before), to: percent(after) };
}
