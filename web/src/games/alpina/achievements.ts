/** What is worth telling of a match of Alpina; the words stand under `achievement`. */
import { say } from "../../words/say";
import { isFirst } from "../achieving";
import type { Achievement } from "./types";
import type { View } from "./view";

const GOOD_SPOT = 10;
const SURE = 6;
const earned = (view: View, seat: string): number[] =>
  view.grid.filter(({ hiker }) => hiker === seat).map(({ points }) => points);
/** The hikers that a seat has not placed. */
const left = (view: View, seat: string): number => view.seats.find((each) => each.seat === seat)?.hikers ?? 0;

const ACHIEVEMENTS = [
  { id: "spot", done: (view, seat) => earned(view, seat).some((points) => points >= GOOD_SPOT) },
  {
    id: "sure_feet",
    done: (view, seat) => left(view, seat) === 0 && earned(view, seat).every((points) => points >= SURE),
  },
  { id: "stayed_home", done: (view, seat) => isFirst(view, seat) && left(view, seat) > 0 },
] as const satisfies readonly Omit<Achievement, "title" | "how" | "text">[];

export default ACHIEVEMENTS.map((each) => ({
  ...each,
  title: () => say(`alpina.achievement.${each.id}.title`),
  how: () => say(`alpina.achievement.${each.id}.how`),
  text: () => say(`alpina.achievement.${each.id}.text`),
})) satisfies readonly Achievement[];
