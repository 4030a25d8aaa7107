/** What cards are called and what they do. */
import type { Play } from "./types";
import { say, type Key } from "../../words/say";
import { readPut } from "./read";
import type { Seat, View } from "./view";

export const SUITS = ["bird", "bug", "lake", "light", "peak", "trail", "tree"] as const;
export const SPECIALTIES = [
  "avalanche",
  "drought",
  "earthquake",
  "litter",
  "lost",
  "poop",
  "spring",
  "sun",
  "wind",
  "worm",
] as const;

export const isSuit = (card: string): boolean => (SUITS as readonly string[]).includes(card);

const word = say as (key: Key) => string;

/** The name that stands on a card. */
export const nameOfCard = (card: string): string => word(`hike_cards.card.${card}` as Key);

/** A card as one says that it is played: a Peak, The Sun, The Wind as a Lake. */
export function aCard(action: string): string {
  const put = readPut(action);
  const card = word(`hike_cards.a_card.${put?.as ?? put?.card ?? action}` as Key);
  return put?.as ? say("hike_cards.a_card.wind_as", { suit: card }) : card;
}

/** So many cards of a kind: a Peak, 2 Peaks. Of a specialty card there is only one. */
export const someCards = (card: string, n: number): string =>
  n > 1 && isSuit(card)
    ? (say as (key: Key, values: object) => string)(`hike_cards.cards.${card}` as Key, { n })
    : aCard(card);

/** What a specialty card does, in one line. */
export const doing = (card: string): string => word(`hike_cards.does.${card}` as Key);

/** Names in a row, with the word for "and" or "or" before the last. */
export function listed(
  names: readonly string[],
  type: "conjunction" | "disjunction" = "disjunction",
): string {
  const { lang } = document.documentElement;
  return new Intl.ListFormat(!lang || lang === "en" ? "en-GB" : lang, { type }).format(names); // no comma before "or"
}

/** A card of the pile: Peak, The Wind as Lake. */
export function nameOfPut(play: Play, action: string): string {
  const put = readPut(action);
  if (put?.as) return play.say("hike_cards.choice.wind_as", { suit: nameOfCard(put.as) });
  return nameOfCard(put?.card ?? action);
}

/** The table in words, for those who do not see it. */
export function described(play: Play, view: View): string {
  const name = (seat: string | null): string => play.names[seat ?? ""] ?? seat ?? "";
  const top = view.pile.at(-1);
  const on = top
    ? play.say("hike_cards.board.top", { card: nameOfPut(play, top.card), name: name(top.seat) })
    : play.say("hike_cards.board.nothing");
  const suits = view.follow.map(nameOfCard);
  const next = suits.length === SUITS.length ? play.say("hike_cards.follow.any") : listed(suits);
  const follow = suits.length ? `${play.say("hike_cards.follow.title")} ${next}.` : "";
  const direction = play.say(
    view.direction === "clockwise" ? "hike_cards.board.clockwise" : "hike_cards.board.counter",
  );
  return [on, follow, direction, play.say("hike_cards.board.deck", { n: view.deck }) + "."].join(" ");
}

/** A seat in words: who, how it stands, what lies before it. */
export function describedSeat(play: Play, seat: Seat): string {
  const parts = [
    play.names[seat.seat] ?? seat.seat,
    seat.status === "active"
      ? play.say("hike_cards.seat.cards", { n: seat.hand_size })
      : play.say(`hike_cards.status.${seat.status as "out"}`),
  ];
  if (seat.leftovers.length) parts.push(play.say("hike_cards.seat.leftovers", { n: seat.leftovers.length }));
  if (seat.bugs) parts.push(play.say("hike_cards.seat.bugs", { n: seat.bugs }));
  if (seat.planted.length) parts.push(play.say("hike_cards.seat.planted", { n: seat.planted.length }));
  if (seat.worm) parts.push(play.say("hike_cards.seat.worm"));
  return parts.join(", ");
}
