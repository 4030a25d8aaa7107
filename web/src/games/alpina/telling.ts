/** Turns in words for the log, and what of the others' turns stays marked on the board. */
import type { Component } from "svelte";
import type { Thing } from "../contract";
import { inParts, inARow, type Part } from "../saying";
import Small from "./Small.svelte";
import { keyOf, readCell, sideOf } from "./cells";
import { called } from "./names";
import type { EventOf, GameEvent, Line, Play, Turn } from "./types";

type Kinds = GameEvent["kind"];
const found = <Kind extends Kinds>(turn: Pick<Turn, "events">, kind: Kind): EventOf<Kind> | undefined =>
  turn.events.find((event): event is EventOf<Kind> => event.kind === kind);

/** A card in a line: pointing at the line lights its cell. */
function thing(play: Play, id: string, cell?: string): Thing {
  const named = { text: called(play, id), Picture: Small as Component<Record<string, unknown>> };
  const of = { card: play.fixed.cards[id] };
  return cell === undefined ? { ...named, of } : { ...named, of, lights: cell };
}

export function tell(turn: Turn, play: Play): Line[] {
  const name = play.names[turn.seat ?? ""] ?? turn.seat ?? "";
  const sentences: Part[][] = [];
  const laid = found(turn, "laid");
  if (laid) sentences.push(deed(turn, play, name, laid));
  const drew = found(turn, "drew");
  if (drew) sentences.push(inParts("alpina.log.drew", { name, card: thing(play, drew.values.card) }));
  const lines: Line[] = sentences.length ? [{ seat: turn.seat, parts: inARow(sentences) }] : [];
  if (found(turn, "ended")) lines.push({ seat: null, parts: inParts("alpina.log.full") });
  return lines;
}

/** The card, and the hiker if there is one. */
function deed(turn: Turn, play: Play, name: string, laid: EventOf<"laid">): Part[] {
  const { cell } = laid.values;
  const card = thing(play, laid.values.card, cell);
  const placed = found(turn, "placed");
  if (found(turn, "declined")) return inParts("alpina.log.none", { name, card });
  if (!placed) return inParts("alpina.log.laid", { name, card });
  const at = placed.values.cell;
  const side = sideOf(readCell(at), readCell(cell));
  if (!side) return inParts("alpina.log.on_it", { name, card });
  // In a replay the log tells of cards that do not lie there yet.
  const under = play.base.view.grid.find((spot) => keyOf(spot.cell) === at)?.card;
  const other =
    under === undefined ? { text: play.say("alpina.log.card"), lights: at } : thing(play, under, at);
  return inParts(`alpina.log.${side}`, { name, card, other });
}

export interface Marks {
  /** Whose card, by cell. */
  cards: ReadonlyMap<string, string>;
  /** Whose hiker, by cell. */
  hikers: ReadonlyMap<string, string>;
}

/** What the others have laid and placed since the viewer's last move. */
export function marksOf(play: Pick<Play, "since">): Marks {
  const marks = { cards: new Map<string, string>(), hikers: new Map<string, string>() };
  for (const event of play.since.flatMap((turn) => turn.events)) {
    if (event.seat === null) continue;
    if (event.kind === "laid") marks.cards.set(event.values.cell, event.seat);
    if (event.kind === "placed") marks.hikers.set(event.values.cell, event.seat);
  }
  return marks;
}
