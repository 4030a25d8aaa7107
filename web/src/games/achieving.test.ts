/** What only one game can tell of a match: which final views tell it, and that it has its words. */
import { describe, expect, test } from "vitest";
import { known } from "../words/say";
import { tableAt as alpina } from "./alpina/fixtures";
import type { View as Alpina } from "./alpina/view";
import { tableAt as hikeCards } from "./hike_cards/fixtures";
import type { View as HikeCards } from "./hike_cards/view";
import { tableAt as hikeDogsled } from "./hike_dogsled/fixtures";
import type { View as HikeDogsled } from "./hike_dogsled/view";
import { tableAt as snowTails } from "./snow_tails/fixtures";
import type { View as SnowTails } from "./snow_tails/view";
import type { AnyFixed, AnyView } from "./contract";
import { gameAchievements, OWN_PAGES } from ".";

interface Over {
  base: { view: object };
  fixed: object;
}

/** What a seat has achieved in a stored match that is over, after some of its last view has been changed. */
async function achieved<View extends AnyView>(
  game: string,
  { base, fixed }: Over,
  seat: string,
  change: (view: View) => void = () => {},
): Promise<string[]> {
  const view = structuredClone(base.view) as View;
  change(view);
  const all = await gameAchievements(game);
  return all.filter((each) => each.done(view, seat, fixed as AnyFixed)).map(({ id }) => id);
}

describe.each(OWN_PAGES)("the achievements of %s", (game) => {
  test("are a few, each with its own name and its words", async () => {
    const all = await gameAchievements(game);
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id, title, how, text } of all) {
      expect(id).toMatch(/^[a-z][a-z0-9_]{0,39}$/); // as table/matches.ts reads it
      for (const part of ["title", "how", "text"])
        expect(known(`${game}.achievement.${id}.${part}`), `${id}.${part}`).toBe(true);
      expect(title().length, id).toBeLessThan(30);
      expect(how(), id).toMatch(/^(Win|Have|Place|Come|In the last round) .*\.$/);
      expect(text(), id).toMatch(/\.$/);
    }
  });

  test("are not made of a match that goes on", async () => {
    const all = await gameAchievements(game);
    const positions: Record<string, () => Over> = {
      alpina: () => alpina("start"),
      hike_cards: () => hikeCards("peak"),
      hike_dogsled: () => hikeDogsled("action"),
      snow_tails: () => snowTails("play"),
    };
    const { base, fixed } = positions[game]!();
    for (const seat of ["A", "B"])
      expect(all.filter((each) => each.done(base.view as AnyView, seat, fixed as AnyFixed))).toEqual([]);
  });
});

test("a game without achievements of its own has none", async () => {
  expect(await gameAchievements("no_such_game")).toEqual([]);
});

test("Alpina: a hiker of ten points, hikers of six each, and a winner with one to spare", async () => {
  const of = (seat: string, change?: (view: Alpina) => void) =>
    achieved<Alpina>("alpina", alpina("over"), seat, change);
  expect(await of("A")).toEqual([]); // last, with four hikers left
  expect(await of("B")).toEqual(["stayed_home"]);
  const earning =
    (seat: string, points: number, left: number) =>
    ({ grid, seats }: Alpina): void => {
      for (const spot of grid) if (spot.hiker === seat) spot.points = points;
      for (const each of seats) if (each.seat === seat) each.hikers = left;
    };
  expect(await of("C", earning("C", 9, 1))).toEqual([]);
  expect(await of("C", earning("C", 10, 1))).toEqual(["spot"]);
  expect(await of("C", earning("C", 5, 0))).toEqual([]);
  expect(await of("C", earning("C", 6, 0))).toEqual(["sure_feet"]);
  expect(await of("B", earning("B", 2, 0))).toEqual([]);
});

test("Hike: alone without leftovers, first to be stuck, and The Worm's birds", async () => {
  const of = (seat: string, change?: (view: HikeCards) => void) =>
    achieved<HikeCards>("hike_cards", hikeCards("over"), seat, change);
  expect(await of("B")).toEqual([]); // has won, with one card left over
  const left = (leftovers: Record<string, number>) => (view: HikeCards) => {
    view.account = { ...view.account!, leftovers };
  };
  expect(await of("A", left({ A: 0, B: 1, C: 6 }))).toEqual(["alone"]);
  expect(await of("A", left({ A: 0, B: 0, C: 6 }))).toEqual([]);
  const wins = (seat: string) => (view: HikeCards) => {
    view.places = view.seats.map((each) => (each.seat === seat ? 1 : 2));
  };
  expect(await of("C", wins("C"))).toEqual(["sat_down"]); // left first, stuck
  expect(await of("A", wins("A"))).toEqual([]);
  const worm = (birds: number) => (view: HikeCards) => {
    view.account = { ...view.account!, worm: "A", birds };
  };
  expect(await of("A", worm(5))).toEqual(["worm"]);
  expect(await of("A", worm(4))).toEqual([]);
  expect(await of("B", worm(5))).toEqual([]);
});

test("Hike!: huskies to spare, alone at the finish, and ready on the last day", async () => {
  const of = (seat: string, change?: (view: HikeDogsled) => void) =>
    achieved<HikeDogsled>("hike_dogsled", hikeDogsled("over"), seat, change);
  expect(await of("A")).toEqual([]); // eight are ready, at field 4
  expect(await of("B")).toEqual(["alone", "packed"]);
  const change = (seat: string, more: Partial<HikeDogsled["seats"][0]>) => (view: HikeDogsled) => {
    view.seats = view.seats.map((each) => (each.seat === seat ? { ...each, ...more } : each));
  };
  expect(await of("B", change("B", { ready_huskies: 6 }))).toEqual(["fresh", "alone", "packed"]);
  expect(await of("B", change("A", { position: 41 }))).toEqual(["packed"]);
  expect(await of("B", change("A", { declared: 7 }))).toEqual(["alone"]);
  expect(await of("B", change("A", { declared: null }))).toEqual(["alone"]); // was never ready
  expect(await of("B", change("B", { position: 40 }))).toEqual([]); // nobody arrived
});

test("Snow Tails: without a dent, with four, and every race of a season", async () => {
  const of = (seat: string, change?: (view: SnowTails) => void) =>
    achieved<SnowTails>("snow_tails", snowTails("over"), seat, change);
  expect(await of("A")).toEqual(["clean"]);
  expect(await of("C")).toEqual([]); // clean, but third
  const dents = (n: number) => (view: SnowTails) => {
    view.seats[0]!.dents = n;
  };
  expect(await of("A", dents(3))).toEqual([]);
  expect(await of("A", dents(4))).toEqual(["battered"]);
  const season =
    (...first: string[]) =>
    (view: SnowTails) => {
      view.results = first.map((seat, n) => ({ ...view.results[0]!, race: n + 1, places: { [seat]: 1 } }));
    };
  expect(await of("A", season("A", "A"))).toEqual(["clean", "sweep"]);
  expect(await of("A", season("B", "A"))).toEqual(["clean"]);
  expect(await of("A", season("A", "B"))).toEqual([]);
});
