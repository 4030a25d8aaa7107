/** What the others have done since the viewer's last turn, to be marked in their colours. */
import { wayOf, type Way } from "./log";
import type { GameEvent, Play } from "./types";

export interface News {
  /** Who brought a card to where it lies. */
  cards: ReadonlyMap<string, string>;
  /** Who ran from where to where. */
  ways: readonly (Way & { seat: string })[];
  /** The landscapes that were turned up. */
  lands: ReadonlySet<string>;
}

/** Which card an event brings to a new place, if any. */
function cardOf(event: GameEvent): string | null {
  switch (event.kind) {
    case "drafted":
    case "placed":
    case "swapped":
    case "added":
    case "settled":
    case "tucked":
      return event.values.husky;
    case "revealed":
      return event.values.card;
    default:
      return null;
  }
}

export function newsOf(play: Play): News {
  // What the own last action led to for others belongs to it, too: they turned up cards before anything else.
  const mine = play.log.findLast(({ seat, undone }) => seat === play.seat && !undone);
  const turns = [mine?.events ?? [], ...play.since.map(({ events }) => events)];
  const events = turns.flat().filter(({ seat }) => seat !== play.seat);
  const cards = new Map<string, string>();
  const lands = new Set<string>();
  for (const event of events) {
    const card = cardOf(event);
    if (card !== null && event.seat !== null) cards.set(card, event.seat);
    if (event.kind === "gave_back" && event.seat !== null)
      for (const husky of event.values.returned) cards.set(husky, event.seat);
    if (event.kind === "day_began" && event.values.landscape !== null) lands.add(event.values.landscape);
  }
  const seats = [...new Set(events.map(({ seat }) => seat))];
  const ways = seats.flatMap((seat) => {
    const way = wayOf(events.filter((event) => event.seat === seat));
    return seat !== null && way && way.to > way.begin ? [{ seat, ...way }] : [];
  });
  return { cards, ways, lands };
}
