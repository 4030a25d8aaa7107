/** What Hike! explains when it first happens; the words stand under `idea`. */
import { say } from "../../words/say";
import { sketch } from "../explaining";
import Husky from "./Husky.svelte";
import LooseArt from "./art/LooseArt.svelte";
import Thing from "./art/Thing.svelte";
import { SAMPLE } from "./sample";
import type { Idea, Shown } from "./types";

const thing = (kind: "equipment" | "single" | "double" | "mentor") => sketch(Thing, { kind }, "-3 -3 66 66");
const husky = (id: string, state: "ready" | "tired" | "rest" = "ready") =>
  sketch(Husky, { id, fixed: SAMPLE, state });
/** Somebody here is asked this. */
const asked =
  (decision: Shown["view"]["decision"]) =>
  ({ view }: Shown, here: readonly string[]): boolean =>
    view.decision === decision && here.includes(view.to_move ?? "");
const isYoung = (husky: string | null): boolean => husky?.startsWith("Y") ?? false;

// What does not wait stands first.
const IDEAS = [
  {
    id: "loose",
    when: [{ event: "loose_turned" }],
    picture: sketch(LooseArt, { effect: "runaways" }, "-3 -3 106 106"),
  },
  {
    id: "field",
    when: [{ position: asked("field") }, { event: "paid" }, { event: "entered" }],
    picture: thing("equipment"),
    lesson: "rucksack",
  },
  {
    id: "ready",
    when: [
      {
        position: ({ view }) =>
          view.phase === "preparations" && view.seats.some(({ declared }) => declared !== null),
      },
    ],
    lesson: "ready",
  },
  { id: "equipment", when: [{ position: asked("tuck") }, { event: "tucked" }], picture: thing("equipment") },
  { id: "catch_up", when: [{ event: "caught_up" }], picture: thing("single") },
  {
    id: "care",
    when: [
      { event: "cared" },
      {
        position: ({ own }) =>
          own !== null && own.refreshed.length > 0 && own.hand.singles + own.hand.doubles > 0,
      },
    ],
    picture: thing("single"),
    lesson: "care",
  },
  { id: "tired", when: [{ event: "used", here: true }], picture: husky("H20", "tired"), lesson: "run" },
  { id: "lost", when: [{ event: "lost_points", here: true }], picture: husky("H47"), lesson: "run" },
  {
    id: "edges",
    when: [{ position: ({ own }) => Object.values(own?.clashes ?? {}).some((found) => found.length > 0) }],
    picture: husky("H41"),
    lesson: "edges",
  },
  {
    id: "youngster",
    when: [
      { event: "added" },
      { event: "revealed", such: ({ values }) => isYoung(values.card) },
      { event: "drafted", such: ({ values }) => isYoung(values.husky) },
    ],
    picture: husky("Y1"),
  },
  { id: "mentor", when: [{ event: "spent_mentor" }], picture: thing("mentor") },
] as const satisfies readonly Omit<Idea, "title" | "text">[];

export default IDEAS.map((idea) => ({
  ...idea,
  title: () => say(`hike_dogsled.idea.${idea.id}.title`),
  text: () => say(`hike_dogsled.idea.${idea.id}.text`),
})) satisfies readonly Idea[];
