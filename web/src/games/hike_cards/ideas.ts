/** What Hike explains when it first happens; the words stand under `idea`. */
import { say } from "../../words/say";
import { sketch } from "../explaining";
import Small from "./Small.svelte";
import { readPut } from "./read";
import type { EventOf, Idea } from "./types";

/** A card of this kind is played. */
const played = (card: string) => ({
  event: "played" as const,
  such: ({ values }: EventOf<"played">) => readPut(values.card)?.card === card,
});
const picture = (card: string) => sketch(Small, { card });

const IDEAS = [
  { id: "stuck", when: [{ event: "eliminated" }], lesson: "follow" },
  { id: "wind", when: [played("wind")], picture: picture("wind"), lesson: "wind" },
  { id: "worm", when: [played("worm")], picture: picture("worm") },
  { id: "sun", when: [played("sun")], picture: picture("sun"), lesson: "sun" },
  { id: "drought", when: [played("drought")], picture: picture("drought") },
  { id: "avalanche", when: [played("avalanche")], picture: picture("avalanche") },
  { id: "lost", when: [played("lost")], picture: picture("lost") },
  { id: "earthquake", when: [played("earthquake")], picture: picture("earthquake"), lesson: "litter" },
  { id: "spring", when: [played("spring")], picture: picture("spring"), lesson: "plant" },
  { id: "poop", when: [played("poop")], picture: picture("poop") },
  { id: "spent", when: [{ event: "spent" }], picture: picture("bug") },
  { id: "done", when: [{ event: "out" }], lesson: "out" },
  { id: "odd", when: [{ event: "odd_points" }] },
  { id: "tied", when: [{ event: "tied" }] },
] as const satisfies readonly Omit<Idea, "title" | "text">[];

export default IDEAS.map((idea) => ({
  ...idea,
  title: () => say(`hike_cards.idea.${idea.id}.title`),
  text: () => say(`hike_cards.idea.${idea.id}.text`),
})) satisfies readonly Idea[];
