import { expect, test } from "vitest";
import type { GameInfo } from "../protocol";
import { schemas } from "../testing/options";
import { habitOf, keepHabit } from "./habits";

const SNOW: GameInfo = {
  game: "snow_tails",
  name: "Snow Tails",
  about: "",
  players: [2, 3, 4, 5],
  minutes: 60,
  rules_version: 1,
  levels: ["first_match", "pup", "trail_dog"],
  level: "trail_dog",
  stand_ins: {},
  lesson: false,
  options: schemas.snow_tails,
};

test("somebody new is offered one opponent at the lowest level; whoever has finished one, the usual", () => {
  expect(habitOf(SNOW)).toEqual({ opponents: 1, level: "first_match", said: {} });
  expect(habitOf(SNOW, true).level).toBe("trail_dog");
});

test("what was chosen last is offered again, for each game its own", () => {
  const habit = { opponents: 3, level: "pup", said: { course: "dagger", edition: "renegade" } };
  keepHabit("snow_tails", habit);
  keepHabit("alpina", { opponents: 1, level: "trail_dog", said: {} });
  expect(habitOf(SNOW)).toEqual(habit);
  expect(habitOf(SNOW, true)).toEqual(habit);
});

test("what is no longer possible is not offered", () => {
  const said = {
    edition: "pirate",
    course: 7,
    courses: ["dagger", 7],
    most_rounds: 1e9,
    gone: true,
  };
  keepHabit("snow_tails", { opponents: 9, level: "wizard", said: said as never });
  expect(habitOf(SNOW)).toEqual({ opponents: 1, level: "first_match", said: {} });
  localStorage.setItem("trailmix.habits", '["nonsense"]');
  expect(habitOf(SNOW).opponents).toBe(1);
  localStorage.setItem("trailmix.habits", "no JSON");
  expect(habitOf(SNOW).opponents).toBe(1);
});
