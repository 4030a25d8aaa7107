import { expect, test } from "vitest";
import { faults } from "../../words.mjs";
import { nameOf } from "./names";
import { fill, known, say } from "./say";

test("gaps are filled, and words follow their number", () => {
  expect(fill("{n} {n:hiker|hikers} of {name}", { n: 1, name: "Ann" })).toBe("1 hiker of Ann");
  expect(fill("{n} {n:hiker|hikers}", { n: 3 })).toBe("3 hikers");
});

test("a sentence is found by its key", () => {
  expect(say("home.waiting_for", { n: 2 })).toBe("2 free chairs");
  expect(known("home.nothing_of_the_kind")).toBe(false);
});

test("what the server names and we do not know keeps its name", () => {
  expect(nameOf("snow_tails")).toBe("Snow Tails");
  expect(nameOf("chess")).toBe("chess");
});

test("a language that lacks a sentence, has one too many, or other gaps, is found out", () => {
  const first = { a: "{n} hikers", b: "Yes" };
  expect(faults(first, { a: "{n:Wanderer|Wanderer} {n}", b: "Ja" }, "de")).toEqual([]);
  expect(faults(first, { a: "{n} Wanderer" }, "de")).toEqual(["words.de.toml lacks b"]);
  expect(faults(first, { a: "Wanderer", b: "Ja", c: "Nein" }, "de")).toHaveLength(2);
});
