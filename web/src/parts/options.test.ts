import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameInfo } from "../protocol";
import type { Value } from "../table/options";
import { schemas } from "../testing/options";
import Options from "./Options.svelte";

const COURSES = ["nutcracker", "dagger"].map((id) => ({
  id,
  name: id,
  report: { line: `start ${id} finish:L` },
}));

function form(
  game: keyof typeof schemas,
  players = 2,
  first: Record<string, Value> = {},
): () => Record<string, Value> {
  let wished: Record<string, Value> = {};
  const info: GameInfo = {
    game,
    name: game,
    about: "",
    players: [2, 3],
    minutes: 1,
    rules_version: 1,
    levels: [],
    level: "",
    stand_ins: {},
    lesson: false,
    options: schemas[game],
  };
  render(Options, {
    game: info,
    players,
    first,
    wish: (options: Record<string, Value>) => (wished = options),
  });
  return () => wished;
}

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(COURSES), { status: 200 }));
});
afterEach(() => vi.unstubAllGlobals());

test("booleans are switches with what they mean", async () => {
  const wish = form("hike_dogsled");
  const loose = screen.getByRole("switch", { name: "Husky on the loose" });
  expect(loose).toHaveProperty("checked", false);
  await fireEvent.click(loose);
  expect(wish()).toEqual({ loose: true, simultaneous: false });
  await fireEvent.click(loose);
  expect(wish()).toEqual({ loose: false, simultaneous: false });
});

test("a course, and a season in its place", async () => {
  const wish = form("snow_tails");
  expect(wish()).toEqual({ edition: "original", course: "nutcracker" });
  await fireEvent.click(await screen.findByRole("radio", { name: "dagger" }));
  await fireEvent.click(screen.getByLabelText("Renegade, later edition"));
  expect(wish()).toEqual({ edition: "renegade", course: "dagger" });
  await fireEvent.click(screen.getByRole("radio", { name: "My own ..." }));
  expect(wish()).toEqual({ edition: "renegade", course: "start nutcracker finish:L" });
  await fireEvent.click(screen.getByRole("switch", { name: "A season" }));
  await waitFor(() => expect(wish()).toEqual({ edition: "renegade", courses: ["nutcracker", "dagger"] }));
  expect(screen.queryByRole("group", { name: "Course" })).toBeNull();
  await fireEvent.change(screen.getByLabelText("Course of player 2"), { target: { value: "nutcracker" } });
  await waitFor(() => expect(wish()["courses"]).toEqual(["nutcracker", "nutcracker"]));
});

test("what few people need is folded away, and told only when it was changed", async () => {
  const wish = form("hike_cards");
  const target = screen.getByLabelText(/Points to reach/);
  expect(target.closest("details")).toBeNull();
  await fireEvent.input(target, { target: { value: "60" } });
  expect(wish()).toEqual({ target: 60 });
  await fireEvent.input(target, { target: { value: "" } });
  expect(wish()).toEqual({});
  const peak = screen.getByRole("group", { name: "Peak", hidden: true });
  expect(peak.closest("details")).not.toBeNull();
  const boxes = [...peak.querySelectorAll("input")];
  expect(boxes.filter((box) => box.checked)).toHaveLength(3);
  await fireEvent.click(boxes.find((box) => !box.checked)!);
  expect(peak.textContent).toContain("Choose exactly 3.");
  expect((wish()["follow"] as Record<string, string[]>)["peak"]).toHaveLength(4);
});

test("a form begins with what was said the last time, and says it again", async () => {
  const line = "start S CL S finish:R";
  const wish = form("snow_tails", 2, { edition: "renegade", course: line });
  expect(wish()).toEqual({ edition: "renegade", course: line });
  expect(await screen.findByRole("radio", { name: "My own ..." })).toHaveProperty("checked", true);
  expect(screen.getByRole("radio", { name: "Renegade, later edition" })).toHaveProperty("checked", true);
  expect(screen.getByLabelText("The line of the course")).toHaveProperty("value", line);
});

test("a season is remembered with its courses", async () => {
  const wish = form("snow_tails", 2, { courses: ["dagger", "dagger"] });
  await waitFor(() => expect(wish()).toEqual({ edition: "original", courses: ["dagger", "dagger"] }));
  expect(await screen.findByRole("switch", { name: "A season" })).toHaveProperty("checked", true);
});

test("switches and rows are remembered", () => {
  const wish = form("hike_dogsled", 2, { loose: true });
  expect(screen.getByRole("switch", { name: "Husky on the loose" })).toHaveProperty("checked", true);
  expect(wish()).toEqual({ loose: true, simultaneous: false });
});
