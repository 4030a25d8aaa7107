import { expect, test } from "vitest";
import type { Judgement, MatchAnalysis } from "../protocol";
import { deciding } from "./moment";

/** Two seats in turn; before each decision the first one has this chance to win, and at the end the last. */
function analysis(moments: number[], ...chances: number[]): MatchAnalysis {
  const decisions = chances.slice(0, -1).map((now, n) => {
    const then = chances[n + 1]!;
    return { seat: n % 2, open: { before: [now, 1 - now], after: [then, 1 - then] } } as unknown as Judgement;
  });
  return { bot: "search", seats: ["A", "B"], decisions, moments };
}

test("the turn that changed most decided", () => {
  const found = analysis([1, 2], 0.5, 0.6, 0.4, 0.9);
  expect(deciding(found)).toEqual({ seat: 0, mover: 0, from: 40, to: 90 });
});

test("nothing decided an even match", () => {
  expect(deciding(analysis([], 0.5, 0.5))).toBeNull();
});
