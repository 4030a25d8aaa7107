import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { entry, numbered, view } from "../testing/fakes";
import { Frames, HOLD_MS, PACE_MS, withUndone } from "./frames.svelte";
import { Settings } from "./settings.svelte";

let seats: string[];
let frames: Frames;
let shown: number[];
let settings: Settings;

beforeEach(() => {
  vi.useFakeTimers();
  seats = ["A"];
  settings = new Settings();
  frames = new Frames(
    settings,
    () => seats.length,
    () => seats,
  );
  shown = [];
  frames.onshow = (frame) => shown.push(frame.seq);
});
afterEach(() => vi.useRealTimers());

test("the first position is shown at once", () => {
  frames.take(view(4, "A", "B"));
  expect(frames.shown?.seq).toBe(4);
});

/** Seats B, C and D have a turn each, entries 1, 2 and 3. */
function turnsOfOthers(): void {
  frames.take(view(0, "A", null));
  for (const [n, seat] of ["B", "C", "D"].entries()) frames.take(view(n + 1, "A", seat));
}

/** Seat B has a turn of three entries, and it is B who decides in between. */
function chopped(...seqs: number[]): void {
  for (const seq of seqs) frames.take({ ...view(seq, "A", "B"), view: numbered(seq, seq < 3 ? "B" : "A") });
}

test("turns of others are shown one after the other", () => {
  turnsOfOthers();
  expect(shown).toEqual([0, 1]);
  expect(frames.waiting).toBe(2);
  vi.advanceTimersByTime(PACE_MS);
  expect(shown).toEqual([0, 1, 2]);
  expect(frames.last.map((each) => each.seq)).toEqual([2]);
  vi.advanceTimersByTime(PACE_MS);
  expect(shown).toEqual([0, 1, 2, 3]);
  expect(frames.waiting).toBe(0);
});

test("what is on the screen is looked at for a moment, unless it is skipped or was played here", () => {
  frames.take(view(0, "A", null));
  expect(frames.looking).toBe(false);
  frames.take(view(1, "A", "B"));
  expect(frames.looking).toBe(true);
  vi.advanceTimersByTime(PACE_MS);
  expect(frames.looking).toBe(false);
  frames.take(view(2, "A", "B"));
  frames.skip();
  expect(frames.looking).toBe(false);
  frames.take(view(3, "A", "A"));
  expect(frames.looking).toBe(false);
});

test("they can be skipped, and then all that happened is told and nothing moves", () => {
  turnsOfOthers();
  expect(frames.rushed).toBe(false);
  frames.skip();
  expect(shown).toEqual([0, 1, 3]);
  expect(frames.last.map((each) => each.seq)).toEqual([2, 3]);
  expect(frames.rushed).toBe(true);
  frames.take(view(4, "A", "B"));
  expect(frames.rushed).toBe(false);
});

test("a turn of several actions is one movement", () => {
  frames.take(view(0, "A", null));
  chopped(1);
  expect(shown).toEqual([0]); // the rest of it will come
  chopped(2, 3);
  expect(shown).toEqual([0, 3]);
  expect(frames.last.map((each) => each.seq)).toEqual([1, 2, 3]);
  expect(frames.waiting).toBe(0);
});

test("whoever thinks for long in the middle of a turn is seen at it", () => {
  frames.take(view(0, "A", null));
  chopped(1, 2);
  vi.advanceTimersByTime(HOLD_MS);
  expect(shown).toEqual([0, 2]);
  vi.advanceTimersByTime(HOLD_MS);
  chopped(3);
  expect(shown).toEqual([0, 2, 3]);
});

test("what there is to read stays until the person goes on", () => {
  const interlude = { comes: (each: { seq: number }) => each.seq === 1 } as never;
  frames.showAs({ interlude });
  turnsOfOthers();
  expect(frames.reading?.seq).toBe(1);
  vi.advanceTimersByTime(60 * PACE_MS);
  expect([shown, frames.waiting]).toEqual([[0, 1], 2]);
  frames.goOn();
  expect([shown, frames.reading]).toEqual([[0, 1, 2], null]);
});

test("whoever has just come is told of the whole last turn", () => {
  const log = [entry(3, "A"), entry(4, "B"), entry(5, "B")];
  frames.take({ ...view(5, "A", "B"), log });
  expect(frames.last.map((each) => each.seq)).toEqual([4, 5]);
});

test("what there was to read when the page came is there, unless something has happened since", () => {
  frames.take(view(1, "A", "B"));
  frames.showAs({ interlude: { comes: () => true } as never });
  expect(frames.reading?.seq).toBe(1);
});

test("what has been read makes room for the next", () => {
  turnsOfOthers();
  frames.goOn();
  expect(shown).toEqual([0, 1, 2]);
  vi.advanceTimersByTime(PACE_MS);
  expect(shown).toEqual([0, 1, 2, 3]);
});

