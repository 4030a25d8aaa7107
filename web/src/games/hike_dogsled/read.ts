/** What is asked of the viewer, and what the server says that the answers lead to. No rule stands here. */
import { asked, fixedOf, ownOf, viewOf } from "../asking";
import type { Play } from "./types";
import type { Kennel, Outcome, Own, Preview, Seat, TableView, View } from "./view";

export { asked, fixedOf, ownOf, viewOf };

/** While all race at the same time only `own` tells what is asked. */
export const decisionOf = (play: Play): string => ownOf(play)?.today?.decision ?? viewOf(play).decision;

/** A seat as the viewer knows it, in a position that is shown or pointed at. */
export function seatIn(
  { view, own }: { view: View; own: Own | null },
  seat: string | null,
): Seat | undefined {
  if (own?.today && own.seat === seat) return own.today.seat;
  return view.seats.find((each) => each.seat === seat);
}
export const seatOf = (play: Play, seat: string | null): Seat | undefined => seatIn(play.shown, seat);

export const askedFor = (play: Play, ...decisions: readonly string[]): boolean =>
  asked(play) && decisions.includes(decisionOf(play));

/** Cards are moved about in these: to the hand, into slots. */
export const laying = (play: Play): boolean => askedFor(play, "action", "bonus", "settle");

// --- actions as they are written

export interface Action {
  verb: string;
  words: string[];
}

export function readAction(action: string): Action {
  const [verb = "", ...words] = action.split(/[ +]/);
  return { verb, words };
}

/** All legal ways to move a card about, by where it comes from. */
export interface Ways {
  /** From the centre or the hand: by the card, then by the slot or "hand". */
  centre: Map<string, Map<string, string>>;
  hand: Map<string, Map<string, string>>;
  /** By the slot that is lifted from, then the card, then the slot. */
  swap: Map<string, Map<string, Map<string, string>>>;
}

function into<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

const known = new WeakMap<readonly string[], Ways>();

/** The same list of legal actions is read once. */
export function waysOf(play: Play): Ways {
  const { legal } = play.shown;
  let ways = known.get(legal);
  if (!ways) known.set(legal, (ways = readWays(legal)));
  return ways;
}

export function readWays(legal: readonly string[]): Ways {
  const ways: Ways = { centre: new Map(), hand: new Map(), swap: new Map() };
  for (const action of legal) {
    const {
      verb,
      words: [first = "", second = "", third = ""],
    } = readAction(action);
    if (verb === "draft") into(ways.centre, first, () => new Map<string, string>()).set(second, action);
    if (verb === "place") into(ways.hand, first, () => new Map<string, string>()).set(second, action);
    if (verb === "swap") {
      const lifted = into(ways.swap, first, () => new Map<string, Map<string, string>>());
      into(lifted, second, () => new Map<string, string>()).set(third, action);
    }
  }
  return ways;
}

/** Legal actions of one kind by the slot, column, seat or card that they name. */
export function actionsOn(play: Play, verb: string): Map<string, string> {
  const found = new Map<string, string>();
  if (!asked(play)) return found;
  for (const action of play.shown.legal) {
    const read = readAction(action);
    if (read.verb === verb) found.set(read.words[0] ?? "", action);
  }
  return found;
}

export const may = (play: Play, action: string): boolean => asked(play) && play.shown.legal.includes(action);

// --- sleds

export const huskyIn = (seat: Seat | undefined, slot: string | null): string | null =>
  (slot !== null && seat?.sled[slot]?.husky) || null;

/** The slots of a sled row by row. */
export function rowsOf({ slots, columns }: TableView): string[][] {
  return [slots.slice(0, columns), slots.slice(columns)];
}

export const columnOf = (slot: string): string => slot.slice(1);

export const filled = (seat: Seat): number =>
  Object.values(seat.sled).filter((kennel: Kennel) => kennel.husky !== null).length;

/**
 * A sled as the draft leaves it: if the day ends with it, all huskies wake up in the position that follows, but until the
 * draft is confirmed it has not ended, and those that have run are tired.
 */
export function asDrafted(play: Play, seat: Seat): Seat {
  const before = play.base.view;
  if (before.phase !== "race" || viewOf(play).day === before.day) return seat;
  const tired = new Set(
    Object.entries(seatIn(play.base, seat.seat)?.sled ?? {}).flatMap(([slot, { state }]) =>
      state === "tired" ? [slot] : [],
    ),
  );
  for (const { verb, words } of play.draft.map(readAction)) {
    if (verb === "use") tired.add(words[0] ?? "");
    else if (verb === "care") tired.delete(words[0] ?? "");
    else if (verb === "double") for (const slot of tired) if (columnOf(slot) === words[0]) tired.delete(slot);
  }
  const sled = Object.entries(seat.sled).map(([slot, kennel]): [string, Kennel] => [
    slot,
    kennel.state === "ready" && tired.has(slot) ? { ...kennel, state: "tired" } : kennel,
  ]);
  return { ...seat, sled: Object.fromEntries(sled) };
}

/** How the use of a husky goes, if it can be used: one preview for each custom terrain. */
export const previewsOf = (play: Play, slot: string): Preview[] =>
  ownOf(play)?.previews.filter((preview) => preview.slot === slot) ?? [];

export const previewOf = (play: Play, action: string | null): Preview | null =>
  ownOf(play)?.previews.find((preview) => preview.action === action) ?? null;

/** How far the huskies that a care card makes ready could run: a tired one that is missing could still not run. */
export const refreshedOf = (play: Play, slot: string): Preview[] =>
  ownOf(play)?.refreshed.filter((preview) => preview.slot === slot) ?? [];

/** The slots of the tired huskies that a care card would make ready. */
export function patientsOf(play: Play, action: string): string[] {
  const { verb, words } = readAction(action);
  if (verb === "care") return [words[0] ?? ""];
  const sled = seatOf(play, play.seat)?.sled ?? {};
  return fixedOf(play).slots.filter((slot) => columnOf(slot) === words[0] && sled[slot]?.state === "tired");
}

/** The way that leads furthest. */
export const furthestOf = (previews: readonly Preview[]): Outcome | null =>
  previews
    .flatMap(({ outcomes }) => outcomes)
    .reduce<Outcome | null>((best, each) => (best && best.to >= each.to ? best : each), null);
