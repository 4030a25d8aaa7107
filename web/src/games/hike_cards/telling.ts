/** What the log tells: the accounts of the rounds, and what has just happened to each seat. */
import { readPut } from "./read";
import type { Entry, EventOf, Events, GameEvent, Play } from "./types";
import type { Account } from "./view";

export const happened = <Kind extends GameEvent["kind"]>({ events }: Events, kind: Kind): EventOf<Kind>[] =>
  events.filter((event): event is EventOf<Kind> => event.kind === kind);

/** How the points of the round came about that ended with an entry. */
export function accountOf(entry: Entry): Account | null {
  return happened(entry, "round_ended")[0]?.values ?? null;
}

export const accounts = (log: readonly Entry[]): Account[] =>
  log.map(accountOf).filter((account) => account !== null);

/** Eliminations pause. */
export const moments = (turn: Events): number => 1 + 1.5 * Math.min(3, happened(turn, "eliminated").length);

/** What has happened since the viewer's last move, or just now by it. What the account of a round tells is left to it. */
export function recent({ since, last }: Pick<Play, "since" | "last">): GameEvent[] {
  const others = since.flatMap((turn) => turn.entries);
  const isNew = ({ seq }: Entry): boolean => !others.some((other) => other.seq === seq);
  return [...last.filter(isNew), ...others]
    .filter((_, n, all) => !all.slice(n).some(accountOf))
    .flatMap((entry) => entry.events);
}

/** What came of the viewer's own last turn, and all since, as far as the account of a round does not tell it. */
export function sinceMine({ log, seat }: Pick<Play, "log" | "seat">): GameEvent[] {
  const mine = Math.max(
    0,
    log.findLastIndex((entry) => entry.kind === "move" && entry.seat === seat),
  );
  return log.slice(Math.max(mine, log.findLastIndex(accountOf) + 1)).flatMap((entry) => entry.events);
}

/** Who is stuck on what since then; those who are stuck on the same together, each of them once. */
export function stuckIn(events: readonly GameEvent[]): { on: string; seats: string[] }[] {
  const found = new Map<string, Set<string>>();
  for (const { seat, values } of happened({ events }, "eliminated"))
    found.set(values.on, (found.get(values.on) ?? new Set()).add(seat ?? ""));
  return [...found].map(([on, seats]) => ({ on, seats: [...seats] }));
}

export type Effect =
  | { kind: "drew"; n: number }
  | { kind: "dealt"; n: number }
  | { kind: "bugs"; n: number }
  | { kind: "planted"; n: number }
  | { kind: "nothing" | "worm" | "eliminated" | "out" | "spent" };

/** What a seat has played, and what has happened to it; the last of each counts. */
export interface News {
  card: string | null;
  effect: Effect | null;
}

/** What is shown beside the mark of each seat. */
export function newsOf(events: readonly GameEvent[]): Map<string, News> {
  const news = new Map<string, News>();
  const of = (seat: string): News => news.get(seat) ?? { card: null, effect: null };
  for (const event of events) {
    if (event.kind === "played" && event.seat)
      news.set(event.seat, { card: readPut(event.values.card)?.card ?? null, effect: null });
    for (const [seat, effect] of ofEvent(event)) news.set(seat, { ...of(seat), effect });
  }
  return news;
}

function ofEvent(event: GameEvent): Array<[string, Effect]> {
  const { seat } = event;
  if (event.kind === "redealt")
    return Object.entries(event.values.hands).map(([each, n]) => [each, { kind: "dealt", n }]);
  if (event.kind === "laid_out")
    return Object.entries(event.values.bugs).map(([each, n]) => [each, { kind: "bugs", n }]);
  if (seat === null) return [];
  switch (event.kind) {
    case "drew":
    case "drew.hidden":
      return event.values.number ? [[seat, { kind: "drew", n: event.values.number }]] : [];
    case "planted":
      return [[seat, { kind: "planted", n: event.values.cards.length }]];
    case "planted_nothing":
    case "no_bird":
      return [[seat, { kind: "nothing" }]];
    case "captured":
      return [[seat, { kind: "worm" }]];
    case "eliminated":
    case "out":
    case "spent":
      return [[seat, { kind: event.kind }]];
    default:
      return [];
  }
}