test("those who want no waiting get none", () => {
  settings.set("speed", 0);
  turnsOfOthers();
  expect(shown).toEqual([0, 1, 2, 3]);
});

test("one's own move is not kept waiting", () => {
  frames.take(view(0, "A", null));
  frames.take(view(1, "A", "B"));
  frames.take(view(2, "A", "A"));
  expect(shown).toEqual([0, 1, 2]);
  frames.take(view(3, "A", "B"));
  expect(shown).toEqual([0, 1, 2, 3]);
});

test("what takes more to follow is shown longer, one's own move included", () => {
  frames.showAs({ moments: (turn) => (turn.last === 2 ? 1 : 3) });
  frames.take(view(0, "A", null));
  frames.take(view(1, "A", "B"));
  frames.take(view(2, "A", "C"));
  vi.advanceTimersByTime(2 * PACE_MS);
  expect(shown).toEqual([0, 1]);
  vi.advanceTimersByTime(2 * PACE_MS);
  expect(shown).toEqual([0, 1, 2]);
  frames.take(view(3, "A", "A"));
  frames.take(view(4, "A", "B"));
  vi.advanceTimersByTime(PACE_MS);
  expect(shown).toEqual([0, 1, 2, 3]); // what came of it can be read
  vi.advanceTimersByTime(PACE_MS);
  expect(shown).toEqual([0, 1, 2, 3, 4]);
});

test("an old view is passed over", () => {
  frames.take(view(5, "A", "B"));
  frames.take(view(4, "A", "B"));
  expect(frames.shown?.seq).toBe(5);
});

test("the same position again replaces what is shown", () => {
  frames.take(view(5, "A", "B"));
  frames.take({ ...view(5, "A", "B"), may_undo: true });
  expect(frames.shown?.views.A?.may_undo).toBe(true);
  expect(shown).toEqual([5]);
});

test("with several seats a position waits for all of them", () => {
  seats = ["A", "B"];
  frames.take(view(0, "A", null));
  expect(frames.shown).toBeNull();
  frames.take(view(0, "B", null));
  expect(Object.keys(frames.shown!.views)).toEqual(["A", "B"]);
});

test("a position of which one seat's view never came is stood for by a later one", () => {
  seats = ["A", "B"];
  for (const seat of seats) frames.take(view(0, seat, null));
  frames.take(view(1, "A", "C"));
  frames.take(view(2, "A", "C"));
  frames.take(view(2, "B", "C"));
  expect(shown).toEqual([0, 2]);
  expect(frames.gap).toBe(1); // known to one seat only: the log is asked for it
});

test("what was seen is the newest that is known, shown or not", () => {
  expect(frames.seq).toBeNull();
  frames.take(view(0, "A", null));
  frames.take(view(1, "A", "B"));
  frames.take(view(2, "A", "B"));
  expect(frames.seq).toBe(2);
});

test("one screen for several people tells what all of them may know", () => {
  seats = ["A", "B"];
  const drew = { kind: "drew", seat: "A", values: { card: "N07" }, text: "Ann draws N07." };
  const hidden = { kind: "drew.hidden", seat: "A", values: {}, text: "Ann draws a card." };
  const own = { ...view(1, "A", "A"), log: [{ ...entry(1, "A"), events: [drew] }] };
  const others = { ...view(1, "B", "A"), log: [{ ...entry(1, "A"), events: [hidden] }] };
  for (const views of [
    [own, others],
    [others, own],
  ]) {
    frames.clear();
    frames.take(views[0]!);
    expect(frames.log).toEqual([]); // not even for a moment
    frames.take(views[1]!);
    expect(frames.log.flatMap((each) => each.events)).toEqual([hidden]);
  }
  frames.learn(own.log, others.log);
  expect(frames.log.flatMap((each) => each.events)).toEqual([hidden]);
});

test("a gap in the log is noticed and filled", () => {
  frames.take(view(3, "A", "B"));
  expect(frames.gap).toBe(2);
  frames.learn([entry(0, null, "start"), entry(1, "A"), entry(2, "B")]);
  expect(frames.gap).toBeNull();
  expect(frames.log.map((each) => each.seq)).toEqual([0, 1, 2, 3]);
});

test("an undo marks the last move that stands", () => {
  const log = [entry(0, null, "start"), entry(1, "A"), entry(2, "B"), entry(3, "B", "undo")];
  expect(withUndone(log).map((each) => each.undone)).toEqual([false, false, true, false]);
  const twice = [...log, entry(4, "B"), entry(5, "B", "undo"), entry(6, "B")];
  expect(withUndone(twice).map((each) => each.undone)).toEqual([
    false,
    false,
    true,
    false,
    true,
    false,
    false,
  ]);
});
