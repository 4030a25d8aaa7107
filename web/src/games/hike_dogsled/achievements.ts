/** What is worth telling of a match of Hike!; the words stand under `achievement`. */
import { say } from "../../words/say";
import { isFirst, ofOthers } from "../achieving";
import type { Achievement } from "./types";
import type { View } from "./view";

const FRESH = 6;
const seatOf = (view: View, seat: string) => view.seats.find((each) => each.seat === seat);
const hasArrived = (view: View, position: number | null | undefined): boolean =>
  view.fields !== null && position === view.fields;
/** First, and across the finish: a match can also end before anybody is. */
const won = (view: View, seat: string): boolean =>
  isFirst(view, seat) && hasArrived(view, seatOf(view, seat)?.position);

const ACHIEVEMENTS = [
  {
    id: "fresh",
    done: (view, seat) => won(view, seat) && (seatOf(view, seat)?.ready_huskies ?? 0) >= FRESH,
  },
  {
    id: "alone",
    done: (view, seat) =>
      won(view, seat) && ofOthers(view, seat, ({ position }) => !hasArrived(view, position)),
  },
  {
    id: "packed",
    done: (view, seat) => {
      const day = seatOf(view, seat)?.declared ?? null;
      return (
        day !== null &&
        won(view, seat) &&
        ofOthers(view, seat, ({ declared }) => declared !== null && declared < day)
      );
    },
  },
] as const satisfies readonly Omit<Achievement, "title" | "how" | "text">[];

export default ACHIEVEMENTS.map((each) => ({
  ...each,
  title: () => say(`hike_dogsled.achievement.${each.id}.title`),
  how: () => say(`hike_dogsled.achievement.${each.id}.how`),
  text: () => say(`hike_dogsled.achievement.${each.id}.text`),
})) satisfies readonly Achievement[];
