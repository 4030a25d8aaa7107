import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Settings } from "../table/settings.svelte";
import { Walk } from "./walk.svelte";

let settings: Settings;
let ended: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  settings = new Settings();
  settings.set("motion", "full");
  ended = 0;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function walk(steps: number, known = false): Walk {
  let made!: Walk;
  stop = $effect.root(() => {
    made = new Walk({
      steps: () => steps,
      milliseconds: 1000,
      settings,
      known: () => known,
      onend: () => ended++,
    });
  });
  flushSync();
  return made;
}

function pass(milliseconds: number): void {
  for (let n = 0; n < milliseconds; n += 1000) {
    vi.advanceTimersByTime(1000);
    flushSync();
  }
}

test("it runs step by step to its end, and says that it is there", () => {
  const made = walk(5);
  for (const step of [0, 1, 2, 3, 4]) {
    expect([made.step, made.done, ended]).toEqual([step, false, 0]);
    pass(1000);
  }
  expect([made.step, made.done, ended]).toEqual([5, true, 1]);
});

test("it can be skipped and repeated, and then runs to the end again", () => {
  const made = walk(5);
  made.skip();
  flushSync();
  expect([made.step, made.done, ended]).toEqual([5, true, 1]);
  made.repeat();
  flushSync();
  expect([made.step, made.done]).toEqual([0, false]);
  pass(5000);
  expect([made.step, made.done]).toEqual([5, true]);
});

test("whoever looks at one step stays there", () => {
  const made = walk(5);
  made.go(3);
  flushSync();
  pass(9000);
  expect([made.step, made.walking]).toEqual([3, false]);
});

test("what is known already, and for those who want no motion or no waiting, begins at its end", () => {
  expect(walk(3, true).step).toBe(3);
  stop();
  settings.set("motion", "reduced");
  expect(walk(3).step).toBe(3);
  stop();
  settings.set("motion", "full");
  settings.set("speed", 0);
  expect([walk(3).step, ended]).toEqual([3, 3]);
});
