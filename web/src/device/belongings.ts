/**
 * Everything that this browser knows, as one document: to keep as a file, or to take to another device. Whoever brings one
 * in may be anybody: each part is read field by field, and what is not as it should be is left out. What is here already
 * stays, now and later: of two that differ ours counts, and where there is no room, theirs goes.
 */
import { further, isNote, LESSONS } from "../lesson/progress";
import { api, Refused } from "../net/api";
import { asRecord, keep, kept } from "../net/kept";
import { MOST_ASKED, MOST_KEPT, TABLES, readTables, worthKeeping, type Held, type Kept } from "../net/tokens";
import { COURSES, MOST_COURSES, readCourses, type Saved } from "../table/courses";
import { HABITS } from "../table/habits";
import { IDEAS } from "../table/ideas.svelte";
import { MATCHES, MOST_MATCHES, keepMatches, readMatches, type Finished } from "../table/matches";
import { SETTINGS, readWishes, settings, type Wishes } from "../table/settings.svelte";
import { say } from "../words/say";

export const MOST_LETTERS = 4_000_000;
/** What is here and what comes must not be more together: it can be written down whole, and matches still find room. */
const ROOM = 3_000_000;

export interface Brought {
  tables: number;
  matches: number;
  courses: number;
  /** Tables that this server does not know, and that stay away. */
  unknown: number;
}

/** Everything, as text. */
export function everything(): string {
  const keys = [SETTINGS, TABLES, MATCHES, COURSES, HABITS, LESSONS, IDEAS];
  const known = keys.flatMap((key) => (kept(key) === null ? [] : [[key, kept(key)]]));
  return JSON.stringify({ trailmix: 1, written: new Date().toISOString(), ...Object.fromEntries(known) });
}

/**
 * Bring in what was written elsewhere; null if it is nothing of ours. `Refused` if it is too much. Nothing has changed then.
 */
export async function bringIn(text: string): Promise<Brought | null> {
  const found = read(text);
  if (!found) return null;
  // Numbers may be longer than they were written.
  if (JSON.stringify(found).length + everything().length > ROOM)
    throw new Refused("no_room", say("device.no_room"));
  const tables = readTables(found[TABLES]);
  const replaced = await replacedBy(tables);
  const unknown = await unknownOf(tables);
  for (const table of unknown) delete tables[table];
  bringWishes(readWishes(found[SETTINGS]));
  bringByGame(HABITS, found[HABITS], isHabit, (ours) => ours);
  bringByGame(LESSONS, found[LESSONS], isNote, further);
  bringByGame(IDEAS, found[IDEAS], isNames, (ours, theirs) => [...new Set([...ours, ...theirs])]);
  return {
    tables: bringTables(tables, replaced),
    matches: bringMatches(readMatches(found[MATCHES])),
    courses: bringCourses(readCourses(found[COURSES])),
    unknown: unknown.length,
  };
}

function read(text: string): Record<string, unknown> | null {
  if (text.length > MOST_LETTERS) return null;
  try {
    const found = asRecord(JSON.parse(text));
    return found["trailmix"] === 1 ? found : null;
  } catch {
    return null;
  }
}

const tokensOf = (held: Held | undefined): string[] => Object.values(held?.tokens ?? {});

/**
 * The tables where they hold other tokens than we do, and only theirs are good any more: a new token ends the old one, as
 * when somebody has sat down again on the other device. If the server does not say so, there is none.
 */
async function replacedBy(theirs: Kept): Promise<Set<string>> {
  const ours = readTables(kept(TABLES));
  const differ = Object.keys(ours).filter((table) => {
    const own = tokensOf(ours[table]);
    return tokensOf(theirs[table]).some((token) => !own.includes(token));
  });
  try {
    const alive = await tablesKnown(differ.flatMap((table) => tokensOf(ours[table])));
    const dead = differ.filter((table) => !alive.has(table));
    return await tablesKnown(dead.flatMap((table) => tokensOf(theirs[table])));
  } catch {
    return new Set(); // the server does not say: another time, then
  }
}

/**
 * Their tables that are not ours, and that this server does not know: another server's, or deleted. If it says nothing,
 * nobody knows of any.
 */
async function unknownOf(theirs: Kept): Promise<string[]> {
  const ours = readTables(kept(TABLES));
  const fresh = Object.entries(theirs).filter(([table, held]) => !ours[table] && tokensOf(held).length);
  const asked = fresh.sort(worthKeeping).slice(0, MOST_KEPT); // there is room for no more
  try {
    const known = await tablesKnown(asked.flatMap(([, held]) => tokensOf(held)));
    return fresh.flatMap(([table]) => (known.has(table) ? [] : [table]));
  } catch {
    return []; // the server does not say: another time, then
  }
}

