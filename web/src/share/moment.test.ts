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
  expect(deciding(analysis(less, most))).toEqual({ seat: 0, mover: 1, from: 90, to: 40 });
});

test("nothing decided an even match", () => {
  expect(deciding(analysis())).toBeNull();
});
