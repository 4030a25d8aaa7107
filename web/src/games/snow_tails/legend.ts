/** What the signs of Snow Tails mean. What lies on a course is drawn as courses are, on a piece of ground of its own. */
import { say } from "../../words/say";
import { ArrowUpLeft, Layers2 } from "../../art/icons";
import { sketch, type Sign, type Sketch } from "../explaining";
import Bonus from "./Bonus.svelte";
import Brake from "./Brake.svelte";
import Card from "./Card.svelte";
import Crack from "./art/Crack.svelte";
import Ground from "./art/Ground.svelte";
import OnSnow from "./art/OnSnow.svelte";
import Sign_ from "./art/Sign.svelte";
import Team from "./art/Team.svelte";
import { KINDS } from "./read";
import type { EventOf, Legend } from "./types";
import type { CourseShape, SpaceShape } from "./view";

type Ground_ = Exclude<EventOf<"hit_side">["values"]["what"], "side">;
const GROUNDS: Record<Ground_, () => string> = {
  rock: () => say("snow_tails.legend.ground.rock"),
  pillar: () => say("snow_tails.legend.ground.pillar"),
  snow: () => say("snow_tails.legend.ground.snow"),
};
const FLAGS = ["yellow", "red", "chequered"] as const;
const FAR = 9000; // out of the picture
const OUTLINE: [number, number][] = [
  [-75, -50],
  [75, -50],
  [75, 50],
  [-75, 50],
];
const SPACE: SpaceShape = {
  name: "",
  piece: 0,
  lane: 1,
  place: 1,
  outline: OUTLINE,
  centre: [0, 0],
  heading: 0,
  ground: "free",
  sapling: null,
};
/** A space of a course with nothing on it. */
const EMPTY: CourseShape = {
  width: 0,
  height: 0,
  middle: [],
  pieces: [{ token: "S", kind: "straight", turns: null, outline: OUTLINE }],
  spaces: [SPACE],
  edges: [[], []],
  lane_lines: [],
  level_lines: [],
  joins: [],
  safety_lines: [],
  finish_line: [
    [FAR, FAR],
    [FAR + 500, FAR],
  ],
  flags: [],
  buds: [],
  start_numbers: [],
};
const ground = (with_: Partial<CourseShape>, box = "-80 -56 160 112"): Sketch =>
  sketch(Ground, { shape: { ...EMPTY, ...with_ }, plain: true }, box);
/** The marks of these levels of a bend. */
export const marks = (levels: readonly number[]): Sketch =>
  ground({ buds: levels.map((level, n) => ({ at: [50 * n - 50, 0] as [number, number], level })) });

const course = (): Sign[] => [
  ...FLAGS.map((colour) => ({
    id: `flag.${colour}`,
    picture: ground(
      { pieces: [], flags: [{ at: [0, 0], heading: 0, colour }] },
      colour === "chequered" ? "-10 -20 220 130" : "-40 -16 180 96",
    ),
    text: say(`snow_tails.legend.${colour}`),
  })),
  {
    id: "line",
    picture: ground(
      {
        safety_lines: [
          {
            piece: 1,
            limit: 4,
            line: [
              [-60, -50],
              [-60, 50],
            ],
            sign: [20, 0],
          },
        ],
      },
      "-90 -76 180 152",
    ),
    text: say("snow_tails.legend.line"),
  },
  {
    id: "finish",
    picture: ground(
      {
        pieces: [],
        finish_line: [
          [0, 0],
          [500, 0],
        ],
      },
      "0 -60 200 120",
    ),
    text: say("snow_tails.legend.finish"),
  },
  {
    id: "start",
    picture: ground({ start_numbers: [{ number: 1, space: 0 }] }),
    text: say("snow_tails.legend.start"),
  },
  {
    id: "way",
    picture: ground({ spaces: [{ ...SPACE, piece: 1, lane: 3 }] }),
    text: say("snow_tails.legend.way"),
  },
  {
    id: "bud",
    picture: marks([0, 1, 2]),
    text: say("snow_tails.legend.bud"),
  },
];

const saplings = (): Sign[] => [
  {
    id: "sapling",
    picture: sketch(OnSnow, { felled: false }, "-80 -56 160 112"),
    text: say("snow_tails.legend.sapling"),
  },
  {
    id: "felled",
    picture: sketch(OnSnow, { felled: true }, "-80 -56 160 112"),
    text: say("snow_tails.legend.felled"),
  },
];

/** Of what may stand in the way, only what a course of this match has. */
function inTheWay(courses: readonly { shape: CourseShape }[]): Sign[] {
  const spaces = courses.flatMap(({ shape }) => shape.spaces);
  const grounds = Object.entries(GROUNDS).filter(([name]) => spaces.some((space) => space.ground === name));
  return [
    ...(spaces.some(({ sapling }) => sapling !== null) ? saplings() : []),
    ...grounds.map(([name, text]) => ({
      id: `ground.${name}`,
      picture: ground({ spaces: [{ ...SPACE, ground: name }] }),
      text: text(),
    })),
  ];
}

export default (({ edition, courses }) => [
  { title: say("snow_tails.legend.course_title"), signs: [...course(), ...inTheWay(courses)] },
  {
    title: say("snow_tails.legend.move_title"),
    signs: [
      ...KINDS.map((kind) => ({
        id: `kind.${kind}`,
        picture: sketch(Sign_, { kind, n: 2 }, "-78 -52 156 104"),
        text: say(`snow_tails.legend.kind.${kind}`),
      })),
      { id: "bonus", picture: sketch(Bonus, { n: 2 }), text: say("snow_tails.legend.bonus") },
      {
        id: "ghost",
        picture: sketch(Team, { seat: "A", ghost: true }, "-100 -60 200 120"),
        text: say("snow_tails.legend.ghost"),
      },
      {
        id: "crack",
        picture: sketch(Crack, { still: true }, "0 -68 172 136"),
        text: say("snow_tails.legend.crash"),
      },
    ],
  },
  {
    title: say("snow_tails.legend.cards_title"),
    signs: [
      { id: "card", picture: sketch(Card, { value: 4 }), text: say("snow_tails.legend.card") },
      {
        id: "printed",
        picture: sketch(Card, { value: 3, printed: true }),
        text: say("snow_tails.legend.printed"),
      },
      { id: "below", picture: sketch(Layers2, { size: 28 }), text: say("snow_tails.legend.below") },
      { id: "drift", picture: sketch(ArrowUpLeft, { size: 28 }), text: say("snow_tails.legend.drift") },
      { id: "dent", picture: sketch(Card, { value: "dent" }), text: say("snow_tails.legend.dent") },
      {
        id: "brake",
        picture: sketch(Brake, { value: 3, kind: edition.brake }),
        text: say("snow_tails.legend.brake"),
      },
    ],
  },
]) satisfies Legend;