/** The tables that the server knows these tokens of. It is asked about so many at once. */
async function tablesKnown(held: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let n = 0; n < held.length; n += MOST_ASKED)
    for (const { table } of await api.mine(held.slice(n, n + MOST_ASKED))) known.add(table.table);
  return known;
}

/** Their tables, as far as there is room. Those that are ours, too, stay as they are, unless ours is worth nothing. */
function bringTables(theirs: Kept, replaced: ReadonlySet<string>): number {
  const now = Date.now();
  const ours = readTables(kept(TABLES));
  const fresh: [string, Held][] = [];
  for (const [table, { tokens, ...more }] of Object.entries(theirs)) {
    const own = ours[table];
    if (!own && (Object.keys(tokens).length || more.invite))
      fresh.push([table, { tokens, ...more, at: Math.min(more.at, now), brought: true }]);
    else if (own && replaced.has(table)) ours[table] = { ...own, tokens };
  }
  const room = MOST_KEPT - Object.keys(ours).length;
  const taken = fresh.sort(worthKeeping).slice(0, Math.max(0, room));
  keep(TABLES, { ...ours, ...Object.fromEntries(taken) });
  return taken.length;
}

/** Their matches, as far as there is room, the newest. */
function bringMatches(theirs: readonly Finished[]): number {
  const now = Date.now() / 1000;
  const ours = readMatches(kept(MATCHES));
  const fresh = new Map(theirs.map((match) => [match.table, match]));
  // Of the same match, the other device may have seen the end.
  const both = ours.map((match) => {
    const achieved = match.achieved ?? fresh.get(match.table)?.achieved;
    fresh.delete(match.table);
    return achieved?.length ? { ...match, achieved } : match;
  });
  const room = Math.max(0, MOST_MATCHES - ours.length);
  const taken = [...fresh.values()].slice(Math.max(0, fresh.size - room)).map((match) => ({
    ...match,
    ended: Math.min(match.ended, now),
    brought: true as const,
  }));
  if (theirs.length) keepMatches([...both, ...taken]);
  return taken.length;
}

/** Of two courses of one name that differ, both stay: the one that is brought gets another name. */
function bringCourses(theirs: Saved[]): number {
  const ours = readCourses(kept(COURSES));
  const of = (game: string | undefined, name: string): Saved | undefined =>
    ours.find((each) => each.game === game && each.name === name);
  let fresh = 0;
  for (const course of theirs) {
    let name = course.name;
    for (let n = 2; (of(course.game, name)?.line ?? course.line) !== course.line; n++)
      name = `${course.name} ${n}`;
    if (of(course.game, name)) continue;
    if (ours.length >= MOST_COURSES) break;
    ours.push({ ...course, name });
    fresh += 1;
  }
  if (fresh) keep(COURSES, ours);
  return fresh;
}

/** What somebody has wished for here stays. Whether there may be notices, each browser asks for itself. */
function bringWishes({ notices: _, ...theirs }: Partial<Wishes>): void {
  for (const [name, value] of Object.entries(theirs) as [keyof Wishes, never][])
    if (settings.isUntouched(name)) settings.set(name, value);
}

/** What is kept for each game: of games that are known on both sides, `both` says what stays. */
function bringByGame<Value>(
  key: string,
  theirs: unknown,
  isOne: (value: unknown) => value is Value,
  both: (ours: Value, theirs: Value) => Value,
): void {
  const ours = asRecord(kept(key));
  const merged = new Map(Object.entries(ours));
  for (const [game, value] of Object.entries(asRecord(theirs)).slice(0, 100)) {
    if (!/^[a-z]\w{0,39}$/.test(game) || !isOne(value)) continue;
    const own = merged.get(game);
    merged.set(game, isOne(own) ? both(own, value) : value);
  }
  if (merged.size) keep(key, Object.fromEntries(merged));
}

const isName = (value: unknown): value is string => typeof value === "string" && value.length <= 100;
const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 200 && value.every(isName);

/** What is remembered of `Play now` is checked again when it is offered: here it only has to be small. */
function isHabit(value: unknown): value is Record<string, unknown> {
  const { opponents, level, said } = asRecord(value);
  return Number.isInteger(opponents) && isName(level) && JSON.stringify(asRecord(said)).length < 50_000;
}
