/** What the log tells: ways that sleds went, and how a race came about. */
import type { Entry, EventOf, Events, GameEvent, Play } from "./types";

/** The spaces that each sled passed in these entries, the one where it began first. */
export function waysOf(entries: readonly Events[]): Map<string, number[]> {
  const ways = new Map<string, number[]>();
  for (const event of entries.flatMap((entry) => entry.events)) {
    const { seat } = event;
    if (event.kind !== "moved" || seat === null) continue;
    const [begin, ...path] = event.values.path;
    const before = ways.get(seat);
    ways.set(seat, before ? [...before, ...path] : begin === undefined ? [] : [begin, ...path]);
  }
  return ways;
}

const AT_THE_START = 3; // both dogs and the brake

/** The race that an entry of the log belongs to, and the brakes as they were before it, by seat, as far as the log tells. */
export function seen(play: Pick<Play, "log">, seq: number): { race: number; brakes: Map<string, number> } {
  let race = 1;
  const brakes = new Map<string, number>();
  for (const entry of play.log) {
    if (entry.seq >= seq) break;
    for (const { kind, seat, values } of entry.events) {
      if (kind === "race_began") race = values.race;
      if (kind === "started" && seat) brakes.set(seat, AT_THE_START);
      if (kind === "played" && seat) brakes.set(seat, Number(values.mat.split("/")[2]));
    }
  }
  return { race, brakes };
}

const HARD = new Set<GameEvent["kind"]>(["hit_sled", "hit_side", "wrecked", "sped", "broke_sapling"]);

/** A long way takes longer to follow; so does a crash. */
export function moments(turn: Events): number {
  const steps = Math.max(0, ...[...waysOf([turn]).values()].map((way) => way.length - 1));
  const hard = turn.events.some(({ kind }) => HARD.has(kind));
  return 0.4 + steps * 0.1 + (hard ? 0.8 : 0);
}

/** What the last way of each sled ended in, until its next turn. */
export function crashesOf(entries: readonly Events[]): Map<string, "crash" | "wreck"> {
  const found = new Map<string, "crash" | "wreck">();
  for (const { kind, seat } of entries.flatMap((entry) => entry.events)) {
    if (kind === "race_began") found.clear();
    if (seat !== null && kind === "played") found.delete(seat);
    if (seat !== null && (kind === "hit_sled" || kind === "hit_side")) found.set(seat, "crash");
    if (seat !== null && kind === "wrecked") found.set(seat, "wreck");
  }
  return found;
}

/** The ways that lines of the log light, of those that were gone in a race. */
export function litWays(lit: ReadonlySet<string>, race: number): { seat: string; way: number[] }[] {
  return [...lit].flatMap((name) => {
    const [word, of, seat, ...way] = name.split(" ");
    return word === "way" && Number(of) === race && seat ? [{ seat, way: way.map(Number) }] : [];
  });
}

/** The name of a way, for the log to light it. */
export const wayName = (race: number, seat: string | null, way: readonly number[]): string =>
  ["way", race, seat, ...way].join(" ");

export const endOfRace = (entry: Entry): EventOf<"race_ended"> | undefined =>
  entry.events.find((event) => event.kind === "race_ended");

/** A race has ended, and another comes. */
export const raceBetween = (entry: Entry): boolean =>
  endOfRace(entry) !== undefined && entry.events.some(({ kind }) => kind === "race_began");

/** Where the sleds of the last race came to rest. */
export function lastSpaces(log: readonly Entry[]): Map<string, number> {
  const began = log.findLastIndex((entry) => entry.events.some(({ kind }) => kind === "race_began"));
  const ways = [...waysOf(log.slice(Math.max(0, began)))];
  return new Map(ways.flatMap(([seat, way]) => (way.length ? [[seat, way.at(-1)!]] : [])));
}

/** Those in the first place; nobody if no sled has ever come anywhere. */
export function winners(play: Play): string[] {
  const { places, results, seats } = play.base.view;
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
export function accounts(log: readonly Entry[]): Record<string, Account>[] {
  const races: Record<string, Account>[] = [];
  let race: Record<string, Account> = {};
  let round = 0;
  for (const event of log.flatMap((entry) => entry.events)) {
    if (event.kind === "round_began") round = event.values.round;
    if (event.kind === "race_ended") {
      races[event.values.race - 1] = race;
      race = {};
    }
    if (event.seat !== null) count((race[event.seat] ??= { ...NOTHING }), event, round);
  }
  return races;
}

/** The places of each sled by round, the start first and the end of the race last; a wreck ends the row. */
export type Course = Record<string, number[]>;

/** How each race went. `round_began` tells who still races, the leader first. */
export function courses(log: readonly Entry[]): Course[] {
  const races: Course[] = [];
  let race: Course = {};
  const finished = new Set<string>();
  for (const event of log.flatMap((entry) => entry.events)) {
    if (event.kind === "crossed" && event.seat) finished.add(event.seat);
    if (event.kind === "round_began") {
      const before = [...finished].filter((seat) => !event.values.order.includes(seat)).length;
      for (const [n, seat] of event.values.order.entries()) (race[seat] ??= []).push(before + n + 1);
    }
    if (event.kind === "race_ended") {
      for (const [seat, place] of Object.entries(event.values.places))
        if (place !== null) (race[seat] ??= []).push(place);
      races[event.values.race - 1] = race;
      race = {};
      finished.clear();
    }
  }
  return races;
}

/** The dent that wrecks a sled. */
const FIFTH = 5;

function count(account: Account, event: GameEvent, round: number): void {
  const dent = (dents: number): void => void (account.dents = Math.max(account.dents, dents));
  switch (event.kind) {
    case "moved":
      account.spaces += event.values.path.length - 1;
      break;
    case "took_bonus":
      account.bonuses += 1;
      break;
    case "sped":
      account.lines += 1;
      dent(event.values.dents);
      break;
    case "broke_sapling":
      account.saplings += 1;
      dent(event.values.dents);
      break;
    case "hit_side":
      account.sides += 1;
      dent(event.values.dents);
      break;
    case "no_canine":
      dent(event.values.dents);
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
      dent(FIFTH);
      break;
  }
}
