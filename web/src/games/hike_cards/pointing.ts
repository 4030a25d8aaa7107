/** What the card that is pointed at would do, or why it may not be played; else what the card does that is laid out. */
import type { Play, Tried } from "./types";
import { textOf } from "../../table/turns";
import { tell } from "./log";
import { nameOfCard } from "./names";
import { drafted, readPut } from "./read";
import { thoughtOf } from "./thought.svelte";

export interface Note {
  text: string;
  bad: boolean;
}

export function consequence(play: Play): Note | null {
  const thought = thoughtOf(play);
  if (play.peeked) return { text: outcome(play, play.peeked), bad: false };
  const held = thought.held === null ? undefined : play.fixed.cards[thought.held];
  if (thought.reason && thought.reason.card === thought.held)
    return { text: refusal(play, thought.reason.card, thought.reason.text), bad: true };
  if (held?.words) return { text: held.words, bad: false };
  const laid = play.fixed.cards[drafted(play).at(-1)?.card ?? ""];
  return laid && !laid.follow ? { text: laid.words, bad: false } : null;
}

/** Why a card may not be played, and what it does if it does not explain itself: a suit does, a specialty does not. */
export function refusal(play: Play, card: string, why: string): string {
  const about = play.fixed.cards[card];
  const words = about?.follow ? "" : (about?.words ?? "");
  const said = why.toLowerCase().endsWith(words.toLowerCase()); // Litter's reason is all there is to know of it
  if (!words || said) return why;
  return `${why} ${play.say("hike_cards.hand.card", { card: nameOfCard(card), words })}`;
}

/** As the log would tell it; where chance decides, what the card says of itself. */
function outcome(play: Play, { action, events }: Tried): string {
  const card = readPut(action)?.card;
  const told = tell({ seat: play.seat, events }, play).map(textOf);
  if (told.length > 1 || !card) return told.join(" ");
  return [...told, play.fixed.cards[card]?.words ?? ""].join(" ").trim();
}
