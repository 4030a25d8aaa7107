/** Turns in words, for the log. */
import type { Component } from "svelte";
import type { Thing } from "../contract";
import { inARow, inParts, listFormat, type Part } from "../saying";
import Small from "./Small.svelte";
import { aCard, nameOfCard, someCards } from "./names";
import { grouped, readPut, type Group } from "./read";
import { happened } from "./telling";
import type { Entry, EventOf, GameEvent, Line, Play, Turn } from "./types";

const picture = (card: string): Pick<Thing, "Picture" | "of" | "name"> => ({
  Picture: Small as Component<Record<string, unknown>>,
  of: { card },
  name: nameOfCard(card),
});

/** What was put on the pile: a Peak, The Wind as a Lake. */
function put(action: string): Thing {
  return { text: aCard(action), ...picture(readPut(action)?.card ?? action) };
}

const some = ({ card, n }: Group): Thing => ({ text: someCards(card, n), ...picture(card) });

const who = (play: Play, seat: string): Thing => ({ text: play.names[seat] ?? seat, lights: seat });

/** A turn begins with every entry, but the answer to The Worm is part of the turn that brought it. */
export const beginsTurn = (entry: Entry): boolean =>
  !entry.events.some((event) => event.kind === "no_bird" || event.kind === "captured");

/** What the seat did, and what came of it for all, in one line; who left the round, and how, in lines of their own. */
export function tell(turn: Pick<Turn, "seat" | "events">, play: Play): Line[] {
  const line: Part[][] = [];
  const lines: Line[] = [];
  const name = play.names[turn.seat ?? ""] ?? turn.seat ?? "";
  for (const event of turn.events) {
    const deed = deedOf(event, name) ?? effectOf(event, play);
    if (deed) line.push(deed);
    const apart = apartOf(event, play);
    if (apart) lines.push({ seat: event.seat, parts: apart });
  }
  const drawn = drawnIn(turn, play);
  if (drawn.length) line.splice(1, 0, ...drawn);
  return line.length ? [{ seat: turn.seat, parts: inARow(line) }, ...lines] : lines;
}

/** What the seat itself did. */
function deedOf(event: GameEvent, name: string): Part[] | null {
  switch (event.kind) {
    case "played":
      return inParts("hike_cards.log.played", { name, card: put(event.values.card) });
    case "no_bird":
      return inParts("hike_cards.log.no_bird", { name });
    case "captured":
      return inParts("hike_cards.log.captured", { name });
    case "planted": {
      const cards = grouped(event.values.cards).map(some);
      return inParts("hike_cards.log.planted", { name, cards });
    }
    case "planted_nothing":
      return inParts("hike_cards.log.planted_nothing", { name });
    case "again":
      return inParts("hike_cards.log.again", { name });
    default:
      return null;
  }
}

/** What holds for everybody from now on. */
function effectOf(event: GameEvent, play: Play): Part[] | null {
  switch (event.kind) {
    case "reversed":
      return inParts(
        event.values.direction === "clockwise" ? "hike_cards.log.clockwise" : "hike_cards.log.counter",
      );
    case "redealt":
      return inParts("hike_cards.log.redealt");
    case "laid_out": {
      const bugs = Object.entries(event.values.bugs).map(([seat, n]) => `${play.names[seat] ?? seat} ${n}`);
      return bugs.length ? inParts("hike_cards.log.laid_out", { bugs: listFormat().format(bugs) }) : null;
    }
    default:
      return null;
  }
}

/** What happened to somebody, and the rounds. */
function apartOf(event: GameEvent, play: Play): Part[] | null {
  const name = who(play, event.seat ?? "");
  switch (event.kind) {
    case "eliminated": {
      const { on, number } = event.values;
      if (on === "sun") return inParts("hike_cards.log.stuck_sun", { name, n: number });
      if (on === "drought") return inParts("hike_cards.log.stuck_drought", { name, n: number });
      return inParts("hike_cards.log.stuck", { name, card: put(on), n: number });
    }
    case "out":
      return inParts("hike_cards.log.out", { name });
    case "spent":
      return inParts("hike_cards.log.spent", { name, n: event.values.bugs });
    case "kept":
      return inParts("hike_cards.log.kept", { name });
    case "round_ended":
      return roundOf(event, play);
    case "tied":
      return inParts("hike_cards.log.tied", { n: event.values.total });
    case "dealt":
      return inParts("hike_cards.log.dealt", { name, n: event.values.round });
    case "ended":
      return inParts("hike_cards.log.ended", { name, n: event.values.totals[event.seat ?? ""] ?? 0 });
    default:
      return null;
  }
}

function roundOf({ values }: EventOf<"round_ended">, play: Play): Part[] {
  const points = Object.entries(values.points)
    .filter(([, n]) => n > 0)
    .map(([seat, n]) => play.say("hike_cards.log.points", { name: play.names[seat] ?? seat, n }));
  return inParts("hike_cards.log.round_ended", { n: values.round, points: listFormat().format(points) });
}

/** Who drew how many cards; which, if one may know it. */
function drawnIn(turn: Pick<Turn, "events">, play: Play): Part[][] {
  const drew = happened(turn, "drew").map((event) => {
    const cards = grouped(event.values.cards).map(some);
    return inParts("hike_cards.log.drew", { name: who(play, event.seat ?? ""), cards });
  });
  const hidden = new Map<number, Thing[]>();
  for (const { seat, values } of happened(turn, "drew.hidden"))
    if (values.number)
      hidden.set(values.number, [...(hidden.get(values.number) ?? []), who(play, seat ?? "")]);
  const others = [...hidden].map(([n, names]) =>
    inParts("hike_cards.log.drew_hidden", { names, people: names.length, n }),
  );
  return [...drew, ...others];
}
