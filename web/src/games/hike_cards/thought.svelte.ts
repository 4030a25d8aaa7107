/** What the viewer has in mind on the way to an answer, and what is pointed at. */
import { onePer } from "../kept.svelte";
import type { Play } from "./types";
import { askedToPlant, askedToPut, readPlanting, waysOf } from "./read";

export class Thought {
  /** The Wind has been picked up: as which suit? */
  wind = $state(false);
  /** The card of the hand that is pointed at. */
  held = $state<string | null>(null);
  /** Why the card that is pointed at may not be played. */
  reason = $state<{ card: string; text: string } | null>(null);
  /** So many Trees are to be planted, and perhaps The Wind. */
  trees = $state(0);
  windToo = $state(false);
}

export const thoughtOf = onePer(
  (play: Play) => play,
  () => new Thought(),
);

/** Is The Wind picked up, and are there suits to choose from? */
export const blowing = (play: Play): boolean =>
  thoughtOf(play).wind && askedToPut(play) && waysOf(play, "wind").length > 0;

/** What is to be planted, as far as it can be. */
export function planting(play: Play): { trees: number; wind: boolean; most: number; hasWind: boolean } {
  const { legal } = play.shown;
  const most = askedToPlant(play)
    ? Math.max(0, ...legal.map((action) => readPlanting(action)?.trees ?? 0))
    : 0;
  const hasWind = legal.includes("plant 0+wind");
  const { trees, windToo } = thoughtOf(play);
  return { trees: Math.min(trees, most), wind: windToo && hasWind, most, hasWind };
}
