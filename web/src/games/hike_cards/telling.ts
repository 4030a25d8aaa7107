/** What the log tells: the accounts of the rounds, and what has just happened to each seat. */
import type { Entry, EventOf, Events, GameEvent } from "./types";
import type { Account } from "./view";

const happened = <Kind extends GameEvent["kind"]>({ events }: Events, kind: Kind): EventOf<Kind>[] =>
  events.filter((event): event is EventOf<Kind> => event.kind === kind);

/** How the points of the round came about that ended with an entry. */
export function accountOf(entry: Entry): Account | null {
  return happened(entry, "round_ended")[0]?.values ?? null;
}

export const accounts = (log: readonly Entry[]): Account[] =>
  log.map(accountOf).filter((account) => account !== null);

/** Eliminations pause. */
export const moments = (turn: Events): number => 1 + 1.5 * Math.min(3, happened(turn, "eliminated").length);

/** Why people are out, in the server's words, and who they are. */
export function eliminations(entries: readonly Entry[]): EventOf<"eliminated">[] {
  return entries.flatMap((entry) => (accountOf(entry) ? [] : happened(entry, "eliminated")));
}

export type News =
  | { kind: "drew"; n: number }
  | { kind: "dealt"; n: number }
  | { kind: "bugs"; n: number }
  | { kind: "planted"; n: number }
  | { kind: "nothing" | "worm" | "eliminated" | "out" | "spent" };

/** What has just happened to each seat, for a moment beside its mark. The last thing counts. */
export function newsOf(entries: readonly Entry[]): Map<string, News> {
  const news = new Map<string, News>();
  for (const event of entries.flatMap((entry) => (accountOf(entry) ? [] : entry.events))) {
    for (const [seat, each] of ofEvent(event)) news.set(seat, each);
  }
  return news;
}

function ofEvent(event: GameEvent): Array<[string, News]> {
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
