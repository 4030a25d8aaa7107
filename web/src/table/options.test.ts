import { expect, test } from "vitest";
import { askedOf, optionsOf, toldOptions, wishOf } from "./options";
import { schemas } from "../testing/options";

const names = (game: keyof typeof schemas) =>
  optionsOf({ options: schemas[game] }).map(({ name, ask }) => `${name}: ${ask}`);

test("every game's options are asked for by what they are declared as", () => {
  expect(names("alpina")).toEqual([]); // colours have no widget: they are left to programs
  expect(names("hike_cards")).toEqual(["follow: rows", "target: number"]);
  expect(names("hike_dogsled")).toEqual(["loose: switch", "simultaneous: switch"]);
  expect(names("snow_tails")).toEqual([
    "edition: choice",
    "course: course",
    "courses: courses",
    "most_rounds: number",
  ]);
});

test("labels, help, choices and bounds are the server's", () => {
  const [edition, , , rounds] = optionsOf({ options: schemas.snow_tails });
  expect(edition).toMatchObject({
    label: "Edition",
    usual: "original",
    choices: [
      { value: "original", label: "Fragor, first edition (2008)" },
      { value: "renegade", label: "Renegade, later edition" },
    ],
  });
  expect(rounds).toMatchObject({ advanced: true, usual: 100, least: 1, most: 1000 });
});

test("the server is told what everybody is asked for, and what else was changed", () => {
  const snow = optionsOf({ options: schemas.snow_tails });
  expect(wishOf(snow, {})).toEqual({ edition: "original", course: "nutcracker" });
  expect(wishOf(snow, { most_rounds: 100 })).toEqual({ edition: "original", course: "nutcracker" });
  expect(wishOf(snow, { most_rounds: 50, course: "dagger" })).toEqual({
    edition: "original",
    course: "dagger",
    most_rounds: 50,
  });
  const hike = optionsOf({ options: schemas.hike_dogsled });
  expect(wishOf(hike, { loose: true })).toEqual({ loose: true, simultaneous: false });
  const cards = optionsOf({ options: schemas.hike_cards });
  expect(wishOf(cards, {})).toEqual({});
  expect(wishOf(cards, { target: 60 })).toEqual({ target: 60 });
});

test("a season stands in for the course of a single race", () => {
  const snow = optionsOf({ options: schemas.snow_tails });
  const said = { courses: ["dagger", "bruce"], course: "dagger" };
  expect(askedOf(snow, said).map(({ name }) => name)).not.toContain("course");
  expect(wishOf(snow, said)).toEqual({ edition: "original", courses: ["dagger", "bruce"] });
  expect(wishOf(snow, { courses: null })).toEqual({ edition: "original", course: "nutcracker" });
});

test("options of a kind that is not known are left out, and so is a game without any", () => {
  const schema = {
    $defs: { Options: { properties: { x: { "x-kind": "new", type: "string" }, y: { type: "object" } } } },
  };
  expect(optionsOf({ options: schema })).toEqual([]);
  expect(optionsOf({ options: {} })).toEqual([]);
});

test("the options of a table in words: what was chosen, and the unusual of what few people need", () => {
  const snow = { options: schemas.snow_tails };
  const usual = { edition: "original", course: "nutcracker", courses: [], most_rounds: 100, colours: [] };
  expect(toldOptions(snow, usual)).toEqual([
    { name: "edition", label: "Edition", value: "Fragor, first edition (2008)" },
    { name: "course", label: "Course", value: "", courses: ["nutcracker"] },
  ]);
  const season = { ...usual, courses: ["dagger", "hobbit"], most_rounds: 30 };
  expect(toldOptions(snow, season).map(({ name, value, courses }) => [name, courses ?? value])).toEqual([
    ["edition", "Fragor, first edition (2008)"],
    ["courses", ["dagger", "hobbit"]],
    ["most_rounds", "30"],
  ]);
  const sleds = toldOptions({ options: schemas.hike_dogsled }, { loose: true, simultaneous: false });
  expect(sleds.map(({ value }) => value)).toEqual(["On", "Off"]);
});
