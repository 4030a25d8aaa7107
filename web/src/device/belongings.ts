/**
 * Everything that this browser knows, as one document: to keep as a file, or to take to another device. Whoever brings one
 * in may be anybody: each part is read field by field, and what is not as it should be is left out. Nothing that is here
 * already is lost.
 */
import { asRecord, keep, kept } from "../net/kept";
import { TABLES, readTables, type Kept } from "../net/tokens";
import { COURSES, readCourses, type Saved } from "../table/courses";
import { HABITS } from "../table/habits";
import { MATCHES, keepMatches, readMatches } from "../table/matches";
import { SETTINGS, readWishes, settings, type Wishes } from "../table/settings.svelte";

export const MOST_LETTERS = 4_000_000;
const LESSONS = "trailmix.lessons";
const IDEAS = "trailmix.ideas";

export interface Brought {
  tables: number;
  matches: number;
  courses: number;
}

/** Everything, as text. */
export function written(): string {
  const keys = [SETTINGS, TABLES, MATCHES, COURSES, HABITS, LESSONS, IDEAS];
  const known = keys.flatMap((key) => (kept(key) === null ? [] : [[key, kept(key)]]));
  return JSON.stringify({ trailmix: 1, written: new Date().toISOString(), ...Object.fromEntries(known) });
}

/** Bring in what was written elsewhere; null if it is nothing of ours, and nothing has changed then. */
export function bringIn(text: string): Brought | null {
  const found = read(text);
  if (!found) return null;
  const tables = readTables(found[TABLES]);
  const matches = readMatches(found[MATCHES]);
  const courses = readCourses(found[COURSES]);
  bringWishes(readWishes(found[SETTINGS]));
  bringByGame(HABITS, found[HABITS], isHabit, (ours) => ours);
  bringByGame(LESSONS, found[LESSONS], isStep, (ours, theirs) => Math.max(ours, theirs));
  bringByGame(IDEAS, found[IDEAS], isNames, (ours, theirs) => [...new Set([...ours, ...theirs])]);
  return { tables: bringTables(tables), matches: bringMatches(matches), courses: bringCourses(courses) };
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

/** The chairs of both; of the same chair, what was used last. */
function bringTables(theirs: Kept): number {
  const ours = readTables(kept(TABLES));
  let fresh = 0;
  for (const [table, held] of Object.entries(theirs)) {
    if (!Object.keys(held.tokens).length && !held.invite) continue;
    const own = ours[table];
    if (!own) {
      ours[table] = held;
      fresh += 1;
    } else {
      const [older, newer] = own.at < held.at ? [own, held] : [held, own];
      ours[table] = { ...older, ...newer, tokens: { ...older.tokens, ...newer.tokens } };
    }
  }
  keep(TABLES, ours);
  return fresh;
}

function bringMatches(theirs: ReturnType<typeof readMatches>): number {
  const ours = readMatches(kept(MATCHES));
  const known = new Set(ours.map(({ table }) => table));
  const fresh = theirs.filter(({ table }) => !known.has(table));
  const seen = new Map(theirs.map(({ table, achieved }) => [table, achieved]));
  // Of the same match, the other device may have seen the end.
  const both = ours.map((match) => {
    const achieved = match.achieved ?? seen.get(match.table);
    return achieved ? { ...match, achieved } : match;
  });
  if (theirs.length) keepMatches([...both, ...fresh]);
  return fresh.length;
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
    ours.push({ ...course, name });
    fresh += 1;
  }
  if (fresh) keep(COURSES, ours);
  return fresh;
}

function bringWishes(theirs: Partial<Wishes>): void {
  for (const [name, value] of Object.entries(theirs)) settings.set(name as keyof Wishes, value as never);
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

const isStep = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const isName = (value: unknown): value is string => typeof value === "string" && value.length <= 100;
const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 200 && value.every(isName);

/** What is remembered of `Play now` is checked again when it is offered: here it only has to be small. */
function isHabit(value: unknown): value is Record<string, unknown> {
  const { opponents, level, said } = asRecord(value);
  return Number.isInteger(opponents) && isName(level) && JSON.stringify(asRecord(said)).length < 50_000;
}
