import { expect, test } from "vitest";
import type { Mine, TableInfo } from "../protocol";
import { newTurns, opponents, sorted, span, standing, tablesOf, turnsOver } from "./mine";

const chair = (name: string | null): TableInfo["chairs"][number] => ({
  kind: name === null ? "open" : "human",
  name,
  level: null,
  seat: null,
  present: true,
  stand_in: null,
  stood_in: [],
  agreed: [],
  timed_out: false,
  thinking_ms: 0,
  course: null,
  colour: null,
});

function told(table: string, chairs: (string | null)[], more: Partial<Mine> = {}, over = false): Mine {
  const open = chairs.includes(null);
  const info = {
    table,
    game_name: "Alpina",
    status: over ? "over" : open ? "waiting" : "running",
    chairs: chairs.map(chair),
    clock: { kind: "none", left_ms: [], running: over || open ? null : 1 },
  } as unknown as TableInfo;
  return { table: info, chair: 0, my_turn: false, waited_ms: null, result: null, ...more };
}

test("a table with several chairs of ours is one table", () => {
  const both = ["Ann", "Bob", "Cleo"];
  const [mine, ...more] = tablesOf([told("t", both), told("t", both, { chair: 1, my_turn: true })]);
  expect(more).toEqual([]);
  expect([mine!.chairs, mine!.myTurn, opponents(mine!)]).toEqual([[0, 1], true, ["Cleo"]]);
});

test("where I am waited for comes first, the longest wait at the top; then others; then what is over", () => {
  const all = tablesOf([
    told("old", ["Ann", "Bob"], { result: { ended: 1, scores: [], places: [], winners: [] } }, true),
    told("theirs", ["Ann", "Bob"], { waited_ms: 5 }),
    told("soon", ["Ann", "Bob"], { my_turn: true, waited_ms: 5 }),
    told("new", ["Ann", "Bob"], { result: { ended: 2, scores: [], places: [], winners: [] } }, true),
    told("long", ["Ann", "Bob"], { my_turn: true, waited_ms: 50 }),
    told("empty", ["Ann", null]),
  ]);
  const { toMove, waiting, over } = sorted(all);
  const ids = (tables: typeof all): string[] => tables.map(({ table }) => table.table);
  expect([ids(toMove), ids(waiting), ids(over)]).toEqual([
    ["long", "soon"],
    ["empty", "theirs"],
    ["new", "old"],
  ]);
});

test("what runs out first comes first: no time at all, then the least, and without a clock the longest wait", () => {
  const HOUR = 3600_000;
  const mine = (id: string, waited_ms: number, left: number | null, timed_out = false): Mine => {
    const each = told(id, ["Ann", "Bob"], { my_turn: true, waited_ms });
    Object.assign(each.table.clock, { of_days: true, left_ms: [left, HOUR], running: 0 });
    Object.assign(each.table.chairs[0]!, { timed_out });
    return each;
  };
  const all = [
    mine("none", 9 * HOUR, null),
    mine("never", 99 * HOUR, null),
    mine("day", 20 * HOUR, 28 * HOUR),
    mine("soon", 1, 4 * HOUR),
    mine("late", 1, 0, true),
    mine("later", 2, 0, true),
  ];
  const ids = sorted(tablesOf(all)).toMove.map(({ table }) => table.table);
  expect(ids).toEqual(["later", "late", "soon", "day", "never", "none"]);
});

test("where a bot plays for us, it says so", () => {
  const mine = told("t", ["Ann", "Bob"], { waited_ms: 3 * 3600_000 });
  Object.assign(mine.table.chairs[0]!, { stand_in: "trail_dog" });
  expect(standing(tablesOf([mine])[0]!)).toBe("A bot plays for you");
});

test("where there are days, it says how long is left for us", () => {
  const days = (left_ms: (number | null)[], running: number | null, more: Partial<Mine> = {}): string => {
    const mine = told("t", ["Ann", "Bob"], { my_turn: true, waited_ms: 48 * 3600_000, ...more });
    Object.assign(mine.table.clock, { kind: "move", of_days: true, left_ms, running });
    return standing(tablesOf([mine])[0]!);
  };
  const DAY = 24 * 3600_000;
  expect(days([DAY, 3 * DAY], 0)).toBe("Your turn for 2 days now, 1 day left");
  expect(days([DAY, 3 * DAY], 0, { waited_ms: 0 })).toBe("Your turn, 1 day left");
  expect(days([3 * DAY, DAY], null, { chair: 1 })).toBe("Your turn for 2 days now, 1 day left");
  expect(days([0, DAY], 0)).toBe("Your turn for 2 days now");
  expect(days([DAY, 2 * DAY], 1, { my_turn: false })).toBe("Bob's turn for 2 days now, 2 days left");
  expect(days([0, 0], 1, { my_turn: false })).toBe("Bob's turn for 2 days now");
});

test("a turn is news if it was not ours before, and nobody has the table open to hear of it there", () => {
  const away = { present: false } as TableInfo["chairs"][number];
  const mine = (table: string, my_turn: boolean, more: Partial<TableInfo["chairs"][number]> = away): Mine => {
    const each = told(table, ["Ann", "Bob"], { my_turn });
    Object.assign(each.table.chairs[0]!, more);
    return each;
  };
  const before = [mine("a", false), mine("b", true), mine("c", false), mine("d", true), mine("e", false)];
  const now = [mine("a", true), mine("b", true), mine("c", true, { present: true }), mine("d", false)];
  now.push(mine("e", false), mine("new", true), mine("calm", false));
  expect(newTurns(before, now).map(({ table }) => table.table)).toEqual(["a"]);
  expect(turnsOver(before, now)).toEqual(["d", "calm"]);
});

test("how a table stands is a sentence", () => {
  const of = (mine: Mine): string => standing(tablesOf([mine])[0]!);
  expect(of(told("t", ["Ann", "Bob"], { my_turn: true, waited_ms: 5 * 60_000 }))).toBe(
    "Your turn for 5 minutes now",
  );
  expect(of(told("t", ["Ann", "Bob"], { waited_ms: 3 * 3600_000 }))).toBe("Bob's turn for 3 hours now");
  expect(of(told("t", ["Ann", null]))).toBe("1 free chair");
  expect(of(told("t", ["Ann", "Bob"], { my_turn: true, waited_ms: 50_000 }))).toBe("Your turn");
  expect(of(told("t", ["Ann", "Bob"], { waited_ms: 50_000 }))).toBe("Bob's turn");
  const late = (chair: number, more: Partial<Mine>): string => {
    const mine = told("t", ["Ann", "Bob"], more);
    Object.assign(mine.table.chairs[chair]!, { timed_out: true });
    return of(mine);
  };
  expect(late(0, { my_turn: true, waited_ms: 3 * 3600_000 })).toBe("Your turn, and your time is up");
  expect(late(1, { waited_ms: 3 * 3600_000 })).toBe("Bob is out of time");
  expect([60_000, 24 * 3600_000].map(span)).toEqual(["1 minute", "1 day"]);
});
