/** What the card that is pointed at would do, or why it may not be played. */
import type { Play, Tried } from "./types";
import { readPut } from "./read";
import { thoughtOf } from "./thought.svelte";

export interface Note {
  text: string;
  bad: boolean;
}

export function consequence(play: Play): Note | null {
  const thought = thoughtOf(play);
  if (play.peeked) return { text: outcome(play, play.peeked), bad: false };
  const words = (thought.held && play.fixed.cards[thought.held]?.words) || "";
  if (thought.reason && thought.reason.card === thought.held)
    return { text: `${thought.reason.text} ${words}`.trim(), bad: true };
  return words ? { text: words, bad: false } : null;
}

/** In the server's words; where chance decides, what the card says of itself. */
function outcome(play: Play, { action, events }: Tried): string {
  const card = readPut(action)?.card;
  const told = events.map((event) => event.text);
  if (told.length > 1 || !card) return told.join(" ");
  return [...told, play.fixed.cards[card]?.words ?? ""].join(" ").trim();
}
