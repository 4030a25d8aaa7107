/** The finished matches of this browser: what statistics and achievements are made of. Each is recorded once. */
import { asRecord, keep, kept } from "../net/kept";
import { tokens } from "../net/tokens";
import type { Mine } from "../protocol";
import { tablesOf, type MyTable } from "./mine";

export const MATCHES = "trailmix.matches";
export const MOST_MATCHES = 1000;
/** Seconds since 1970 that a date can be made of. */
const LAST_DATE = 8.64e12;

export interface Player {
  name: string;
  /** Of a bot; null is a person. */
  level: string | null;
  place: number | null;
  score: number;
  won: boolean;
  mine: boolean;
}

export interface Finished {
  table: string;
  game: string;
  /** Seconds since 1970. */
  ended: number;
  /** Did a bot play for us for some time? */
  helped: boolean;
  players: Player[];
  /** What the game itself says of it, by IDs of `games/GAME/achievements.ts`; nothing as long as nobody has seen its end. */
  achieved?: string[];
  /** Brought to matches that were here already: whoever made the file may be anybody. */
  brought?: true;
}

/** What was played here, the oldest first. */
export function recorded(): Finished[] {
  return readMatches(kept(MATCHES));
}

/** Keep those of our tables that have ended and are not kept yet. Tells which are new. */
export function record(told: readonly Mine[]): Finished[] {
  tokens.end(told.flatMap(({ table }) => (table.status === "over" ? [table.table] : [])));
  const before = recorded();
  const known = new Set(before.map(({ table }) => table));
  const found = tablesOf(told).flatMap((mine) => (known.has(mine.table.table) ? [] : ended(mine)));
  if (found.length) keepMatches([...before, ...found]);
  return found;
}

/** A match that has been dealt and has ended; one that began in the middle of another does not count. */
const ended = (mine: MyTable): Finished[] => (mine.result && mine.table.commitment ? [finished(mine)] : []);

/** What is to be kept of a match that the server has told of. */
export function finished({ table, chairs, result }: MyTable): Finished {
  const players = table.chairs.map((chair, n) => ({
    name: chair.name ?? "",
    level: chair.level,
    place: result?.places[n] ?? null,
    score: result?.scores[n] ?? 0,
    won: result?.winners.includes(n) ?? false,
    mine: chairs.includes(n),
  }));
  const helped = chairs.some((n) => (table.chairs[n]?.stood_in.length ?? 0) > 0);
  return { table: table.table, game: table.game, ended: result?.ended ?? 0, helped, players };
}

/** Note what a recorded match has achieved, once: whether that was not known before. */
export function noteAchieved(table: string, achieved: readonly string[]): boolean {
  const matches = recorded();
  const found = matches.find((match) => match.table === table && !match.achieved);
  if (!found) return false;
  found.achieved = [...achieved];
  return keepMatches(matches);
}

/** Keep matches, each once; if there are too many, those that were brought go first, then the oldest. */
export function keepMatches(matches: readonly Finished[]): boolean {
  const each = inOrder([...new Map(matches.map((match) => [match.table, match])).values()]);
  const isOurs = ({ brought }: Finished): number => Number(!brought);
  const worst = [...each].sort((a, b) => isOurs(a) - isOurs(b));
  const gone = new Set(worst.slice(0, Math.max(0, each.length - MOST_MATCHES)));
  return keep(
    MATCHES,
    each.filter((match) => !gone.has(match)),
  );
}

const inOrder = (matches: Finished[]): Finished[] => matches.sort((a, b) => a.ended - b.ended);
const MOST_ACHIEVED = 50;
const isId = (value: unknown): value is string =>
  typeof value === "string" && /^[a-z][a-z0-9_]{0,39}$/.test(value);
const isText = (value: unknown, most = 100): value is string =>
  typeof value === "string" && value.length <= most;
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const isTime = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value <= LAST_DATE;

/** Matches as somebody gives them, who may be anybody: what is none is left out. */
export function readMatches(value: unknown): Finished[] {
  const found = (Array.isArray(value) ? value : [])
    .slice(-MOST_MATCHES)
    .flatMap((each) => readMatch(asRecord(each)));
  return inOrder(found);
}

function readMatch(found: Record<string, unknown>): Finished[] {
  const { table, game, ended, helped, players, achieved, brought } = found;
  if (!isText(table, 40) || !isText(game, 40) || !isTime(ended) || !Array.isArray(players)) return [];
  const read = players.slice(0, 8).flatMap((each) => readPlayer(asRecord(each)));
  const whole = read.length === players.length && read.some(({ mine }) => mine);
  if (!whole) return [];
  const match = { table, game, ended, helped: helped === true, players: read, ...readAchieved(achieved) };
  return [brought === true ? { ...match, brought } : match];
}

/** Well-formed IDs, each once; those that the game does not have are shown nowhere. A match can do without. */
function readAchieved(value: unknown): Pick<Finished, "achieved"> {
  if (!Array.isArray(value) || value.length > MOST_ACHIEVED || !value.every(isId)) return {};
  return { achieved: [...new Set(value)] };
}

function readPlayer({ name, level, place, score, won, mine }: Record<string, unknown>): Player[] {
  const isLevel = level === null || isText(level, 40);
  const isPlace = place === null || (isInteger(place) && place >= 1 && place <= 8);
  if (!isText(name) || !isLevel || !isPlace || !isInteger(score)) return [];
  return [{ name, level, place, score, won: won === true, mine: mine === true }];
}
