import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, test } from "vitest";
import type { GameShape, Shape, ShapeField } from "../../protocol";
import { FakePlay } from "../../testing/play.svelte";
import { arrange, guessed, ownParts, standings } from "./arranging";
import Board from "./Board.svelte";
import { back, choices } from "./choices.svelte";
import { grouped } from "./grouping";
import Hand from "./Hand.svelte";
import Result from "./Result.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import { learn, shapeOf } from "./shapes";
import type { Values, View } from "./types";

const field = (name: string, shape: Shape): ShapeField => ({ name, label: `The ${name}`, shape });
const CARDS: Shape = { kind: "list", of: { kind: "name" } };
const SEATS: Shape = {
  kind: "list",
  of: {
    kind: "struct",
    fields: [field("seat", { kind: "seat" }), field("tricks", { kind: "number" }), field("won", CARDS)],
  },
};
const BIDS: Shape = { kind: "dict", key: { kind: "seat" }, of: { kind: "number" } };
const SHAPE: GameShape = {
  game: "moor",
  name: "Moor",
  about: "Walk on.",
  rules: { "MO-1": "Step by step." },
  view: [
    field("game", { kind: "word" }),
    field("to_move", { kind: "seat" }),
    field("leader", { kind: "seat" }),
    field("last_day", { kind: "number" }),
    field("trick", CARDS),
    field("seats", SEATS),
    field("bids", BIDS),
    field("places", { kind: "list", of: { kind: "number" } }),
  ],
  own: [field("seat", { kind: "seat" }), field("hand", CARDS), field("secrets", CARDS)],
};
const VIEW: View = {
  game: "moor",
  to_move: "A",
  places: null,
  leader: "B",
  last_day: null,
  trick: ["F3"],
  seats: [
    { seat: "A", tricks: 2, won: [] },
    { seat: "B", tricks: 0, won: ["S1", "S2"] },
  ],
  bids: { A: 4 },
};
const OWN: Values = { seat: "A", hand: ["F4", "S8"], secrets: [] };

const table = (legal: string[], more: { view?: View; scores?: number[] } = {}) => {
  const shown = { view: more.view ?? VIEW, own: OWN, prompt: "?", legal };
  const base = more.scores ? { ...shown, scores: more.scores } : shown;
  const tried = Object.fromEntries(
    legal.map((action) => [action, { ...shown, legal: [], action, done: true, events: [] }]),
  );
  return new FakePlay<View, Values>({ game: "moor", fixed: {}, base, seat: "A", log: [], tried });
};

beforeEach(() => learn(SHAPE));

test("single values, what each seat has, and the rest are told apart", () => {
  const { facts, seats, groups } = arrange(SHAPE.view, VIEW);
  expect(facts.map(({ label, value }) => [label, value])).toEqual([["The leader", "B"]]);
  expect(groups.map(({ label }) => label)).toEqual(["The trick"]);
  expect(seats.map(({ label, values }) => [label, values])).toEqual([
    ["The tricks", { A: 2, B: 0 }],
    ["The won", { A: [], B: ["S1", "S2"] }],
    ["The bids", { A: 4 }],
  ]);
});

test("a list in which a seat comes twice is no table by seats", () => {
  const twice = { ...VIEW, seats: [...(VIEW["seats"] as Values[]), { seat: "A", tricks: 1, won: [] }] };
  expect(arrange(SHAPE.view, twice).groups.map(({ label }) => label)).toEqual(["The trick", "The seats"]);
});

test("of one's own there is what is there, but not one's own letter", () => {
  expect(ownParts(SHAPE.own, OWN, "A").map(({ label }) => label)).toEqual(["The hand"]);
  expect(ownParts(SHAPE.own, OWN, "B").map(({ label }) => label)).toEqual(["The seat", "The hand"]);
});

test("what comes without a shape is drawn by what it looks like", () => {
  expect(guessed(["F1"])).toEqual({ kind: "list", of: { kind: "word" } });
  expect(guessed({ suits: 3 }).fields).toEqual([
    { name: "suits", label: "suits", shape: { kind: "number" } },
  ]);
});

test("few actions stand by themselves", () => {
  expect(grouped(["F3", "S8"])).toEqual([
    { label: "F3", actions: ["F3"] },
    { label: "S8", actions: ["S8"] },
  ]);
});

test("many actions are grouped where there is least to look through", () => {
  const cards = ["N07", "N12", "F01", "C16", "C17"];
  const actions = cards.flatMap((card) =>
    ["-1,0", "0,-1", "0,1", "1,0", "2,0", "0,2", "-2,0", "-1,1"].map((cell) => `${card}@${cell}`),
  );
  const groups = grouped(actions);
  expect(groups.map(({ label }) => label)).toEqual(cards.map((card) => `${card} …`));
  expect(groups.flatMap((group) => group.actions)).toEqual(actions);
});

