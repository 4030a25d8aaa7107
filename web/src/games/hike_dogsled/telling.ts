/** What the log tells: how long it takes to follow, what there is to read in between, and how it all came about. */
import type { Happening, LogEntry } from "../../protocol";
import type { Play } from "../contract";
import type { View } from "./view";

export const happened = (entry: LogEntry, ...kinds: readonly string[]): Happening[] =>
  entry.events.filter((event) => kinds.includes(event.kind));

/** Picks that are revealed together, the beginning of the race, a day that all raced unseen. */
export type Between = "picks" | "race" | "day";

export function betweenOf(entry: LogEntry): Between | null {
  if (happened(entry, "gave", "lost_husky").length) return "picks";
  if (happened(entry, "preparations_ended").length) return "race";
  return happened(entry, "raced").length ? "day" : null;
}

/** Who has picked a husky for the loose card that is at work. */
export function pickers(log: readonly LogEntry[]): string[] {
  const events = log.flatMap((entry) => entry.events);
  const turned = events.findLastIndex(({ kind }) => kind === "loose_turned");
  return events
    .slice(turned + 1)
    .flatMap(({ kind, seat }) => (kind.startsWith("picked") && seat ? [seat] : []));
}

/** A long way takes longer to follow; so does what there is to read. */
export function moments(entry: LogEntry): number {
  const fields = happened(entry, "used", "moved").reduce(
    (sum, { values }) => sum + Number(values["fields"] ?? 0),
    0,
  );
  const turned = happened(entry, "revealed", "loose_turned").length;
  return 0.9 + Math.min(9, fields) * 0.2 + Math.min(4, turned) * 0.2 + (betweenOf(entry) ? 3 : 0);
}

/** Those in the first place; nobody if nobody was ready in time. */
export function winners(play: Play): string[] {
  const { places, seats } = play.base.view as View;
  if (seats.every(({ status }) => status === "eliminated" || status === "unready")) return [];
  return seats.map(({ seat }) => seat).filter((_, n) => places?.[n] === 1);
}

/** What a seat has done in the race. */
export interface Story {
  declared: number | null;
  /** Fields moved on each race day. */
  days: number[];
  care: number;
  paid: number;
  rested: number;
  lost: number;
}

export function stories(log: readonly LogEntry[]): Record<string, Story> {
  const told: Record<string, Story> = {};
  let day = 0;
  let racing = 0;
  for (const { kind, seat, values } of log.flatMap((entry) => entry.events)) {
    if (kind === "day_began") day = Number(values["day"]);
    if (kind === "race_day") racing = Number(values["day"]);
    if (seat === null) continue;
    const story = (told[seat] ??= { declared: null, days: [], care: 0, paid: 0, rested: 0, lost: 0 });
    const move = (n: number): void => void (story.days[racing - 1] = (story.days[racing - 1] ?? 0) + n);
    if (kind === "readied") story.declared = day;
    if (kind === "used" || kind === "moved") move(Number(values["fields"] ?? 0));
    if (kind === "entered") move(1);
    if (kind === "raced") move(Number(values["to"]) - Number(values["begin"]));
    if (kind === "cared") story.care += 1;
    if (kind === "raced") story.care += Number(values["care"] ?? 0);
    if (kind === "paid") story.paid += 1;
    if (kind === "rested") story.rested += 1;
    if (kind === "lost_points") story.lost += String(values["points"] ?? "").length;
  }
  return told;
}

/** How the match was won: at the finish, alone, or because the race stood still. */
export function howWon(log: readonly LogEntry[]): string | null {
  for (const entry of log.toReversed()) {
    const [won] = happened(entry, "won");
    if (won) return String(won.values["how"]);
    if (happened(entry, "nobody_won").length) return "nobody";
  }
  return null;
}
