/** What the log tells: the accounts of the rounds, and what has just happened to each seat. */
import type { Happening, LogEntry } from "../../protocol";
import type { Account } from "./view";

const happened = (entry: LogEntry, kind: string): Happening[] =>
  entry.events.filter((event) => event.kind === kind);

/** How the points of the round came about that ended with an entry. */
export function accountOf(entry: LogEntry): Account | null {
  return (happened(entry, "round_ended")[0]?.values as unknown as Account | undefined) ?? null;
}

export const accounts = (log: readonly LogEntry[]): Account[] =>
  log.map(accountOf).filter((account) => account !== null);

/** Eliminations pause, and an account takes its time. */
export function moments(entry: LogEntry): number {
  const stuck = Math.min(3, happened(entry, "eliminated").length);
  return 1 + stuck * 1.5 + (accountOf(entry) ? 6 : 0);
}

/** Why people are out, in the server's words, and who they are. */
export function eliminations(entries: readonly LogEntry[]): Happening[] {
  return entries.flatMap((entry) => (accountOf(entry) ? [] : happened(entry, "eliminated")));
}

export type News =
  | { kind: "drew"; n: number }
  | { kind: "dealt"; n: number }
  | { kind: "bugs"; n: number }
  | { kind: "planted"; n: number }
  | { kind: "nothing" | "worm" | "eliminated" | "out" | "spent" };

/** What has just happened to each seat, for a moment beside its mark. The last thing counts. */
export function newsOf(entries: readonly LogEntry[]): Map<string, News> {
  const news = new Map<string, News>();
  for (const event of entries.flatMap((entry) => (accountOf(entry) ? [] : entry.events))) {
    for (const [seat, each] of ofEvent(event)) news.set(seat, each);
  }
  return news;
}

function ofEvent({ kind, seat, values }: Happening): Array<[string, News]> {
  const numbers = (of: unknown): Array<[string, number]> =>
    Object.entries((of ?? {}) as Record<string, number>);
  if (kind === "redealt") return numbers(values.hands).map(([each, n]) => [each, { kind: "dealt", n }]);
  if (kind === "laid_out") return numbers(values.bugs).map(([each, n]) => [each, { kind: "bugs", n }]);
  if (seat === null) return [];
  switch (kind) {
    case "drew":
    case "drew.hidden":
      return Number(values.number) ? [[seat, { kind: "drew", n: Number(values.number) }]] : [];
    case "planted":
      return [[seat, { kind: "planted", n: (values.cards as string[]).length }]];
    case "planted_nothing":
    case "no_bird":
      return [[seat, { kind: "nothing" }]];
    case "captured":
      return [[seat, { kind: "worm" }]];
    case "eliminated":
    case "out":
    case "spent":
      return [[seat, { kind }]];
    default:
      return [];
  }
}
