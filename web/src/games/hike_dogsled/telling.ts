/** What the log tells: how long it takes to follow, what there is to read in between, and how it all came about. */
import type { Entry, EventOf, Events, GameEvent, Play } from "./types";

export const happened = <Kind extends GameEvent["kind"]>(
  { events }: Events,
  ...kinds: readonly Kind[]
): EventOf<Kind>[] =>
  events.filter((event): event is EventOf<Kind> => (kinds as readonly string[]).includes(event.kind));

/** Picks that are revealed together, the beginning of the race, a day that all raced unseen. */
export type Between = "picks" | "race" | "day";

export function betweenOf(entry: Entry): Between | null {
  if (happened(entry, "gave", "lost_husky").length) return "picks";
  if (happened(entry, "preparations_ended").length) return "race";
  return happened(entry, "raced").length ? "day" : null;
}

/** Up to where the events tell of a day that is over; -1 if no new day begins. */
export const nightfall = ({ events }: Events): number =>
  events.findLastIndex(({ kind }) => kind === "day_began" || kind === "another_day" || kind === "race_day");

/** Nobody's turn goes on beyond the day: the last of one day may be the first of the next. */
export const beginsTurn = (_: Entry, before: Entry): boolean => nightfall(before) >= 0;

/** Who has picked a husky for the loose card that is at work. */
export function pickers(log: readonly Entry[]): string[] {
  const events = log.flatMap((entry) => entry.events);
  const turned = events.findLastIndex(({ kind }) => kind === "loose_turned");
  const seats = events
    .slice(turned + 1)
    .flatMap(({ kind, seat }) => ((kind === "picked" || kind === "picked.hidden") && seat ? [seat] : []));
  return [...new Set(seats)];
}

/** A long way takes longer to follow. */
export function moments(turn: Events): number {
  const fields = happened(turn, "used", "moved").reduce((sum, { values }) => sum + values.fields, 0);
  const turned = happened(turn, "revealed", "loose_turned").length;
  return 0.9 + Math.min(9, fields) * 0.2 + Math.min(4, turned) * 0.2;
}

/** Those in the first place; nobody if nobody was ready in time. */
export function winners(play: Play): string[] {
  const { places, seats } = play.base.view;
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

export function stories(log: readonly Entry[]): Record<string, Story> {
  const told: Record<string, Story> = {};
  let day = 0;
  let racing = 0;
  for (const event of log.flatMap((entry) => entry.events)) {
    if (event.kind === "day_began") day = event.values.day;
    if (event.kind === "race_day" || event.kind === "all_race") racing = event.values.day;
    if (event.seat === null) continue;
    const story = (told[event.seat] ??= { declared: null, days: [], care: 0, paid: 0, rested: 0, lost: 0 });
    const fields = tell(story, event, day);
    if (fields !== null) story.days[racing - 1] = (story.days[racing - 1] ?? 0) + fields;
  }
  return told;
}

/** Add an event to the story of its seat, and give the fields that it moved; null if it did not move. */
function tell(story: Story, event: GameEvent, day: number): number | null {
  switch (event.kind) {
    case "used":
    case "moved":
      return event.values.fields;
    case "entered":
      return 1;
    case "raced":
      story.care += event.values.care;
      return event.values.to - event.values.begin;
    case "readied":
      story.declared = day;
      break;
    case "cared":
      story.care += 1;
      break;
    case "paid":
      story.paid += 1;
      break;
    case "rested":
      story.rested += 1;
      break;
    case "lost_points":
      story.lost += event.values.points.length;
      break;
  }
  return null;
}

export type Won = EventOf<"won">["values"];

/** How the match was won, and what decided; null if nobody has won. */
export const howWon = (log: readonly Entry[]): Won | null =>
  happened({ events: log.flatMap(({ events }) => events) }, "won")[0]?.values ?? null;
