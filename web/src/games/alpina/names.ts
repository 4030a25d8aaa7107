/** What things of the board are called, for screen readers and buttons. */
import type { Play } from "./types";
import { known, type Key } from "../../words/say";
import { cardInHand, hiking } from "./picked.svelte";
import type { Place } from "./cells";

/** A word for something that the deck names; an unknown one stays as it is. */
export function word(play: Play, kind: "animal" | "land", name: string): string {
  const key = `alpina.${kind}.${name}`;
  return known(key) ? (play.say as (key: Key) => string)(key) : name;
}

/** Animal and landscape of a card. */
export function faceOf(play: Play, id: string): { animal: string; land: string; words: string } {
  const card = play.fixed.cards[id]!;
  return {
    animal: word(play, "animal", card.animal),
    land: word(play, "land", card.land),
    words: card.words,
  };
}

/** A card in full: its name, what it shows and what it counts. */
export function nameOfCard(play: Play, id: string): string {
  return play.say("alpina.card.name", { id, ...faceOf(play, id) });
}

/** A place of the board, with what can be done there. */
export function nameOfPlace(play: Play, place: Place, may: boolean): string {
  const [row, col] = place.cell;
  const where = play.say("alpina.board.where", { row, col });
  if (place.spot) {
    const { card, hiker, points } = place.spot;
    const parts = [play.say("alpina.board.card", { where, card: nameOfCard(play, card) })];
    if (hiker) parts.push(play.say("alpina.board.hiker", { name: play.names[hiker] ?? hiker }));
    if (may && hiking(play)) parts.push(play.say("alpina.board.may"));
    if ((hiker || may) && play.settings.forecast) parts.push(play.say("alpina.board.earns", { n: points }));
    return parts.join(". ");
  }
  if (place.kind === "closed") return play.say("alpina.board.closed", { where });
  if (place.kind === "locked") return play.say("alpina.board.locked", { where });
  const card = cardInHand(play);
  return card ? play.say("alpina.board.lay", { where, card }) : play.say("alpina.board.open", { where });
}
