/** The tables of this browser, each once, however many of its chairs are ours, in the order in which they matter. */
import type { Mine, TableInfo } from "../protocol";
import { say } from "../words/say";
import { timeLeft } from "../words/times";

export interface MyTable {
  table: TableInfo;
  /** The chairs that are ours. */
  chairs: number[];
  /** Is one of them waited for? */
  myTurn: boolean;
  waitedMs: number | null;
  result: Mine["result"];
}

/** What the server told of our tables, one for each chair, put together by table. */
export function tablesOf(told: readonly Mine[]): MyTable[] {
  const found = new Map<string, MyTable>();
  for (const { table, chair, my_turn, waited_ms, result } of told) {
    const known = found.get(table.table);
    if (known) {
      known.chairs.push(chair);
      known.myTurn ||= my_turn;
    } else {
      found.set(table.table, { table, chairs: [chair], myTurn: my_turn, waitedMs: waited_ms, result });
    }
  }
  return [...found.values()];
}

/** The chairs whose turn it is since they were last asked about, and that nobody holds a connection for. */
export function newTurns(before: readonly Mine[], now: readonly Mine[]): Mine[] {
  const isSame = (a: Mine, b: Mine): boolean => a.chair === b.chair && a.table.table === b.table.table;
  return now.filter(
    (each) =>
      each.my_turn &&
      !each.table.chairs[each.chair]?.present &&
      before.some((known) => isSame(known, each) && !known.my_turn),
  );
}

/** The tables where it is not our turn, but was before, or may have been. */
export function turnsOver(before: readonly Mine[], now: readonly Mine[]): string[] {
  const known = new Map(tablesOf(before).map(({ table, myTurn }) => [table.table, myTurn]));
  return tablesOf(now).flatMap(({ table, myTurn }) =>
    !myTurn && (known.get(table.table) ?? true) ? [table.table] : [],
  );
}

export interface Sorted {
  /** Those where our time runs out first, and then those where somebody has waited longest for us. */
  toMove: MyTable[];
  /** Those that others have to go on with, and those that people are still to come to. */
  waiting: MyTable[];
  /** The newest first. */
  over: MyTable[];
}

export function sorted(tables: readonly MyTable[]): Sorted {
  const waited = ({ waitedMs }: MyTable): number => waitedMs ?? 0;
  const ended = ({ result }: MyTable): number => result?.ended ?? 0;
  const going = tables.filter(({ table }) => table.status !== "over");
  return {
    toMove: going
      .filter(({ myTurn }) => myTurn)
      .sort((a, b) => Math.sign(timeOf(a) - timeOf(b)) || waited(b) - waited(a)),
    waiting: going.filter(({ myTurn }) => !myTurn).sort((a, b) => waited(a) - waited(b)),
    over: tables.filter(({ table }) => table.status === "over").sort((a, b) => ended(b) - ended(a)),
  };
}

/** The names of those whom we play with, as far as they have come. */
export function opponents({ table, chairs }: Pick<MyTable, "table" | "chairs">): string[] {
  return table.chairs.flatMap(({ name }, n) => (name === null || chairs.includes(n) ? [] : [name]));
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of at least a minute as people say it. */
export function span(ms: number): string {
  if (ms < HOUR) return say("time.minutes", { n: Math.floor(ms / MINUTE) });
  if (ms < DAY) return say("time.hours", { n: Math.floor(ms / HOUR) });
  return say("time.days", { n: Math.floor(ms / DAY) });
}

/** Without a clock there is this much time: more than any clock leaves, and still a number to reckon with. */
const EVER = Number.MAX_SAFE_INTEGER;

/** How long whoever is to move among these chairs still has. */
function leftOf({ clock }: TableInfo, chairs: readonly number[]): number {
  const waitedFor = chairs.filter((n) => clock.running === null || clock.running === n);
  return Math.min(EVER, ...waitedFor.map((n) => clock.left_ms[n] ?? EVER));
}

const isLate = ({ table, chairs }: MyTable): boolean => chairs.some((n) => table.chairs[n]?.timed_out);
/** How long we still have where it is our turn. */
const timeOf = (mine: MyTable): number => (isLate(mine) ? 0 : leftOf(mine.table, mine.chairs));

/** Where people play when they come by, whoever is to move has to know how long that may take. */
function withTimeLeft(told: string, table: TableInfo, chairs: readonly number[]): string {
  const left = leftOf(table, chairs);
  const isTold = table.clock.of_days && left > 0 && left < EVER;
  return isTold ? say("home.with_time_left", { told, left: timeLeft(left) }) : told;
}

/** How a table of ours stands, in a sentence. */
export function standing(mine: MyTable): string {
  const { table, myTurn, waitedMs } = mine;
  if (table.status === "waiting") {
    const n = table.chairs.filter((chair) => chair.kind === "open").length;
    return n ? say("home.waiting_for", { n }) : say("home.gathering");
  }
  const waited = waitedMs ?? 0;
  const isNew = waited < MINUTE;
  const time = span(waited);
  if (myTurn && isLate(mine)) return say("home.your_turn_late");
  if (myTurn) {
    const told = isNew ? say("home.your_turn") : say("home.your_turn_for", { time });
    return withTimeLeft(told, table, mine.chairs);
  }
  if (mine.chairs.some((n) => table.chairs[n]?.stand_in)) return say("home.replaced");
  const { running } = table.clock;
  const { name, timed_out } = table.chairs[running ?? -1] ?? {};
  if (!name) return say("home.running");
  if (timed_out) return say("home.late", { name });
  const told = isNew ? say("home.turn_of", { name }) : say("home.turn_of_for", { name, time });
  return withTimeLeft(told, table, running === null ? [] : [running]);
}
