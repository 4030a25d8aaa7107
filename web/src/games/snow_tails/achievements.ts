/** What is worth telling of a match of Snow Tails; the words stand under `achievement`. */
import { say } from "../../words/say";
import type { Achievement } from "./types";
import type { View } from "./view";

const BATTERED = 4;
/** First across the line of the last race: the dents of earlier ones are mended. */
const cameFirst = (view: View, seat: string): boolean => view.results.at(-1)?.places[seat] === 1;
const dentsOf = (view: View, seat: string): number =>
  view.seats.find((each) => each.seat === seat)?.dents ?? 0;

const ACHIEVEMENTS = [
  { id: "clean", done: (view, seat) => cameFirst(view, seat) && dentsOf(view, seat) === 0 },
  { id: "battered", done: (view, seat) => cameFirst(view, seat) && dentsOf(view, seat) >= BATTERED },
  {
    id: "sweep",
    done: ({ results }, seat) => results.length > 1 && results.every(({ places }) => places[seat] === 1),
  },
] as const satisfies readonly Omit<Achievement, "title" | "how" | "text">[];

export default ACHIEVEMENTS.map((each) => ({
  ...each,
  title: () => say(`snow_tails.achievement.${each.id}.title`),
  how: () => say(`snow_tails.achievement.${each.id}.how`),
  text: () => say(`snow_tails.achievement.${each.id}.text`),
})) satisfies readonly Achievement[];