test.each([
  ["numbers only", Array.from({ length: 1000 }, (_, n) => `${n}`)],
  ["one word and a number", Array.from({ length: 300 }, (_, n) => `bid ${n}`)],
  ["nothing but signs", Array.from({ length: 50 }, (_, n) => "+".repeat(n + 1))],
  ["four thousand places", Array.from({ length: 4000 }, (_, n) => `${"ABCD"[n % 4]}${n % 37}@${n}`)],
])("however many there are, each is reached, in few steps of few answers: %s", (_, actions) => {
  const reached: string[] = [];
  const walk = (some: readonly string[], depth: number): void => {
    const groups = grouped(some);
    expect(groups.length).toBeLessThanOrEqual(36);
    expect(depth).toBeLessThan(4);
    expect(new Set(groups.map(({ label }) => label)).size).toBe(groups.length);
    for (const group of groups) {
      if (group.actions.length === 1) reached.push(group.actions[0]!);
      else walk(group.actions, depth + 1);
    }
  };
  walk(actions, 0);
  expect(reached.sort()).toEqual([...actions].sort());
});

test("the prompt goes into a group and back", () => {
  const actions = ["step", "rest"].flatMap((verb) => Array.from({ length: 30 }, (_, n) => `${verb} ${n}`));
  const play = table(actions);
  expect(choices(play).map(({ label, detail }) => [label, detail])).toEqual([
    ["step …", "30 answers"],
    ["rest …", "30 answers"],
  ]);
  choices(play)[1]!.pick!();
  expect(choices(play)[3]).toEqual({ label: "rest 3", action: "rest 3", onBoard: false });
  expect(back(play)).toBe(true);
  expect(choices(play)).toHaveLength(2);
  expect(back(play)).toBe(false);
});

test("the board shows values by seat in a table, cards, and people by their names", () => {
  render(Board, { play: table([]) });
  expect(screen.getByRole("heading", { name: "The trick" })).toBeTruthy();
  expect(screen.getByText("F3")).toBeTruthy();
  const row = screen.getByRole("row", { name: /The tricks/ });
  expect([...row.querySelectorAll("td")].map((cell) => cell.textContent.trim())).toEqual([
    "2",
    "0",
    "–none",
    "–none",
  ]);
});

test("a card of the hand is played from there; one that may not be says why", async () => {
  const play = table(["F4"]);
  render(Hand, { play });
  await fireEvent.click(screen.getByRole("button", { name: "S8: not now" }));
  expect(play.told).toEqual(["no: S8"]);
  await fireEvent.click(screen.getByRole("button", { name: "F4" }));
  await tick();
  expect(play.draft).toEqual(["F4"]);
  expect(screen.getByRole("heading", { name: "Your turn" }).nextElementSibling?.textContent).toBe("F4");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a hand that is not played from by name is only shown", () => {
  render(Hand, { play: table(["draw"]) });
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("F4")).toBeTruthy();
});

test("seats show their numbers, and in the end their scores and places", () => {
  const { unmount } = render(Seat, { play: table([]), seat: "A" });
  expect(screen.getByText("The tricks").parentElement?.textContent).toMatch(/2/);
  unmount();
  const over = table([], { view: { ...VIEW, to_move: null, places: [null, 1] }, scores: [7, 3] });
  render(Seat, { play: over, seat: "A" });
  expect(screen.getByText("Score").parentElement?.textContent).toMatch(/7/);
  const { container } = render(Result, { play: over });
  const rows = [...container.querySelectorAll("[data-seat]")];
  expect(rows.map((row) => row.textContent.replace(/\s+/g, " ").trim())).toEqual([
    "1 B Bo 3 points",
    "– A Ann 7 points",
  ]);
});

test("who has no place comes last, and equals keep their order", () => {
  expect(standings([2, null, 1, 1], [5, 9, 8, 8]).map(({ seat }) => seat)).toEqual(["C", "D", "A", "B"]);
  expect(standings([1], undefined)[0]).toEqual({ seat: "A", place: 1, score: null });
});

test("the rules are what the game says of itself", () => {
  render(Rules, { fixed: { suits: ["ferns"] } as object, game: "moor" });
  expect(screen.getByText("Walk on.")).toBeTruthy();
  expect(screen.getByText("Step by step.")).toBeTruthy();
  expect(screen.getByText("ferns")).toBeTruthy();
});

test("a game that has not been asked for is not made up", () => {
  expect(() => shapeOf("chess")).toThrow("chess");
});

test("an answer that lies in the hand as a card is not shown a second time", () => {
  const offered = choices(table(["F4", "S8", "pass"])).map(({ label, onBoard }) => [label, onBoard]);
  expect(offered).toEqual([
    ["F4", true],
    ["S8", true],
    ["pass", false],
  ]);
});
