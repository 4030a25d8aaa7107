/** What the signs of Alpina mean: everything that is on a card of the match. */
import { known, say } from "../../words/say";
import { sketch, type Sign } from "../explaining";
import Animal from "./art/Animal.svelte";
import Figures from "./art/Figures.svelte";
import Glyph from "./art/Glyph.svelte";
import Hiker from "./art/Hiker.svelte";
import Land from "./art/Land.svelte";
import Mark from "./art/Mark.svelte";
import Padlock from "./art/Padlock.svelte";
import Tally from "./art/Tally.svelte";
import Where from "./art/Where.svelte";
import type { Legend } from "./types";

/** What a card shows, in words; as it is written, if a data file brings something that we have no word for. */
const word = (key: string, otherwise: string): string =>
  known(key) ? say(key as "alpina.legend.own") : otherwise;
/** Hikers on cards with a face. */
const ON = "hikers-on-";
const BOX = "-2 -2 28 28";
/** What the board draws besides cards. */
const MARKS = ["free", "may", "laid", "worth"] as const;
/** What is counted in the line at the top and at each name. */
const TALLIES = ["pile", "rows", "columns", "hand"] as const;

export default (({ cards }) => {
  const deck = Object.values(cards);
  const different = (names: string[]): string[] => [...new Set(names)];
  const counts = different(deck.map(({ count }) => count));
  const areas = different(deck.map(({ where }) => where));
  const faces: Sign[] = [
    ...different(deck.map(({ animal }) => animal)).map((name) => ({
      id: `animal.${name}`,
      picture: sketch(Animal, { name, sticker: false }, "-4 -2 112 104"),
      text: word(`alpina.animal.${name}`, name),
    })),
    ...different(deck.map(({ land }) => land)).map((name) => ({
      id: `land.${name}`,
      picture: sketch(Land, { name }, "0 0 100 72"),
      text: word(`alpina.land.${name}`, name),
    })),
  ];
  return [
    { title: say("alpina.legend.cards_title"), signs: faces },
    {
      title: say("alpina.legend.counts_title"),
      signs: [
        {
          id: "points",
          picture: sketch(Figures, { text: "2" }, "-12 -2 36 20"),
          text: say("alpina.legend.points"),
        },
        {
          id: "base",
          picture: sketch(Figures, { text: "1+1" }, "-2 -2 36 20"),
          text: say("alpina.legend.base"),
        },
        ...counts.map((count) => ({
          id: `count.${count}`,
          picture: sketch(Glyph, { count }, BOX),
          text: count.startsWith(ON)
            ? word(`alpina.legend.on.${count.slice(ON.length)}`, count)
            : word(`alpina.legend.count.${count}`, count),
        })),
      ],
    },
    {
      title: say("alpina.legend.where_title"),
      signs: [
        ...areas.map((where) => ({
          id: `where.${where}`,
          picture: sketch(Where, { where }, BOX),
          text: word(`alpina.legend.where.${where}`, where),
        })),
        {
          id: "own",
          picture: sketch(Where, { where: "grid", own: true }, BOX),
          text: say("alpina.legend.own"),
        },
      ],
    },
    {
      title: say("alpina.legend.board_title"),
      signs: [
        {
          id: "hiker",
          picture: sketch(Hiker, { seat: "A" }, "-22 -4 104 88"),
          text: say("alpina.legend.hiker"),
        },
        ...MARKS.map((kind) => ({
          id: kind,
          picture: sketch(Mark, { kind }, "0 0 28 28"),
          text: say(`alpina.legend.${kind}`),
        })),
        { id: "locked", picture: sketch(Padlock, {}), text: say("alpina.legend.locked") },
      ],
    },
    {
      title: say("alpina.legend.beside_title"),
      signs: [
        ...TALLIES.map((kind) => ({
          id: kind,
          picture: sketch(Tally, { kind }),
          text: say(`alpina.legend.${kind}`),
        })),
        {
          id: "forecast",
          picture: sketch(Figures, { text: "24" }, "-8 -2 36 20"),
          text: say("alpina.legend.forecast"),
        },
      ],
    },
  ];
}) satisfies Legend;
