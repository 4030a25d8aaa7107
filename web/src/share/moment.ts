/** What decided a match, in one sentence, from its analysis. */
import { percent, swing } from "../analysis/figures";
import type { MatchAnalysis } from "../protocol";

export interface Moment {
  /** Whose turn it was, by seat. */
  seat: number;
  /** Whose chances it moved most, and from how many per cent to how many. */
  mover: number;
  from: number;
  to: number;
}

/** Of the turns that decided the match the one that changed chances most; null if there is none. */
export function deciding({ decisions, moments }: MatchAnalysis): Moment | null {
  const swings = moments.map((n) => ({ n, ...swing(decisions, n) }));
  const moved = ({ from, to }: { from: number; to: number }): number => Math.abs(to - from);
  const [most] = swings.sort((one, other) => moved(other) - moved(one));
  if (!most) return null;
  return { seat: decisions[most.n]!.seat, mover: most.seat, from: percent(most.from), to: percent(most.to) };
}
