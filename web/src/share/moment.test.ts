import { expect, test } from "vitest";
import type { Judgement, MatchAnalysis, Moment } from "../protocol";
import { deciding } from "./moment";

const analysis = (...moments: Moment[]): MatchAnalysis => ({
  bot: "search",
  seats: ["A", "B"],
  decisions: [0, 1, 0, 1].map((seat) => ({ seat }) as Judgement),
  moments,
});

test("the turn that changed most decided", () => {
  const less = { decision: 1, mover: 0, before: 0.6, after: 0.4 };
  const most = { decision: 2, mover: 1, before: 0.9, after: 0.4 };
  expect(deciding(analysis(less, most), [0])).toEqual({ seat: 0, mover: 1, from: 90, to: 40 });
});

test("what went against those who won did not decide it", () => {
  const slip = { decision: 0, mover: 0, before: 0.85, after: 0.42 };
  const gift = { decision: 1, mover: 0, before: 0.42, after: 0.82 };
  expect(deciding(analysis(slip, gift), [0])).toEqual({ seat: 1, mover: 0, from: 42, to: 82 });
  expect(deciding(analysis(slip), [0])).toBeNull();
});

test("nothing decided an even match", () => {
  expect(deciding(analysis(), [0])).toBeNull();
});
