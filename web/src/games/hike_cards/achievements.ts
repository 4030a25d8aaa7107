/** What is worth telling of a match of Hike, as its last round says; the words stand under `achievement`. */
import { say } from "../../words/say";
import { isFirst, ofOthers } from "../achieving";
import type { Achievement } from "./types";

const MANY_BIRDS = 5;

const ACHIEVEMENTS = [
  {
    id: "alone",
    done: (view, seat) =>
      view.account?.leftovers[seat] === 0 &&
      ofOthers(view, seat, (other) => (view.account?.leftovers[other.seat] ?? 0) > 0),
  },
  {
    id: "sat_down",
    done: (view, seat) =>
      isFirst(view, seat) &&
      view.seats.some((each) => each.seat === seat && each.status === "eliminated" && each.left === 1),
  },
  {
    id: "worm",
    done: ({ account }, seat) => account?.worm === seat && account.birds >= MANY_BIRDS,
  },
] as const satisfies readonly Omit<Achievement, "title" | "how" | "text">[];

export default ACHIEVEMENTS.map((each) => ({
  ...each,
  title: () => say(`hike_cards.achievement.${each.id}.title`),
  how: () => say(`hike_cards.achievement.${each.id}.how`),
  text: () => say(`hike_cards.achievement.${each.id}.text`),
})) satisfies readonly Achievement[];
