/** What decided a match, in one sentence, from its analysis. */
import type { MatchAnalysis } from "../protocol";

export interface Moment {
  /** Whose turn it was, and who led after it, by seat. */
  seat: number;
  leader: number;
  /** The leader's chance to win. */
  percent: number;
}

/** Of the turns that decided the match the one that changed chances most; null if there is none. */
export function deciding({ decisions, moments }: MatchAnalysis): Moment | null {
  const swing = (index: number): number => {
    const before = decisions[Math.max(0, index - 1)]!.open.after;
    return Math.max(...decisions[index]!.open.after.map((now, seat) => Math.abs(now - before[seat]!)));
  };
  const most = [...moments].sort((one, other) => swing(other) - swing(one))[0];
  if (most === undefined) return null;
  const { seat, open } = decisions[most]!;
  const leader = open.after.indexOf(Math.max(...open.after));
  return { seat, leader, percent: Math.round(100 * open.after[leader]!) };
}
