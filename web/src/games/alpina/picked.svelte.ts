/** What the viewer has in hand on the way to an action: a card before its cell is chosen, and what is pointed at. */
import { onePer } from "../kept.svelte";
import type { Play } from "./types";

export class Picked {
  /** The card that the next cell is for. */
  card = $state<string | null>(null);
  /** The cell being pointed at (by mouse, finger or keyboard). */
  cell = $state<string | null>(null);
  /** The card of the hand being pointed at. */
  held = $state<string | null>(null);
  /** A card on its way with the pointer, in pixels of the page. */
  drag = $state<{ card: string; x: number; y: number; size: number } | null>(null);
}

export const pickedOf = onePer(
  (play: Play) => play,
  () => new Picked(),
);

/** Is the viewer to lay a card now? */
export const laying = (play: Play): boolean => play.mine && !play.done && play.shown.view.decision === "card";

/** Is the viewer to place a hiker now? */
export const hiking = (play: Play): boolean =>
  play.mine && !play.done && play.shown.view.decision === "hiker";

/** The card that the next cell is for, as long as it can be laid. */
export function cardInHand(play: Play): string | null {
  const { card } = pickedOf(play);
  return card && laying(play) && play.shown.own?.hand?.includes(card) ? card : null;
}

/** The action that a cell stands for now: a card laid there, or a hiker placed. */
export function actionAt(play: Play, cell: string): string | null {
  if (hiking(play)) return `hiker ${cell}`;
  const card = cardInHand(play);
  return card ? `${card}@${cell}` : null;
}
