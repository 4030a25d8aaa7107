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
  const held = thought.held === null ? undefined : play.fixed.cards[thought.held];
  if (thought.reason && thought.reason.card === thought.held) {
    const about = held?.follow ? "" : (held?.words ?? ""); // a suit explains itself, a specialty does not
    return { text: `${thought.reason.text} ${about}`.trim(), bad: true };
  }
  return held?.words ? { text: held.words, bad: false } : null;
}

/** In the server's words; where chance decides, what the card says of itself. */
function outcome(play: Play, { action, events }: Tried): string {
  const card = readPut(action)?.card;
  const told = events.map((event) => event.text);
  if (told.length > 1 || !card) return told.join(" ");
  return [...told, play.fixed.cards[card]?.words ?? ""].join(" ").trim();
}
