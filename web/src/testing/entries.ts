/** Entries of a log for tests, of the values that a test is about. */
import type { AnyEvent, Entry } from "../games/contract";

/** An event by its kind and some of its values, which are those that this kind has. */
export type Part<Event extends AnyEvent> = {
  [Each in Event as Each["kind"]]: [kind: Each["kind"], values: Partial<Each["values"]>, seat?: string];
}[Event["kind"]];

export function entryOf<Event extends AnyEvent>(...parts: Part<Event>[]): Entry<Event> {
  // A real event has all of its values.
  const events = parts.map(([kind, values, seat = "A"]) => ({ kind, seat, values, text: "" })) as unknown[];
  return { seq: 1, kind: "move", seat: "A", actions: [], events: events as Event[], undone: false, at: 0 };
}
