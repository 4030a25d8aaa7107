/** What the games explain: every idea has its words, and every sign there is stands in the legend. */
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, describe, expect, test } from "vitest";
import Legend from "../parts/Legend.svelte";
import { known } from "../words/say";
import alpina from "./alpina/fixtures/deck.json";
import alpinaLegend from "./alpina/legend";
import type { AnyFixed, GamePage } from "./contract";
import hikeCards from "./hike_cards/fixtures/deck.json";
import hikeCardsLegend from "./hike_cards/legend";
import hikeDogsled from "./hike_dogsled/fixtures/deck.json";
import hikeDogsledLegend from "./hike_dogsled/legend";
import { gameIdeas, gameLegend, OWN_PAGES } from ".";
import plainLegend from "./plain/legend";
import snowTails from "./snow_tails/fixtures/deck.json";
import snowTailsLegend from "./snow_tails/legend";
import type { Sign, Signs } from "./explaining";
import { FakePlay } from "../testing/play.svelte";

afterEach(cleanup);

const ids = (legend: readonly Signs[]): string[] => legend.flatMap(({ signs }) => signs.map(({ id }) => id));
const all = (kind: string, names: readonly string[]): string[] =>
  [...new Set(names)].map((name) => `${kind}.${name}`);

describe.each(OWN_PAGES)("the ideas of %s", (game) => {
  test("are enough, each with its own name and its words", async () => {
    const ideas = await gameIdeas(game);
    expect(ideas.length).toBeGreaterThanOrEqual(6);
    expect(new Set(ideas.map(({ id }) => id)).size).toBe(ideas.length);
    for (const { id, title, text, when } of ideas) {
      expect(known(`${game}.idea.${id}.title`) && known(`${game}.idea.${id}.text`), id).toBe(true);
      expect(title().length, id).toBeLessThan(40); // one line of a telephone
      expect(text().split(". ").length, id).toBeLessThanOrEqual(4);
      expect(when.length, id).toBeGreaterThan(0);
    }
  });
});

test("a game without ideas has none, and the signs of the plain page", async () => {
  expect(await gameIdeas("no_such_game")).toEqual([]);
  expect(ids((await gameLegend("no_such_game"))({}))).toEqual(ids(plainLegend()));
});

/** A course with all that may lie on one. */
const withAllGrounds = structuredClone(snowTails);
for (const [n, ground] of ["rock", "pillar", "snow"].entries())
  withAllGrounds.courses[0]!.shape.spaces[n]!.ground = ground;

describe("the legend has every sign", () => {
  const LEGENDS: Record<string, readonly Signs[]> = {
    alpina: alpinaLegend(alpina),
    hike_cards: hikeCardsLegend(hikeCards),
    hike_dogsled: hikeDogsledLegend({
      ...(hikeDogsled as unknown as Parameters<typeof hikeDogsledLegend>[0]),
      loose: true,
    }),
    snow_tails: snowTailsLegend(withAllGrounds as unknown as Parameters<typeof snowTailsLegend>[0]),
  };
  const deck = Object.values(alpina.cards);
  const suits = Object.entries(hikeCards.cards).filter(([, card]) => card.follow !== null);
  const special = Object.entries(hikeCards.cards).filter(([, card]) => card.follow === null);
  const terrains = Object.values(hikeDogsled.landscapes).flatMap(({ fields }) =>
    fields.map(({ terrain }) => terrain),
  );
  const grounds = withAllGrounds.courses.flatMap(({ shape }) => shape.spaces.map(({ ground }) => ground));
  const flags = snowTails.courses.flatMap(({ shape }) => shape.flags.map(({ colour }) => colour));
  const THERE: Record<string, string[]> = {
    alpina: [
      ...all(
        "animal",
        deck.map(({ animal }) => animal),
      ),
      ...all(
        "land",
        deck.map(({ land }) => land),
      ),
      ...all(
        "count",
        deck.map(({ count }) => count),
      ),
      ...all(
        "where",
        deck.map(({ where }) => where),
      ),
      ...["pile", "rows", "columns", "hand", "forecast"],
    ],
    hike_cards: [
      ...all(
        "suit",
        suits.map(([id]) => id),
      ),
      ...all(
        "special",
        special.map(([id]) => id),
      ),
    ],
    hike_dogsled: [
      ...all("terrain", terrains),
      ...all("edge", Object.keys(hikeDogsled.edges)),
      ...all("loose", Object.keys(hikeDogsled.loose_cards)),
    ],
    snow_tails: [
      ...all(
        "ground",
        grounds.filter((ground) => ground !== "free"),
      ),
      ...all("flag", flags),
    ],
  };

  test.each(OWN_PAGES)("of %s", (game) => {
    expect(THERE[game]!.length).toBeGreaterThan(4);
    expect(ids(LEGENDS[game]!)).toEqual(expect.arrayContaining(THERE[game]!));
    expect(new Set(ids(LEGENDS[game]!)).size).toBe(ids(LEGENDS[game]!).length);
  });

  test.each(OWN_PAGES)("of %s, each with words and a picture", (game) => {
    const signs: Sign[] = LEGENDS[game]!.flatMap((group) => group.signs);
    for (const { id, text, picture } of signs) {
      expect(text, id).toMatch(/\p{L}{2}/u);
      expect(text, id).not.toMatch(/\w\.\w|[{}]|undefined|hikers-on|-types|adj\d/);
      expect(picture.Picture, id).toBeTypeOf("function");
    }
  });
});

test("the legend of a table shows who sits where and what the badge means, below the signs of the game", async () => {
  const stored = {
    fixed: hikeCards as AnyFixed,
    base: { view: { to_move: "A", places: null }, own: null, prompt: "", legal: [] },
  };
  const play = new FakePlay({ ...stored, seat: "A", game: "hike_cards", log: [], tried: {} });
  const page = { badge: Legend } as unknown as GamePage;
  const { findByText, container } = render(Legend, { play, page, badge: null });
  await findByText("Dag");
  const shown = [...container.querySelectorAll("[data-sign]")].map((each) => each.getAttribute("data-sign"));
  expect(shown).toEqual(
    expect.arrayContaining(["suit.bird", "special.worm", "seat.A", "turn", "since", "preview"]),
  );
  expect(shown).not.toContain("badge");
  for (const sign of container.querySelectorAll("[data-sign]"))
    expect(sign.querySelector("dt svg, dt span, dt b, dt i"), sign.outerHTML.slice(0, 80)).not.toBeNull();
});
