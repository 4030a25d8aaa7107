/** What is asked of the viewer, and what the server says that the answers lead to. No rule stands here. */
import { asked, fixedOf, ownOf, viewOf } from "../asking";
import type { Play } from "./types";
import { courseNow } from "./shape";
import type { CourseShape, Outcome, Preview, Seat, View } from "./view";

export { asked, fixedOf, ownOf, viewOf };

export const SLOTS = ["L", "B", "R"] as const;
export type Slot = (typeof SLOTS)[number];

/** Slots in the order in which they are written. */
const WRITTEN = "LRB";
/** The worst first. */
export const KINDS = ["clean", "dent", "crash", "wreck"] as const;
export type Kind = (typeof KINDS)[number];

export const shapeOf = (play: Play): CourseShape => courseNow(fixedOf(play), viewOf(play)).shape;

export function seatOf(view: View, seat: string | null): Seat | undefined {
  return view.seats.find((each) => each.seat === seat);
}

export const askedFor = (play: Play, ...decisions: readonly string[]): boolean =>
  asked(play) && decisions.includes(viewOf(play).decision);

/** The viewer may lay cards, or lay those of an unconfirmed turn elsewhere. */
export const mayLay = (play: Play): boolean => play.mine && play.base.view.decision === "play";

export function writePlay(value: number, slots: readonly string[]): string {
  return `${value}@${[...WRITTEN].filter((slot) => slots.includes(slot)).join("")}`;
}

export interface CardPlay {
  value: number;
  slots: Slot[];
}

export function readPlay(action: string): CardPlay | null {
  const found = /^([1-5])@([LRB]{1,3})$/.exec(action);
  return found && { value: Number(found[1]), slots: SLOTS.filter((slot) => found[2]!.includes(slot)) };
}

/** The number of an action that names one: `start 4`, `discard 2`. */
export function readNumbered(action: string): { word: string; n: number } | null {
  const found = /^(start|discard) (\d+)$/.exec(action);
  return found && { word: found[1]!, n: Number(found[2]) };
}

/** How many cards of each value there are. */
export function counted(hand: readonly number[]): { value: number; n: number }[] {
  const values = [...new Set(hand)].sort((a, b) => a - b);
  return values.map((value) => ({ value, n: hand.filter((each) => each === value).length }));
}

export const previewOf = (play: Play, action: string | null): Preview | null =>
  ownOf(play)?.previews.find((preview) => preview.action === action) ?? null;

export const rank = (kind: string): number => KINDS.indexOf(kind as Kind);

/** What hurts least comes first; of that, what leads furthest. */
export const cost = (outcome: Outcome): number =>
  1000 * rank(outcome.kind) + 100 * (outcome.dents ?? 0) - outcome.path.length;

/** The best that cards of a value can do, wherever they go; null if there are none. */
export function bestOf(play: Play, value: number): Outcome | null {
  const outcomes = (ownOf(play)?.previews ?? []).flatMap(({ action, outcomes }) =>
    action !== null && readPlay(action)?.value === value ? outcomes : [],
  );
  return outcomes.reduce<Outcome | null>(
    (best, each) => (best && cost(best) <= cost(each) ? best : each),
    null,
  );
}

/** Outcomes by the space where they end, the cheapest of each first. */
export function byEnd(outcomes: readonly Outcome[]): Map<number, Outcome[]> {
  const ends = new Map<number, Outcome[]>();
  for (const outcome of outcomes) ends.set(outcome.end, [...(ends.get(outcome.end) ?? []), outcome]);
  return ends;
}

/** Is there a way to go on without running into anything? Then running into something is on purpose. */
export function avoidable(play: Play): boolean {
  return (ownOf(play)?.previews ?? []).some((preview) =>
    preview.outcomes.some((outcome) => rank(outcome.kind) < rank("crash")),
  );
}
