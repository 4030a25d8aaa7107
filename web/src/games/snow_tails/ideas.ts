/** What Snow Tails explains when it first happens; the words stand under `idea`. */
import { say } from "../../words/say";
import { sketch } from "../explaining";
import Card from "./Card.svelte";
import Drifts from "./art/Drifts.svelte";
import Peril from "./art/Peril.svelte";
import { marks } from "./legend";
import { seatOf } from "./read";
import { courseNow } from "./shape";
import type { Idea } from "./types";

const IDEAS = [
  { id: "wreck", when: [{ event: "wrecked" }], picture: sketch(Card, { value: "dent" }) },
  { id: "side", when: [{ event: "hit_side" }], picture: sketch(Peril, { of: "side" }) },
  { id: "sled", when: [{ event: "hit_sled" }], picture: sketch(Peril, { of: "sled" }), lesson: "past" },
  { id: "speed", when: [{ event: "sped" }], picture: sketch(Peril, { of: "line" }), lesson: "line" },
  { id: "sapling", when: [{ event: "broke_sapling" }], picture: sketch(Peril, { of: "sapling" }) },
  { id: "no_card", when: [{ event: "no_canine" }], picture: sketch(Peril, { of: "none" }) },
  { id: "finish", when: [{ event: "crossed" }], lesson: "finish" },
  {
    id: "dent",
    when: [{ position: ({ view }, here) => here.some((seat) => (seatOf(view, seat)?.dents ?? 0) > 0) }],
    picture: sketch(Card, { value: "dent" }),
    lesson: "line",
  },
  {
    id: "bonus",
    when: [
      { event: "took_bonus" },
      { position: ({ view }, here) => view.decision === "bonus" && here.includes(view.to_move ?? "") },
    ],
    lesson: "bonus",
  },
  { id: "still", when: [{ event: "stood" }] },
  {
    id: "drift",
    when: [{ event: "played", here: true, such: ({ values }) => values.drift > 0 }],
    picture: sketch(Drifts, {}),
    lesson: "drift",
  },
  {
    id: "bend",
    when: [
      {
        position: ({ view }, here, fixed) => {
          const { spaces, pieces } = courseNow(fixed, view).shape;
          return here.some((seat) => pieces[spaces[seatOf(view, seat)?.space ?? -1]?.piece ?? -1]?.turns);
        },
      },
    ],
    picture: marks([0, 1, 2]),
    lesson: "line",
  },
  { id: "order", when: [{ event: "round_began", such: ({ values }) => values.round === 2 }] },
] as const satisfies readonly Omit<Idea, "title" | "text">[];

export default IDEAS.map((idea) => ({
  ...idea,
  title: () => say(`snow_tails.idea.${idea.id}.title`),
  text: () => say(`snow_tails.idea.${idea.id}.text`),
})) satisfies readonly Idea[];
