/** What things of the board are called: a card by its face, a cell by what lies beside it. */
import type { Play } from "./types";
import { listFormat } from "../saying";
import { known, type Key } from "../../words/say";
import { cardInHand, hiking } from "./picked.svelte";
import { keyOf, sideOf, type Cell, type Place } from "./cells";

const word = (play: Play, key: string, values: object = {}): string | null =>
  known(key) ? (play.say as (key: Key, values: object) => string)(key, values) : null;

/** Animal and landscape of a card; what the catalogue does not know stays as the deck has it. */
export function faceOf(play: Play, id: string): { animal: string; land: string; words: string } {
  const { animal, land, words } = play.fixed.cards[id]!;
  return {
    animal: word(play, `alpina.animal.${animal}`) ?? animal,
    land: word(play, `alpina.land.${land}`) ?? land,
    words,
  };
}

/** A card as one speaks of it: lake frog. */
export function called(play: Play, id: string): string {
  const card = play.fixed.cards[id];
  if (!card) return id;
  const { animal, land } = faceOf(play, id);
  return word(play, `alpina.called.${card.animal}`, { land }) ?? animal;
}

/** A card in full: what it shows and what it counts. */
export const nameOfCard = (play: Play, id: string): string => play.say("alpina.card.name", faceOf(play, id));

/** Where a cell is, by the cards at its edges: above the lake frog and left of the forest chamois. */
export function whereOf(play: Play, cell: Cell): string {
  const beside = play.shown.view.grid.flatMap((spot) => {
    const side = sideOf(cell, spot.cell);
    return side ? [play.say(`alpina.where.${side}`, { card: called(play, spot.card) })] : [];
  });
  return listFormat().format(beside);
}

/** A place of the board, with what can be done there. */
export function nameOfPlace(play: Play, place: Place, may: boolean): string {
  if (place.spot) {
    const { card, hiker, points } = place.spot;
    const named = nameOfCard(play, card);
    const told = play.settings.forecast || play.over;
    if (hiker)
      return play.say(told ? "alpina.board.hiker_earns" : "alpina.board.hiker", {
        card: named,
        name: play.names[hiker] ?? hiker,
        n: points,
      });
    if (!may || !hiking(play)) return named;
    return play.say(told ? "alpina.board.may_earns" : "alpina.board.may", { card: named, n: points });
  }
  if (place.kind === "closed") return play.say("alpina.board.closed");
  if (place.kind === "locked") return play.say("alpina.board.locked");
  const where = whereOf(play, place.cell);
  const card = cardInHand(play);
  return card
    ? play.say("alpina.board.lay", { where, card: called(play, card) })
    : play.say("alpina.board.open", { where });
}

/** A hiker's card, told from the card just laid. */
export function nameOfHiker(play: Play, card: string, cell: Cell): string {
  const { laid } = play.shown.view;
  const side = laid && sideOf(cell, laid);
  const values = { card: called(play, card) };
  if (laid && keyOf(laid) === keyOf(cell)) return play.say("alpina.choice.hiker_new", values);
  return side ? play.say(`alpina.choice.hiker_${side}`, values) : play.say("alpina.choice.hiker", values);
}
