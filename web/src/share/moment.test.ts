import { expect, test } from "vitest";
import type { Judgement, MatchAnalysis } from "../protocol";
import { deciding } from "./moment";

function analysis(moments: number[], ...after: number[][]): MatchAnalysis {
  const decisions = after.map(
    (shares, n) => ({ seat: n % 2, open: { before: shares, after: shares } }) as unknown as Judgement,
  );
  return { bot: "search", seats: ["A", "B"], decisions, moments };
}

test("the turn that changed most decided", () => {
  const found = analysis([1, 2], [0.5, 0.5], [0.6, 0.4], [0.1, 0.9]);
  expect(deciding(found)).toEqual({ seat: 0, leader: 1, percent: 90 });
});

test("nothing decided an even match", () => {
  expect(deciding(analysis([], [0.5, 0.5]))).toBeNull();
});
