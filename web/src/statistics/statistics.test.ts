import { beforeEach, expect, test } from "vitest";
import type { Mine, TableInfo } from "../protocol";
import { noteAchieved, record, recorded, readMatches, type Finished, type Player } from "../table/matches";
import { ACHIEVEMENTS, earned, earnedIn } from "./achievements";
import { byGame, figuresOf } from "./figures";
import { howTo, storyOf, titleOf } from "./stories";

const player = (score: number, place: number | null, more: Partial<Player> = {}): Player => ({
  name: "x",
  level: "first_match",
  place,
  score,
  won: place === 1,
  mine: false,
  ...more,
});
const me = (score: number, place: number | null, more: Partial<Player> = {}): Player =>
  player(score, place, { level: null, mine: true, ...more });

let n = 0;
const DAY = 24 * 3600;
function match(players: Player[], more: Partial<Finished> = {}): Finished {
  n += 1;
  return { table: `table${n}`, game: "alpina", ended: n, helped: false, players, ...more };
}
const won = (more: Partial<Finished> = {}): Finished => match([me(30, 1), player(20, 2)], more);
const lost = (more: Partial<Finished> = {}): Finished => match([me(20, 2), player(30, 1)], more);
const ids = (matches: Finished[]): string[] =>
  earned(matches).flatMap((each) => (each.match ? [each.id] : []));

beforeEach(() => {
  n = 0;
});

test("figures of a game: places, points, streaks", () => {
  const figures = figuresOf([lost(), won(), won(), match([me(9, null), player(8, null)])]);
  expect(figures).toEqual({
    matches: 4,
    wins: 2,
    places: [
      { place: 1, n: 2 },
      { place: 2, n: 1 },
      { place: null, n: 1 },
    ],
    scores: [20, 30, 30, 9],
    best: 30,
    streak: 0,
    longest: 2,
  });
});

test("what a bot has won for us is not won by us, and what it has lost ends no streak", () => {
  const helped = { helped: true };
  const { matches, wins, streak, longest } = figuresOf([
    won(helped),
    won(),
    lost(helped),
    won(),
    won(helped),
  ]);
  expect([matches, wins, streak, longest]).toEqual([5, 2, 2, 2]);
});

test("matches on a shared screen are matches, but nobody's places", () => {
  const shared = match([me(30, 1), me(20, 2)]);
  expect(figuresOf([shared, won()]).matches).toBe(1);
  expect(byGame([shared, won({ game: "hike_cards" })]).map(([game]) => game)).toEqual([
    "alpina",
    "hike_cards",
  ]);
  expect(ids([shared])).toEqual([]);
});

test("each level that was beaten is told, and only where all opponents had it", () => {
  expect(ids([won()])).toEqual(["first_steps", "beat_first_match"]);
  const mixed = match([me(30, 1), player(20, 2), player(10, 3, { level: "musher" })]);
  expect(ids([mixed])).toEqual(["first_steps"]);
  const musher = match([me(30, 1), player(20, 2, { level: "musher" })]);
  expect(ids([musher])).toContain("beat_musher");
  expect(ids([{ ...musher, helped: true }])).toEqual([]);
});

test("close calls: by one point, either way", () => {
  expect(ids([match([me(21, 1), player(20, 2)])])).toContain("hair");
  expect(ids([match([me(20, 1), player(20, 2)])])).not.toContain("hair");
  expect(ids([match([me(20, 2), player(21, 1)])])).toContain("so_close");
  expect(ids([match([me(20, 2), player(22, 1)])])).not.toContain("so_close");
  const nobody = match([me(20, 2, { won: false }), player(21, 1, { won: false })]);
  expect(ids([nobody])).not.toContain("so_close");
});

test("a comeback takes three losses of the same game in a row", () => {
  expect(ids([lost(), lost(), lost(), won()])).toContain("comeback");
  expect(ids([lost(), lost(), won()])).not.toContain("comeback");
  expect(ids([lost(), lost(), lost({ game: "hike_cards" }), won()])).not.toContain("comeback");
  expect(ids([won(), won(), won()])).toContain("roll");
  expect(ids([won(), won(), lost(), won()])).not.toContain("roll");
});

test("three games in a day, four on the shelf, and who was there", () => {
  const games = ["alpina", "hike_cards", "snow_tails"];
  expect(ids(games.map((game) => lost({ game })))).toContain("long_day");
  expect(ids(games.map((game, k) => lost({ game, ended: k * DAY })))).not.toContain("long_day");
  expect(ids([...games, "hike_dogsled"].map((game, k) => lost({ game, ended: k * DAY })))).toContain(
    "whole_box",
  );
  expect(ids([match([me(3, 1), player(1, 2, { level: null })])])).toContain("company");
  expect(ids([match([me(9, 1), ...[1, 2, 3, 4].map((k) => player(k, k + 1))])])).toContain("crowd");
});

