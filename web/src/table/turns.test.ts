import { expect, test } from "vitest";
import type { Entry, Play } from "../games/contract";
import type { LogEntry } from "../protocol";
import { chair, entry, table } from "../testing/fakes";
import { withUndone } from "./frames.svelte";
import { linesOf, since, textOf, turnsOf, withStandIns, type Parting } from "./turns";

const PLAY = { names: { A: "Ann" } } as unknown as Play;

const seqs = (entries: LogEntry[], page: Parting = {}): number[][] =>
  turnsOf(entries, page).map((turn) => turn.entries.map((each) => each.seq));

const log = (...seats: (string | null)[]): LogEntry[] =>
  seats.map((seat, seq) => entry(seq, seat, seat === null ? "start" : "move"));

test("what a seat does in one go is one turn", () => {
  const turns = turnsOf(log(null, "A", "B", "B", "B", "A"), {});
  expect(turns.map((turn) => [turn.seat, turn.first, turn.last])).toEqual([
    [null, 0, 0],
    ["A", 1, 1],
    ["B", 2, 4],
    ["A", 5, 5],
  ]);
  expect(turns[2]!.events.map((event) => event.text)).toEqual(["B did 2.", "B did 3.", "B did 4."]);
});

test("a seat that is alone has turn after turn, if the game says where they begin", () => {
  expect(seqs(log(null, "A", "A", "A"), { beginsTurn: (each) => each.seq === 3 })).toEqual([
    [0],
    [1, 2],
    [3],
  ]);
});

test("an interlude ends a turn", () => {
  const interlude = { comes: (each: Entry) => each.seq === 2 } as Parting["interlude"] & object;
  expect(seqs(log(null, "A", "A", "A"), { interlude })).toEqual([[0], [1, 2], [3]]);
});

test("what was taken back is told apart, and the turn goes on after it", () => {
  const entries = withUndone([...log(null, "A", "A"), entry(3, "A", "undo"), entry(4, "A"), entry(5, "B")]);
  expect(seqs(entries)).toEqual([[0], [2], [3], [1, 4], [5]]);
  const all = withUndone([...log(null, "A", "B"), entry(3, "B", "undo"), entry(4, "B")]);
  expect(seqs(all)).toEqual([[0], [1], [2], [3], [4]]);
  expect(turnsOf(all, {}).map((turn) => turn.undone)).toEqual([false, false, true, false, false]);
});

test("since one's last move: the turns of the others that stand", () => {
  const told = (seat: string | null, entries: LogEntry[]): number[] =>
    since(turnsOf(withUndone(entries), {}), seat).map((turn) => turn.first);
  const entries = log(null, "A", "B", "B", "C");
  expect(told("A", entries)).toEqual([2, 4]);
  expect(told("C", entries)).toEqual([]);
  expect(told("D", entries)).toEqual([1, 2, 4]);
  expect(told("A", [...entries, entry(5, "C", "undo")])).toEqual([2]);
});

test("without words of the game a turn is told by its events, each seat's with its own sign", () => {
  const [, turn] = turnsOf(log(null, "A", "A"), {});
  turn!.entries[1]!.events.push({ kind: "x", seat: "B", values: {}, text: "B wakes up." });
  const [whole] = turnsOf([...turn!.entries], {});
  expect(linesOf(whole!, PLAY, {})).toEqual([
    { seat: "A", parts: ["A did 1.", " A did 2."] },
    { seat: "B", parts: ["B wakes up."] },
  ]);
});

test("what is done again and again is told once, and what nobody may know of in a word", () => {
  const [, turn] = turnsOf(log(null, "A"), {});
  const event = turn!.events[0]!;
  const thrice = { ...turn!, events: [event, event, event] };
  expect(linesOf(thrice, PLAY, {})).toEqual([{ seat: "A", parts: ["A did 1."] }]);
  expect(linesOf({ ...turn!, events: [] }, PLAY, {})[0]!.parts).toEqual(["Ann goes on."]);
  expect(linesOf(turn!, PLAY, { tell: () => [] })).toEqual([]);
});

test("when a bot plays for somebody is told where it happened", () => {
  const turns = turnsOf(
    log(null, "A", "B").map((each) => ({ ...each, at: 10 * each.seq })),
    {},
  );
  const told = withStandIns(turns, table({ chairs: [{ ...chair("A"), stood_in: [15, 25] }, chair("B")] }));
  expect(told.map((turn) => turn.kind)).toEqual(["start", "move", "stand_in", "move", "back"]);
  expect(linesOf(told[2]!, PLAY, {})[0]!.parts).toEqual(["A bot plays for Ann from here on."]);
  const over = table({ status: "over", chairs: [{ ...chair("A"), stood_in: [15, 25] }, chair("B")] });
  expect(withStandIns(turns, over).map((turn) => turn.kind)).toEqual(["start", "move", "stand_in", "move"]);
});

test("who is out of time now is told at the end", () => {
  const turns = turnsOf(log(null, "A"), {});
  const told = withStandIns(turns, table({ chairs: [{ ...chair("A"), timed_out: true }, chair("B")] }));
  expect(told.map((turn) => turn.kind)).toEqual(["start", "move", "late"]);
  expect(linesOf(told[2]!, PLAY, {})[0]!.parts).toEqual(["Ann is out of time."]);
  const played = { ...chair("A"), timed_out: true, stand_in: "pup", stood_in: [15] };
  const replaced = withStandIns(turns, table({ chairs: [played, chair("B")] }));
  expect(replaced.map((turn) => turn.kind)).toEqual(["start", "move", "stand_in"]);
});

test("a match that begins in its middle is not said to begin", () => {
  const [start] = turnsOf([entry(0, null, "start")], {});
  const said = (given: boolean) => linesOf(start!, { ...PLAY, given }, {}).map(textOf);
  expect(said(false)).toEqual(["The match begins."]);
  expect(said(true)).toEqual(["Play starts from this position."]);
});
