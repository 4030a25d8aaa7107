/** Entries of a log for tests, of the values that a test is about. */
import type { AnyEvent, Entry } from "../games/contract";

/** An event by its kind and some of its values, which are those that this kind has. */
export type Part<Event extends AnyEvent> = Event extends AnyEvent
  ? [kind: Event["kind"], values: Partial<Event["values"]>, seat?: string]
  : never;

export function entryOf<Event extends AnyEvent>(...parts: Part<Event>[]): Entry<Event> {
  const told: readonly (readonly [string, object, string?])[] = parts;
  // A real event has all of its values.
  const events: unknown[] = told.map(([kind, values, seat = "A"]) => ({ kind, seat, values, text: "" }));
  return { seq: 1, kind: "move", seat: "A", actions: [], events: events as Event[], undone: false, at: 0 };
}
