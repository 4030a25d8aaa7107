import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Walk } from "./walk.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is done with a walk of five steps, each a second, made as in a component. */
function walking(act: (walk: Walk, pass: (seconds: number) => void) => void, atEnd = false): void {
  const stop = $effect.root(() => {
    const walk = new Walk(
      () => 4,
      () => 1000,
      () => atEnd,
    );
    act(walk, (seconds) => {
      flushSync();
      for (let n = 0; n < seconds; n++) {
        vi.advanceTimersByTime(1000);
        flushSync();
      }
    });
  });
  stop();
}

test("it goes on by itself to its end, and stays there", () => {
  walking((walk, pass) => {
    expect(walk.step).toBe(0);
    pass(2);
    expect(walk.step).toBe(2);
    pass(9);
    expect([walk.step, walk.done]).toEqual([4, true]);
  });
});

test("a step by hand stops it; it is skipped and repeated", () => {
  walking((walk, pass) => {
    pass(1);
    walk.go(0);
    pass(3);
    expect(walk.step).toBe(0);
    walk.skip();
    expect(walk.done).toBe(true);
    walk.again();
    pass(3);
    expect(walk.step).toBe(3);
  });
});

test("for whoever wants no motion it begins at its end, and can be watched all the same", () => {
  walking((walk, pass) => {
    expect(walk.done).toBe(true);
    walk.again();
    pass(1);
    expect(walk.step).toBe(1);
  }, true);
});
