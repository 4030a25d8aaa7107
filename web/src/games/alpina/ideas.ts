/** What Alpina explains when it first happens; the words stand under `idea`. */
import { say } from "../../words/say";
import { sketch } from "../explaining";
import Glyph from "./art/Glyph.svelte";
import Hiker from "./art/Hiker.svelte";
import Padlock from "./art/Padlock.svelte";
import Where from "./art/Where.svelte";
import { locked } from "./cells";
import type { Idea, Shown } from "./types";
import type { CardView, TableView } from "./view";

/** The cards on which hikers of people who sit here stand. */
const under = ({ view }: Shown, here: readonly string[], { cards }: TableView): CardView[] =>
  view.grid.flatMap(({ hiker, card }) => (hiker !== null && here.includes(hiker) ? [cards[card]!] : []));
const hikersOf = ({ view }: Shown, here: readonly string[]): number[] =>
  view.seats.filter(({ seat }) => here.includes(seat)).map(({ hikers }) => hikers);
/** The cards of the map, as long as somebody who sits here has a hiker for one of them. */
const lying = (shown: Shown, here: readonly string[], { cards }: TableView): CardView[] =>
  hikersOf(shown, here).some((hikers) => hikers > 0) ? shown.view.grid.map(({ card }) => cards[card]!) : [];
const HIKER = sketch(Hiker, { seat: "A" }, "-8 -4 74 88");

const IDEAS = [
  {
    id: "locked",
    when: [{ position: ({ view }) => locked(view.rows) || locked(view.columns) }],
    picture: sketch(Padlock, {}),
    lesson: "frame",
  },
  {
    id: "none_left",
    when: [{ position: (shown, here) => hikersOf(shown, here).some((hikers) => hikers === 0) }],
    picture: HIKER,
  },
  {
    id: "last_turns",
    when: [
      { position: ({ view }, here) => here.length > 0 && view.turns - view.turn <= 2 * view.seats.length },
    ],
    picture: HIKER,
    lesson: "last",
  },
  { id: "hiker", when: [{ event: "placed", here: true }], picture: HIKER, lesson: "read" },
  {
    id: "chamois",
    when: [{ position: (...now) => under(...now).some(({ animal }) => animal === "chamois") }],
    picture: sketch(Glyph, { count: "hikers" }, "-2 -2 28 28"),
  },
  {
    id: "linked",
    when: [{ position: (...now) => lying(...now).some(({ where }) => where === "connected") }],
    picture: sketch(Where, { where: "connected" }, "-3 -3 30 30"),
  },
  {
    id: "kinds",
    when: [{ position: (...now) => lying(...now).some(({ count }) => count.endsWith("-types")) }],
    picture: sketch(Glyph, { count: "animal-types" }, "-2 -2 28 28"),
  },
  { id: "declined", when: [{ event: "declined", here: true }], picture: HIKER, lesson: "grow" },
  {
    id: "taken",
    when: [{ event: "placed" }],
    picture: sketch(Hiker, { seat: "B" }, "-8 -4 74 88"),
    lesson: "beside",
  },
] as const satisfies readonly Omit<Idea, "title" | "text">[];

export default IDEAS.map((idea) => ({
  ...idea,
  title: () => say(`alpina.idea.${idea.id}.title`),
  text: () => say(`alpina.idea.${idea.id}.text`),
})) satisfies readonly Idea[];
