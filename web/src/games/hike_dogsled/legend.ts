/** What the signs of Hike! mean. Edges and loose cards are those of the match. */
import { Flag } from "../../art/icons";
import { say } from "../../words/say";
import { sketch, type Sign, type Sketch } from "../explaining";
import Husky from "./Husky.svelte";
import LegendMark from "./LegendMark.svelte";
import Edge from "./art/Edge.svelte";
import LooseArt from "./art/LooseArt.svelte";
import SeatSign from "./art/SeatSign.svelte";
import Terrain from "./art/Terrain.svelte";
import Thing from "./art/Thing.svelte";
import { colourOf, patternOf } from "./edges";
import { SAMPLE } from "./sample";
import type { EventOf, Legend } from "./types";
import type { Kennel } from "./view";

type TerrainId = EventOf<"lost_points">["values"]["points"][number];
const TERRAINS: Record<TerrainId, () => string> = {
  S: () => say("hike_dogsled.legend.terrain_S"),
  I: () => say("hike_dogsled.legend.terrain_I"),
  P: () => say("hike_dogsled.legend.terrain_P"),
};
const husky = (id: string, state: Kennel["state"] = null, equipped = false): Sketch =>
  sketch(Husky, { id, fixed: SAMPLE, state, equipped, small: true });
const STATES: Record<NonNullable<Kennel["state"]>, () => string> = {
  ready: () => say("hike_dogsled.legend.ready"),
  tired: () => say("hike_dogsled.legend.tired"),
  rest: () => say("hike_dogsled.legend.rest"),
};
const THINGS = ["equipment", "single", "double", "mentor"] as const;
const SLED = ["vacant", "may"] as const;
const BESIDE = ["sled", "hand", "single", "ready"] as const;
const TRACK = ["field", "down", "sideways"] as const;
const MARKS = ["to", "losing", "cared", "wasted"] as const;

const entries = <Id extends string>(of: Record<Id, () => string>): [Id, () => string][] =>
  Object.entries(of) as [Id, () => string][];
const mark = (of: (typeof TRACK | typeof MARKS | typeof SLED)[number]): Sign => ({
  id: of,
  picture: sketch(LegendMark, { of }),
  text: say(`hike_dogsled.legend.${of}`),
});

export default ((fixed) => [
  {
    title: say("hike_dogsled.legend.track_title"),
    signs: [
      ...entries(TERRAINS).map(([terrain, text]) => ({
        id: `terrain.${terrain}`,
        picture: sketch(Terrain, { terrain }, "-16 -13 32 26"),
        text: text(),
      })),
      ...TRACK.map(mark),
    ],
  },
  {
    title: say("hike_dogsled.legend.huskies_title"),
    signs: [
      ...Object.entries(fixed.edges).map(([letter, colour]) => ({
        id: `edge.${letter}`,
        picture: sketch(
          Edge,
          { colour: colourOf(fixed, letter), pattern: patternOf(fixed, letter) },
          "24 -8 52 26",
        ),
        text: say("hike_dogsled.legend.edge", { colour }),
      })),
      { id: "youngster", picture: husky("Y1"), text: say("hike_dogsled.legend.young") },
      ...entries(STATES).map(([state, text]) => ({
        id: `state.${state}`,
        picture: husky("H20", state),
        text: text(),
      })),
      { id: "equipped", picture: husky("H09", "ready", true), text: say("hike_dogsled.legend.equipped") },
      ...SLED.map(mark),
      ...MARKS.map(mark),
    ],
  },
  {
    title: say("hike_dogsled.legend.beside_title"),
    signs: [
      ...BESIDE.map((of) => ({
        id: `beside.${of}`,
        picture: sketch(SeatSign, { of }),
        text: say(`hike_dogsled.legend.beside_${of}`),
      })),
      {
        id: "beside.flag",
        picture: sketch(Flag, { size: 20 }),
        text: say("hike_dogsled.legend.beside_flag"),
      },
    ],
  },
  {
    title: say("hike_dogsled.legend.cards_title"),
    signs: THINGS.map((kind) => ({
      id: `thing.${kind}`,
      picture: sketch(Thing, { kind }, "-10 -3 80 66"),
      text: say(`hike_dogsled.legend.${kind}`),
    })),
  },
  ...(fixed.loose
    ? [
        {
          title: say("hike_dogsled.rules.loose_title"),
          signs: Object.entries(fixed.loose_cards).map(([id, { name, effect, text }]) => ({
            id: `loose.${id}`,
            picture: sketch(LooseArt, { effect }, "-3 -3 106 106"),
            text: say("hike_dogsled.legend.loose", { name, text }),
          })),
        },
      ]
    : []),
]) satisfies Legend;
