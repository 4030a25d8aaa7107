/** Which actions the hand shows: those that are called as a card in it is. */
import type { Shape } from "../../protocol";
import { asList, ownParts, type Labelled } from "./arranging";
import { shapeOf } from "./shapes";
import type { Play, Value } from "./types";

/** What only the viewer sees. */
export function held(play: Play): Labelled[] {
  const { own } = play.shown;
  return own ? ownParts(shapeOf(play.game).own, own, play.seat) : [];
}

/** The cards of a list, if some of them are actions now. */
export function playable(play: Play, shape: Shape, value: Value): string[] | null {
  if (!play.mine || play.done || shape.kind !== "list" || shape.of?.kind !== "name") return null;
  const cards = asList(value).map(String);
  return cards.some((card) => play.shown.legal.includes(card)) ? cards : null;
}

/** All cards that can be pressed in the hand. */
export const inHand = (play: Play): ReadonlySet<string> =>
  new Set(held(play).flatMap(({ shape, value }) => playable(play, shape, value) ?? []));
