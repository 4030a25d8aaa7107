import { beforeEach, expect, test } from "vitest";
import { keep, kept } from "../net/kept";
import { atMatch, atStep, further, hasLearned, learned, LESSONS, reached, underWay } from "./progress";

const STEPS = 7;
const NEW = { step: 0, table: null };

beforeEach(() => {
  keep(LESSONS, {});
});

test("whoever is new begins at the first step, and others go on where they were", () => {
  expect(reached("sleds", STEPS)).toEqual(NEW);
  expect([underWay("sleds"), hasLearned("sleds")]).toEqual([false, false]);
  atStep("sleds", 0);
  expect([underWay("sleds"), hasLearned("sleds")]).toEqual([false, false]);
  atStep("sleds", 3);
  expect(reached("sleds", STEPS)).toEqual({ step: 3, table: null });
  expect([underWay("sleds"), hasLearned("sleds")]).toEqual([true, false]);
  expect(reached("cards", STEPS)).toEqual(NEW);
});

test("the match at the end is come back to", () => {
  atMatch("sleds", "abc1");
  expect(reached("sleds", STEPS)).toEqual({ step: 6, table: "abc1" });
  expect([underWay("sleds"), hasLearned("sleds")]).toEqual([true, true]);
});

test("whoever is through with it begins anew, and has learned it all the same", () => {
  learned("sleds");
  expect(reached("sleds", STEPS)).toEqual(NEW);
  expect([underWay("sleds"), hasLearned("sleds")]).toEqual([false, true]);
  atStep("sleds", 2);
  expect(reached("sleds", STEPS)).toEqual({ step: 2, table: null });
  expect([underWay("sleds"), hasLearned("sleds")]).toEqual([true, true]);
  atStep("sleds", 0);
  expect([underWay("sleds"), hasLearned("sleds")]).toEqual([false, true]);
});

test("who came as far as the match and chooses a step has learned it", () => {
  atMatch("sleds", "abc1");
  atStep("sleds", 5);
  expect(reached("sleds", STEPS)).toEqual({ step: 5, table: null });
  expect(hasLearned("sleds")).toBe(true);
});

test("what older pages have kept is understood, and they take our end for the beginning", () => {
  keep(LESSONS, { sleds: 4, cards: 0, map: "abc1" });
  expect(reached("sleds", STEPS)).toEqual({ step: 4, table: null });
  expect(hasLearned("sleds") || hasLearned("cards")).toBe(false);
  expect(reached("map", STEPS).table).toBe("abc1");
  learned("sleds");
  expect((kept(LESSONS) as { sleds: number }).sleds).toBeGreaterThan(20); // no lesson has so many steps
});

test("of two devices that differ, our match goes on, then theirs, then the one that has come further", () => {
  expect(further("abc1", "xyz1")).toBe("abc1");
  expect(further("abc1", 100)).toBe("abc1");
  expect(further(3, "xyz1")).toBe("xyz1");
  expect([further(3, 100), further(100, 3), further(2, 5)]).toEqual([100, 100, 5]);
});

test.each([99, 1e15, "../x", "A B", -1, 1.5, null, [1], { step: 1 }])(
  "%j is nobody's progress",
  (strange) => {
    keep(LESSONS, { sleds: strange });
    expect(reached("sleds", STEPS)).toEqual(NEW);
    expect(hasLearned("sleds")).toBe(false);
  },
);
