/** What the log tells: ways that sleds went, and how a race came about. */
import type { Happening, LogEntry } from "../../protocol";
import type { Play } from "../contract";
import type { View } from "./view";

const numbers = (of: unknown): number[] => (Array.isArray(of) ? (of as number[]) : []);

/** The spaces that each sled passed in these entries, the one where it began first. */
export function waysOf(entries: readonly LogEntry[]): Map<string, number[]> {
  const ways = new Map<string, number[]>();
  for (const { kind, seat, values } of entries.flatMap((entry) => entry.events)) {
    if (kind !== "moved" || seat === null) continue;
    const [begin, ...path] = numbers(values["path"]);
    const before = ways.get(seat);
    ways.set(seat, before ? [...before, ...path] : begin === undefined ? [] : [begin, ...path]);
  }
  return ways;
}

/** A long way takes longer to follow; so do a crash and the end of a race. */
export function moments(entry: LogEntry): number {
  const steps = Math.max(0, ...[...waysOf([entry]).values()].map((way) => way.length - 1));
  const hard = entry.events.some(({ kind }) => /^(hit_|wrecked|sped|broke_)/.test(kind));
  return 0.8 + steps * 0.17 + (hard ? 0.8 : 0) + (endOfRace(entry) ? 4 : 0);
}

export const endOfRace = (entry: LogEntry): Happening | undefined =>
  entry.events.find(({ kind }) => kind === "race_ended");

/** A race has ended, and another comes. */
export const raceBetween = (entry: LogEntry): boolean =>
  endOfRace(entry) !== undefined && entry.events.some(({ kind }) => kind === "race_began");

/** Where the sleds of the last race came to rest. */
export function lastSpaces(log: readonly LogEntry[]): Map<string, number> {
  const began = log.findLastIndex((entry) => entry.events.some(({ kind }) => kind === "race_began"));
  const ways = [...waysOf(log.slice(Math.max(0, began)))];
  return new Map(ways.flatMap(([seat, way]) => (way.length ? [[seat, way.at(-1)!]] : [])));
}

/** Those in the first place; nobody if no sled has ever come anywhere. */
export function winners(play: Play): string[] {
  const { places, results, seats } = play.base.view as View;
  const placed = results.some((result) => Object.values(result.places).some((place) => place !== null));
  return placed ? seats.map(({ seat }) => seat).filter((_, n) => places?.[n] === 1) : [];
}

/** The account of one sled in one race. */
export interface Account {
  spaces: number;
  dents: number;
  lines: number;
  saplings: number;
  sides: number;
  sleds: number;
  bonuses: number;
  /** The round in which it crossed the line or was wrecked; null if it did neither. */
  round: number | null;
  wrecked: boolean;
}

const NOTHING: Account = {
  spaces: 0,
  dents: 0,
  lines: 0,
  saplings: 0,
  sides: 0,
  sleds: 0,
  bonuses: 0,
  round: null,
  wrecked: false,
};

/** The account of every sled, race by race. */
export function accounts(log: readonly LogEntry[]): Record<string, Account>[] {
  const races: Record<string, Account>[] = [];
  let race: Record<string, Account> = {};
  let round = 0;
  for (const event of log.flatMap((entry) => entry.events)) {
    if (event.kind === "round_began") round = Number(event.values["round"]);
    if (event.kind === "race_ended") {
      races[Number(event.values["race"]) - 1] = race;
      race = {};
    }
    if (event.seat !== null) count((race[event.seat] ??= { ...NOTHING }), event, round);
  }
  return races;
}

function count(account: Account, { kind, values }: Happening, round: number): void {
  const dent = (): void => void (account.dents = Math.max(account.dents, Number(values["dents"] ?? 0)));
  switch (kind) {
    case "moved":
      account.spaces += numbers(values["path"]).length - 1;
      break;
    case "took_bonus":
      account.bonuses += 1;
      break;
    case "sped":
      account.lines += 1;
      dent();
      break;
    case "broke_sapling":
      account.saplings += 1;
      dent();
      break;
    case "hit_side":
      account.sides += 1;
      dent();
      break;
    case "no_canine":
      dent();
      break;
    case "hit_sled":
      account.sleds += 1;
      break;
    case "crossed":
      account.round = round;
      break;
    case "wrecked":
      account.round = round;
      account.wrecked = true;
      break;
  }
}