test("the match that earned something is the first that did, and every achievement has its sentences", () => {
  const first = won();
  const found = earned([lost(), first, won()]).find(({ id }) => id === "beat_first_match");
  expect(found?.match?.table).toBe(first.table);
  for (const { id } of ACHIEVEMENTS) {
    expect(titleOf(id), id).not.toBe("");
    expect(storyOf(id), id).not.toBe("");
    expect(howTo(id), id).toMatch(/^(Finish|Win|Lose) /);
  }
});

function told(table: string, chair: number, more: Partial<TableInfo> = {}): Mine {
  const seated = { level: null, stood_in: [], kind: "human" };
  const info = {
    table,
    game: "alpina",
    status: "over",
    commitment: "sealed",
    chairs: [
      { ...seated, name: "Ann" },
      { ...seated, name: "Kira", level: "pup", kind: "bot" },
    ],
    ...more,
  } as unknown as TableInfo;
  const result = { ended: 5, scores: [7, 9], places: [2, 1], winners: [1] };
  return { table: info, chair, my_turn: false, waited_ms: null, result };
}

test("a finished match is recorded once; what was not dealt, or is not over, never", () => {
  expect(record([told("one", 0)]).map(({ table }) => table)).toEqual(["one"]);
  expect(record([told("one", 0), { ...told("two", 0), result: null }])).toEqual([]);
  expect(record([told("three", 0, { commitment: "" })])).toEqual([]);
  expect(recorded()).toEqual([
    {
      table: "one",
      game: "alpina",
      ended: 5,
      helped: false,
      players: [
        { name: "Ann", level: null, place: 2, score: 7, won: false, mine: true },
        { name: "Kira", level: "pup", place: 1, score: 9, won: true, mine: false },
      ],
    },
  ]);
});

test("what the game itself says of a match is noted once, and the first match that did it is told", () => {
  record([told("one", 0), told("two", 0)]);
  expect(recorded().map(({ achieved }) => achieved)).toEqual([undefined, undefined]);
  expect(noteAchieved("two", ["spot"])).toBe(true);
  expect(noteAchieved("two", ["spot", "sure_feet"])).toBe(false);
  expect(noteAchieved("three", ["spot"])).toBe(false); // was never recorded
  expect(noteAchieved("one", [])).toBe(true);
  expect(recorded().map(({ achieved }) => achieved)).toEqual([[], ["spot"]]);
  expect(record([told("two", 0)])).toEqual([]);
  const [spot, feet] = earnedIn("alpina", [{ id: "spot" }, { id: "sure_feet" }], recorded());
  expect([spot?.match?.table, feet?.match]).toEqual(["two", null]);
  const helped = recorded().map((each) => ({ ...each, helped: true }));
  expect(earnedIn("alpina", [{ id: "spot" }], helped)[0]?.match).toBeNull();
  expect(earnedIn("snow_tails", [{ id: "spot" }], recorded())[0]?.match).toBeNull();
});

test("of what somebody else says that a match has achieved, only IDs are read", () => {
  const right = won();
  const read = (achieved: unknown): unknown =>
    readMatches([{ ...right, achieved }]).map((each) => each.achieved)[0];
  expect(read(["spot", "spot", "of_another_version"])).toEqual(["spot", "of_another_version"]);
  for (const wrong of [
    7,
    "spot",
    null,
    { length: 1 },
    ["spot", 7],
    ["<img src=x onerror=alert(1)>"],
    ["x".repeat(41)],
    Array.from({ length: 51 }, (_, n) => `a${n}`),
  ])
    expect(read(wrong), JSON.stringify(wrong)).toBeUndefined();
  expect(readMatches([{ ...right, achieved: 7 }])).toEqual([right]); // the match itself stays
});

test("somebody else's text is no match", () => {
  const right = won();
  const wrong = [
    null,
    7,
    { ...right, table: 7 },
    { ...right, ended: "now" },
    { ...right, ended: Infinity },
    { ...right, players: "all" },
    { ...right, players: [player(1, 1)] },
    { ...right, players: [me(1, 99)] },
    { ...right, players: [{ ...me(1, 1), name: "x".repeat(1000) }] },
  ];
  expect(readMatches([...wrong, right])).toEqual([right]);
  expect(readMatches({ length: 3 })).toEqual([]);
  localStorage.setItem("trailmix.matches", "{");
  expect(recorded()).toEqual([]);
});
