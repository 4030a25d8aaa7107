import { describe, expect, it } from "vitest";
import { clockName, timeLeft } from "./times";

const HOUR = 3_600_000;

describe("what somebody has left", () => {
  it.each([
    [7 * 24 * HOUR, "7 days"],
    [5 * 24 * HOUR - 10 * HOUR, "4 days"],
    [48 * HOUR - 1000, "2 days"],
    [47 * HOUR, "1 day 23 h"],
    [24 * HOUR, "1 day"],
    [23 * HOUR + 5 * 60_000, "23 h 5 min"],
    [23.7 * HOUR, "1 day"],
    [59 * 60_000, "59:00"],
    [9_001, "0:10"],
    [-5, "0:00"],
  ])("%d ms", (ms, said) => expect(timeLeft(ms)).toBe(said));
});

it("names clocks as people do", () => {
  const day = 24 * 3600;
  expect(clockName({ kind: "none", seconds: 0, increment: 0 })).toBe("None");
  expect(clockName({ kind: "move", seconds: 90, increment: 0 })).toBe("90 s a move");
  expect(clockName({ kind: "move", seconds: day, increment: 0 })).toBe("1 day a move");
  expect(clockName({ kind: "bank", seconds: 600, increment: 0 })).toBe("10 min each");
  expect(clockName({ kind: "bank", seconds: 600, increment: 10 })).toBe(
    "10 min each, 10 s more with every move",
  );
  expect(clockName({ kind: "bank", seconds: 7 * day, increment: 0 })).toBe("7 days each");
  expect(clockName({ kind: "bank", seconds: 7 * day, increment: day / 2 })).toBe(
    "7 days each, 12 h more with every move",
  );
});
