/** What the signs of Hike mean: every card of the match, and what is shown of seats and round. */
import { Check, Minus, X } from "../../art/icons";
import { say } from "../../words/say";
import { sketch, type Sketch } from "../explaining";
import Card from "./Card.svelte";
import Mark from "./Mark.svelte";
import Small from "./Small.svelte";
import { doing, isSuit, listed, nameOfCard } from "./names";
import { rowsOf } from "./rows";
import type { Legend } from "./types";
import type { Seat } from "./view";

const small = (card: string): Sketch => sketch(Small, { card });
const icon = (Sign: typeof X): Sketch => sketch(Sign, { size: 24, strokeWidth: 4 });
/** What stands beside the mark of a seat, on the deck and on the cards of a hand. */
const COUNTS = [
  ["dealer", "circle", () => say("hike_cards.board.dealer_short")],
  ["hand", "card", () => "7"],
  ["deck", "circle", () => "48"],
  ["several", "circle", () => "×2"],
  ["drew", "circle", () => "+2"],
  ["dealt", "circle", () => "=4"],
] as const;
const LASTING = [
  ["peaks", "peak"],
  ["trails", "trail"],
  ["worm", "worm"],
  ["birds", "bird"],
] as const;
const LEFT: Record<Exclude<Seat["status"], "active">, Sketch> = {
  eliminated: icon(X),
  out: icon(Check),
  spent: icon(Minus),
};

export default ((fixed) => {
  const cards = Object.keys(fixed.cards);
  const rows = rowsOf(fixed);
  const suits = cards.filter(isSuit).map((card) => ({
    id: `suit.${card}`,
    picture: small(card),
    text: say("hike_cards.legend.suit", {
      name: nameOfCard(card),
      suits: listed((fixed.cards[card]?.follow ?? []).map(nameOfCard)),
    }),
  }));
  const specialties = cards
    .filter((card) => !isSuit(card))
    .map((card) => ({
      id: `special.${card}`,
      picture: small(card),
      text: say("hike_cards.legend.special", { name: nameOfCard(card), does: doing(card) }),
    }));
  return [
    {
      title: say("hike_cards.legend.suits_title"),
      signs: [
        ...suits,
        { id: "foot", picture: sketch(Card, { card: "peak", rows }), text: say("hike_cards.legend.foot") },
      ],
    },
    {
      title: say("hike_cards.legend.special_title"),
      signs: [
        ...specialties,
        {
          id: "wind_as",
          picture: sketch(Card, { card: "wind", as: "lake", rows }),
          text: say("hike_cards.legend.wind"),
        },
      ],
    },
    {
      title: say("hike_cards.legend.seats_title"),
      signs: [
        ...COUNTS.map(([id, shape, text]) => ({
          id: `count.${id}`,
          picture: sketch(Mark, { text: text(), shape }),
          text: say(`hike_cards.legend.count.${id}`),
        })),
        ...Object.entries(LEFT).map(([status, picture]) => ({
          id: `status.${status}`,
          picture,
          text: say(`hike_cards.legend.status.${status as keyof typeof LEFT}`),
        })),
      ],
    },
    {
      title: say("hike_cards.legend.round_title"),
      signs: LASTING.map(([id, card]) => ({
        id: `lasting.${id}`,
        picture: small(card),
        text: say(`hike_cards.legend.lasting.${id}`),
      })),
    },
  ];
}) satisfies Legend;
