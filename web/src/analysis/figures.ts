/** What the analysis of a match comes to in figures: the points of its curve, and the bands between them. */
import type { Judgement } from "../protocol";

/** As whoever decided could know it, or as it was, with every card open. */
export type Knowledge = "knew" | "open";

/** A chance in whole per cent. */
export const percent = (chance: number): number => Math.round(chance * 100);

/**
 * The chances of all seats before the first decision and after each: point 0, 1, 2 ... of the curve. At its end
 * everybody knows how it ended.
 */
export function points(
  decisions: readonly Judgement[],
  knowledge: Knowledge,
): readonly (readonly number[])[] {
  const [first] = decisions;
  const last = decisions.at(-1);
  return first
    ? [first[knowledge].before, ...decisions.map((each) => each[each === last ? "open" : knowledge].after)]
    : [];
}

/** The step of the replay that a point of the curve belongs to. */
export function stepOf(decisions: readonly Judgement[], point: number): number {
  const decision = decisions[point - 1];
  return decision ? decision.step : Math.max(0, (decisions[0]?.step ?? 0) - 1);
}

/** The point of the curve at a step of the replay: that after all decisions up to there. */
export function pointAt(decisions: readonly Judgement[], step: number): number {
  return decisions.filter((decision) => decision.step <= step).length;
}

/** Where the band of a seat begins and ends at a point, from 0 (the top) to 1. */
export interface Reach {
  from: number;
  to: number;
}

/** For each seat its band: at each point as wide as its chance, the seats below each other. */
export function bands(rows: readonly (readonly number[])[]): Reach[][] {
  const all: Reach[][] = (rows[0] ?? []).map(() => []);
  for (const row of rows) {
    // Chances are estimates; together they may be a little more than a certainty.
    const whole = Math.max(
      1,
      row.reduce((sum, chance) => sum + chance, 0),
    );
    let from = 0;
    for (const [seat, chance] of row.entries()) {
      const to = from + chance / whole;
      all[seat]?.push({ from, to });
      from = to;
    }
  }
  return all;
}

/** The point at which a band is widest, the ends of the curve left out as far as there is anything else. */
export function widest(band: readonly Reach[]): number {
  const edge = Math.min(Math.ceil(band.length / 12), Math.floor((band.length - 1) / 2));
  let best = edge;
  for (let point = edge; point < band.length - edge; point++) {
    const [here, there] = [band[point]!, band[best]!];
    if (here.to - here.from > there.to - there.from) best = point;
  }
  return best;
}
