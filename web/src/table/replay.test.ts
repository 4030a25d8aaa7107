import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { numberOf, table, view } from "../testing/fakes";
import { ReplayPlay } from "./replay.svelte";

const LAST = 130;

/** A server that gives at most a hundred steps at once. */
function answer(address: string): unknown {
  const url = new URL(address, "http://test");
  if (url.pathname.endsWith("/fixed")) return { cards: {} };
  if (!url.pathname.endsWith("/steps")) return table({ status: "over" });
  const first = Number(url.searchParams.get("since")) + 1;
  const count = Math.max(0, Math.min(100, LAST + 1 - first));
  return Array.from({ length: count }, (_, n) => {
    const seq = first + n;
    const by = seq % 2 ? "A" : "B";
    return { ...view(seq, null, by), view: { to_move: by, number: seq }, owns: [{ of: "A" }, { of: "B" }] };
  });
}

beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string) => new Response(JSON.stringify(answer(address))));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("the whole match is fetched, and the step that was asked for is shown", async () => {
  const play = new ReplayPlay();
  await play.load("t", 120);
  expect([play.end, play.at, numberOf(play.base.view)]).toEqual([LAST, 120, 120]);
  expect(play.whole).toHaveLength(LAST + 1);
  expect(play.log.at(-1)?.seq).toBe(play.steps[play.at]!.seq);
  expect(play.names).toEqual({ A: "Name of A", B: "Name of B" });
});

test("it stays between the first and the last step", async () => {
  const play = new ReplayPlay();
  await play.load("t", 9999);
  expect([play.at, play.over]).toEqual([LAST, true]);
  play.go(-5);
  expect([play.at, play.over]).toEqual([0, false]);
});

test("the hand is that of whoever is to move, or of the seat that was chosen", async () => {
  const play = new ReplayPlay();
  await play.load("t", 1);
  expect(play.base.own).toEqual({ of: "A" });
  play.go(2);
  expect(play.base.own).toEqual({ of: "B" });
  play.eyes = "A";
  expect(play.base.own).toEqual({ of: "A" });
});

test("playing stops at the end", async () => {
  const play = new ReplayPlay();
  await play.load("t", null);
  play.playing = true;
  play.go(play.end);
  expect(play.playing).toBe(false);
});
