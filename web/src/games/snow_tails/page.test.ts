import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Result from "./Result.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import Status from "./Status.svelte";
import { choices, prompt } from "./choices";
import { tableAt } from "./fixtures";
import { accounts, courses, lastSpaces, moments, raceBetween, waysOf, winners } from "./telling";
import { tell } from "./tale";
import { back } from "./thought.svelte";
import { nameOf } from "./words";
import { entryOf } from "../../testing/entries";
import page from "./index";
import Order from "./Order.svelte";
import { textOf, turnsOf, type Parting } from "../../table/turns";
import type { Entry, GameEvent, Turn } from "./types";

const card = (value: number) => document.querySelector<HTMLElement>(`[data-value="${value}"]`)!;
const slot = (letter: string) => document.querySelector<HTMLElement>(`[data-slot="${letter}"]`)!;
const ends = () => [...document.querySelectorAll<HTMLElement>("[data-end]")];

test("a card, where it goes, and the space where the move ends", async () => {
  const play = tableAt("play");
  render(Board, { play });
  render(Hand, { play });
  expect(ends()).toHaveLength(0);
  await fireEvent.click(card(2));
  await fireEvent.click(slot("R"));
  expect(slot("R").getAttribute("aria-pressed")).toBe("true");
  expect(ends().map((end) => end.dataset["kind"])).toEqual(["crash", "crash"]);
  await fireEvent.click(ends()[1]!);
  expect(play.draft).toEqual(["2@R", "L"]);
});

test("before the first round no round is told", () => {
  const placing = render(Status, { play: tableAt("start") }).container;
  expect(placing.textContent).toContain("Placing the sleds");
  expect(placing.querySelector(".short")).toBeNull();
  const racing = render(Status, { play: tableAt("play") }).container;
  expect(racing.querySelector(".short")?.textContent).toMatch(/^R\d$/);
});

test("the only space where cards lead to is taken; laid elsewhere, they lead elsewhere", async () => {
  const play = tableAt("play");
  render(Board, { play });
  render(Hand, { play });
  await fireEvent.click(card(4));
  await fireEvent.click(slot("R"));
  expect(play.draft).toEqual(["4@R", "F", "F", "F"]);
  expect(play.done).toBe(true);
  expect(document.querySelectorAll("[data-ghost]")).toHaveLength(1);
  const mine = document.querySelector<HTMLElement>('[data-sled="B"]')!;
  expect(Number(mine.dataset["space"])).toBe(play.base.view.seats[1]!.space); // nothing has been played
  await fireEvent.click(slot("R"));
  expect(play.draft).toEqual([]);
  expect(document.querySelectorAll("[data-ghost]")).toHaveLength(0);
  play.settings.set("confirm", false); // then it would be sent before a second card is laid
  await fireEvent.click(slot("R"));
  expect(play.draft).toEqual([]);
});

/** The ways on the board that are only thought of, each as its points. */
const thoughtOf = (): string[] =>
  [...document.querySelectorAll("[data-trail-kind=thought] .way")].map((way) => way.getAttribute("d") ?? "");

test("a turn that a hint has laid out goes the way that it would go, space by space", async () => {
  const play = tableAt("play");
  render(Board, { play });
  render(Hand, { play });
  await fireEvent.click(card(4));
  await fireEvent.click(slot("R"));
  const [chosen] = thoughtOf();
  expect(chosen?.split("L")).toHaveLength(5); // from where it stands, four spaces
  await fireEvent.click(slot("R"));
  expect(thoughtOf()).toEqual([]);
  for (const action of ["4@R", "F", "F", "F"]) play.choose(action);
  await tick();
  expect(thoughtOf()).toEqual([chosen]);
});

test("what harms the sled stands on the board, and stays there once it is chosen", async () => {
  const play = tableAt("play");
  const { container } = render(Board, { play });
  render(Hand, { play });
  const note = (): Element | null => container.querySelector(".note");
  await fireEvent.click(card(2));
  await fireEvent.click(slot("R"));
  expect(note()).toBeNull();
  await fireEvent.click(ends()[1]!);
  expect(play.draft).toEqual(["2@R", "L"]);
  expect(note()?.className).toContain("crash");
  expect(note()?.textContent).toContain("1 dent");
  await fireEvent.click(slot("R"));
  expect(note()).toBeNull();
});

test("a slot without a card asks for one; the only card of a value moves to where it is wanted next", async () => {
  const play = tableAt("play");
  render(Hand, { play });
  await fireEvent.click(slot("L"));
  expect(play.told).toEqual(["First pick a card, then where it goes."]);
  await fireEvent.click(card(1));
  await fireEvent.click(slot("L"));
  await fireEvent.click(slot("B"));
  expect(play.told).toHaveLength(1);
  expect(slot("L").getAttribute("aria-pressed")).toBe("false");
  expect(slot("B").getAttribute("aria-pressed")).toBe("true");
});

test("another value is only picked: what was laid goes back into the hand", async () => {
  const play = tableAt("play");
  render(Hand, { play });
  await fireEvent.click(card(4));
  await fireEvent.click(slot("L"));
  expect(slot("L").title).toContain("choose it again to take it back");
  await fireEvent.click(card(2));
  expect(card(2).getAttribute("aria-pressed")).toBe("true");
  expect(["L", "B", "R"].map((letter) => slot(letter).getAttribute("aria-pressed"))).not.toContain("true");
  expect([play.draft, play.done]).toEqual([[], false]);
});

test("without a confirmation a crash on purpose is asked about once", async () => {
  const play = tableAt("play");
  play.settings.set("confirm", false);
  render(Board, { play });
  render(Hand, { play });
  await fireEvent.click(card(2));
  await fireEvent.click(slot("R"));
  expect(ends().map((end) => end.dataset["kind"])).toEqual(["crash", "crash"]);
  await fireEvent.click(ends()[1]!);
  expect(play.draft).toEqual([]);
  expect(prompt(play)).toBe("On purpose? Hits the side: 1 dent.");
  expect(choices(play).map(({ label }) => label)).toEqual(["No, think again", "Yes, crash"]);
  choices(play)[0]!.pick!();
  await fireEvent.click(ends()[0]!);
  expect(play.draft).toEqual([]); // another crash
  expect(back(play)).toBe(true);
  await fireEvent.click(ends()[1]!);
  choices(play)[1]!.pick!();
  expect(play.draft).toEqual(["2@R", "L"]);
});

test("the whole turn by the prompt's answers, and step by step", () => {
  const play = tableAt("play");
  expect(prompt(play)).toBe("Which cards do you lay? All of one value.");
  expect(choices(play).map(({ label }) => label)).toEqual(["Lay 4", "Lay 3", "Lay 2", "Lay 1"]);
  choices(play)[0]!.pick!();
  const slots = choices(play);
  expect(slots[0]).toMatchObject({
    label: "the left dog and the right dog",
    detail: "speed 5, balanced · clean",
  });
  expect(slots).toHaveLength(6);
  slots.find(({ label }) => label === "the left dog")!.pick!();
  expect(prompt(play)).toBe("That is speed 4, drift 1 left. Where do you go?");
  const ways = choices(play);
  expect(ways.at(-1)).toMatchObject({ label: "Step by step", action: "4@L" });
  play.choose("4@L");
  expect(choices(play).map(({ label }) => label)).toEqual(
    expect.arrayContaining(["Straight on", "Drift left"]),
  );
  play.takeBack();
  expect(back(play)).toBe(true);
  expect(back(play)).toBe(false);
});

test("start spaces on the board and in the prompt", async () => {
  const play = tableAt("start");
  const { container } = render(Board, { play });
  expect(
    choices(play)
      .map(({ label, detail }) => `${label}: ${detail}`)
      .at(-1),
  ).toBe("Start space 5: 7 cards");
  await fireEvent.click(container.querySelector('[data-start="2"]')!);
  expect(play.draft).toEqual(["start 2"]);
});

test("actions are told in words", () => {
  const play = tableAt("play");
  expect(nameOf(play, "4@LRB")).toBe("4s on the left dog, the brake and the right dog");
  expect(nameOf(play, "4@B")).toBe("4 on the brake");
  expect(nameOf(play, "L")).toBe("Drift left");
  expect(nameOf(play, "none")).toBe("Leave the bonus");
  expect(nameOf(play, "discard 3")).toBe("Discard a 3");
});

test("a seat tells its mat, its cards and its piles", () => {
  const play = tableAt("play");
  render(Seat, { play, seat: "C" });
  expect(screen.getByLabelText("Left dog 3, brake 3, right dog 3. speed 3, balanced")).toBeTruthy();
  expect(screen.getByLabelText("7 cards and 0 dents in hand")).toBeTruthy();
});

test("in a season a seat says what its number is", () => {
  const play = tableAt("play");
  const { container, unmount } = render(Seat, { play, seat: "C" });
  expect(container.querySelector(".points")).toBeNull();
  unmount();
  const races = [...play.fixed.races, ...play.fixed.races];
  const season = Object.create(play, { fixed: { value: { ...play.fixed, races } } }) as typeof play;
  render(Seat, { play: season, seat: "C" });
  expect(screen.getByTitle("0 points in this season").textContent).toBe("0");
});

test("an onlooker sees no hand", () => {
  const play = tableAt("play");
  play.base.own = null;
  play.base.legal = [];
  const { container } = render(Hand, { play });
  expect(container.querySelectorAll("[data-value]")).toHaveLength(0);
  expect(screen.getByText("You are watching: hands are hidden.")).toBeTruthy();
});

const entry = entryOf<GameEvent>;

function turnOf(...entries: Entry[]): Turn {
  const events = entries.flatMap((each) => each.events);
  return { seat: "A", kind: "move", entries, first: 9, last: 9, events, undone: false };
}
function tableAfter(...log: Entry[]): ReturnType<typeof tableAt> {
  const play = tableAt("start");
  play.log.splice(0, play.log.length, ...log);
  return play;
}
const began = entry(["started", { number: 1 }]);
const told = (...entries: Entry[]): string[] => tell(turnOf(...entries), tableAfter(began)).map(textOf);

test("a whole turn is told in a sentence", () => {
  const cards = ["played", { card: "1@B", mat: "5/3/1" }] as const;
  expect(
    told(
      entry([...cards]),
      entry(["moved", { steps: "FFL", path: [1, 6, 11, 15] }]),
      entry(["moved", { steps: "FLFF", path: [15, 1, 2, 3, 4] }]),
    ),
  ).toEqual(["Ann eases the brake to 1 and runs 7 spaces, 2 of them to the left, no dent."]);
  const [laid] = tell(
    turnOf(entry(["played", { card: "3@LR", mat: "3/3/3" }], ["stood", { speed: 0 }])),
    tableAt("start"),
  );
  expect(laid!.parts[0]).toMatchObject({ name: "3s on both dogs", of: { value: 3 } });
  expect(told(entry([...cards], ["stood", { speed: 0 }]))).toEqual([
    "Ann eases the brake to 1 and stands still.",
  ]);
  const crash = entry(
    ["played", { card: "4@LR", mat: "4/4/3" }],
    ["moved", { steps: "FFF", path: [1, 2, 3, 4] }],
    ["sped", { speed: 5, limit: 4, over: 1, dents: 1 }],
    ["hit_sled", { other: "B" }],
    ["round_began", { round: 3, order: ["B", "A"] }, undefined],
  );
  expect(told(crash)[0]).toBe(
    "Ann lays 4s on both dogs and runs 3 spaces straight on, 1 dent. Speed 5 was too much for the safety line of 4. Bo's sled is in the way: no cards are drawn.",
  );
  expect(told(crash)[1]).toBe("Round 3. In this order: Bo and Ann.");
});

test("how the brake stood is told only if the log knows it", () => {
  const braked = turnOf(entry(["played", { card: "3@B", mat: "5/4/3" }], ["stood", { speed: 0 }]));
  const after = (...log: Entry[]): string => textOf(tell(braked, tableAfter(...log))[0]!);
  const eased = entry(["played", { card: "1@B", mat: "3/3/1" }]);
  expect(after()).toBe("Ann sets the brake to 3 and stands still."); // play began from a position
  expect(after(began)).toBe("Ann keeps the brake at 3 and stands still.");
  expect(after(began, eased)).toBe("Ann pulls the brake to 3 and stands still.");
});

test("a sled that gets nowhere is told what that costs", () => {
  const cards = ["played", { card: "4@R", mat: "3/4/3" }] as const;
  expect(told(entry([...cards], ["hit_side", { what: "snow", dents: 2 }]))).toEqual([
    "Ann lays a 4 on the right dog and gets nowhere, 1 dent. The snow drift stops the sled.",
  ]);
  expect(told(entry([...cards], ["hit_sled", { other: "B" }]))).toEqual([
    "Ann lays a 4 on the right dog and gets nowhere, no dent. Bo's sled is in the way: no cards are drawn.",
  ]);
});

test("what is discarded is told", () => {
  const laid = entry(["played", { card: "3@LR", mat: "3/3/3" }], ["stood", { speed: 0 }]);
  expect(told(laid, entry(["discarded", { card: 2 }]), entry(["discarded", { card: 4 }]))).toEqual([
    "Ann lays 3s on both dogs and stands still. Discarded: 2 and 4.",
  ]);
});

test("no line of the log, no button and no prompt has a coordinate or a code", () => {
  const play = tableAt("over");
  const lines = turnsOf(play.log, page as unknown as Parting).flatMap((turn) =>
    tell(turn as Turn, play).map(textOf),
  );
  const begun = tableAt("play");
  const buttons: string[] = [];
  for (const each of choices(begun)) {
    each.pick!();
    buttons.push(
      each.label,
      prompt(begun),
      ...choices(begun).flatMap(({ label, detail }) => [label, detail ?? ""]),
    );
    back(begun);
  }
  expect(lines.length).toBeGreaterThan(20);
  for (const line of [...lines, ...buttons]) expect(line).not.toMatch(/\d\.\d|@|\d\/\d|\b[FLR]{2,}\b/);
});

test("no bonus is shown in the first round, and a draft changes nothing in the race", async () => {
  const play = tableAt("play");
  play.base.view.round = 1;
  const { container, unmount } = render(Order, { play });
  expect([...container.querySelectorAll(".bonus")].map((each) => each.textContent?.trim())).toEqual([
    "",
    "",
    "",
  ]);
  unmount();
  play.base.view.round = 2;
  const again = render(Order, { play });
  const bonuses = [...again.container.querySelectorAll(".bonus")].map((each) => each.textContent?.trim());
  expect(bonuses).toEqual(["+1", "+2", "+3"]);
  const before = again.container.querySelector(".turn")?.textContent;
  play.chooseAll(["4@R", "F", "F", "F"]);
  await tick();
  expect(again.container.querySelector(".turn")?.textContent).toBe(before);
});

test("each card of the hand shows the best that it can do in this turn, and nothing of the next", async () => {
  const play = tableAt("play");
  render(Hand, { play });
  expect(card(4).querySelector("[data-best]")!.getAttribute("data-best")).toBe("clean");
  expect(card(4).getAttribute("aria-label")).toMatch(/^\d cards? of 4, at best: \d spaces?, clean$/);
  play.chooseAll(["4@R", "F", "F", "F"]);
  play.shown.own!.previews = play.base.own!.previews; // as if the same sled came next
  await tick();
  expect(document.querySelectorAll("[data-best]")).toHaveLength(0);
});

test("ways of several moves are one way, and longer ways take longer", () => {
  const two = entry(["moved", { path: [1, 6, 11] }], ["took_bonus", {}], ["moved", { path: [11, 16] }]);
  expect(waysOf([two]).get("A")).toEqual([1, 6, 11, 16]);
  expect(moments(two)).toBeGreaterThan(moments(entry(["moved", { path: [1, 6] }])));
});

test("the account of a race", () => {
  const log = [
    entry(["round_began", { round: 4 }], ["moved", { path: [1, 6, 11] }]),
    entry(["sped", { over: 2, dents: 2 }], ["hit_side", { dents: 3 }], ["crossed", {}]),
    entry(["race_ended", { race: 2 }]),
  ];
  expect(accounts(log)[1]?.["A"]).toMatchObject({ spaces: 2, dents: 3, lines: 1, sides: 1, round: 4 });
  const wreck = [entry(["hit_side", { dents: 4 }], ["wrecked", {}]), entry(["race_ended", { race: 1 }])];
  expect(accounts(wreck)[0]?.["A"]).toMatchObject({ dents: 5, wrecked: true });
});

test("a sled that stood there when play began is seen at the end, too", async () => {
  const ended = tableAt("play");
  const { view } = ended.base;
  ended.log.splice(0);
  Object.assign(view, { to_move: null, seats: view.seats.map((seat) => ({ ...seat, space: null })) });
  const { container, rerender } = render(Board, { play: tableAt("play") });
  const sleds = () =>
    [...container.querySelectorAll<HTMLElement>("[data-sled]")].map(({ dataset }) => ({ ...dataset }));
  const before = sleds();
  expect(before).toHaveLength(view.seats.length);
  await rerender({ play: ended });
  expect(sleds()).toEqual(before);
});

test("at the end the sled that won is in sight, however far back the others are", () => {
  const play = tableAt("over");
  const { container } = render(Board, { play }); // there is no room here for all of them
  const [winner] = play.base.view.results[0]!.ranking;
  const { shape } = play.fixed.courses[0]!;
  const [x, y] = shape.spaces[lastSpaces(play.log).get(winner!)!]!.centre;
  const [, left, top, scale] = /translate\((.*?)px, (.*?)px\) scale\((.*?)\)/
    .exec(container.querySelector(".ground")!.getAttribute("style")!)!
    .map(Number);
  expect([-left! / scale!, -top! / scale!].map(Math.round)).toEqual([x, y].map(Math.round));
});

test("where sleds came to rest, and what comes between two races", () => {
  const first = entry(["race_began", { race: 1 }], ["moved", { path: [1, 6] }]);
  const second = entry(["race_ended", { race: 1 }], ["race_began", { race: 2 }]);
  const last = entry(["moved", { path: [2, 7, 12] }], ["race_ended", { race: 2 }], ["ended", {}]);
  expect(lastSpaces([first, second, last])).toEqual(new Map([["A", 12]]));
  expect([first, second, last].map(raceBetween)).toEqual([false, true, false]);
});

test("nobody has won when all are wrecked", () => {
  const play = tableAt("over");
  expect(winners(play)).toHaveLength(1);
  const { view } = play.base;
  view.results = view.results.map((result) => ({ ...result, places: { A: null, B: null, C: null } }));
  expect(winners(play)).toEqual([]);
});

test("who has not finished has no place on the result sheet", () => {
  const play = tableAt("over");
  const { view } = play.base;
  const result = view.results[0]!;
  const [first, ...others] = result.ranking;
  result.places = { ...Object.fromEntries(others.map((seat) => [seat, null])), [first!]: 1 };
  view.places = view.seats.map(({ seat }) => result.places[seat] ?? null);
  for (const entry of play.log)
    entry.events = entry.events.filter(({ kind, seat }) => kind !== "crossed" || seat === first);
  const { container } = render(Result, { play });
  const places = [...container.querySelectorAll("li .place")].map((each) => each.textContent?.trim());
  expect(places).toEqual(["1", "–", "–"]);
  expect(screen.getAllByLabelText("without a place")).toHaveLength(2);
  expect(screen.getAllByText(/^did not finish · /)).toHaveLength(2);
});

test("of a match that began with a position nobody who has a place is said not to have finished", () => {
  const play = tableAt("over");
  const told = play.log.map((entry) => ({
    ...entry,
    events: entry.events.filter(({ kind }) => kind !== "round_began" && kind !== "crossed"),
  }));
  const known = Object.create(play, { log: { value: told } }) as typeof play;
  const { container } = render(Result, { play: known });
  expect(container.textContent).not.toContain("did not finish");
});

test("the result has a podium and the places round by round", () => {
  const play = tableAt("over");
  const { container } = render(Result, { play });
  const { places } = play.base.view.results[0]!;
  for (const step of container.querySelectorAll<HTMLElement>("[data-place]")) {
    const seat = Object.keys(places).find((each) => places[each] === Number(step.dataset["place"]))!;
    expect(step.textContent).toContain(play.names[seat]);
  }
  expect(container.querySelectorAll("[data-line]")).toHaveLength(3);
  const [went] = courses(play.log);
  for (const seat of Object.keys(places)) expect(went![seat]!.at(-1)).toBe(places[seat]);
  const began = play.log.flatMap(({ events }) => events).filter(({ kind }) => kind === "round_began");
  expect(went!["A"]!.length).toBeGreaterThan(2);
  expect(went!["A"]!.length).toBeLessThanOrEqual(began.length + 1);
});

test("a line that ends in a wreck is marked so", () => {
  const play = tableAt("over");
  const known = (events: GameEvent[][]): typeof play =>
    Object.create(play, {
      log: { value: play.log.map((each, n) => ({ ...each, events: events[n] })) },
    }) as typeof play;
  const events = play.log.map((each) => [...each.events]);
  const before = render(Result, { play: known(events) });
  expect(before.container.querySelectorAll("[data-wrecked]")).toHaveLength(0);
  before.unmount();
  events[events.findIndex((each) => each.some(({ kind }) => kind === "race_ended"))]!.unshift(
    ...entry(["wrecked", {}, "B"]).events,
  );
  const { container } = render(Result, { play: known(events) });
  const marks = [...container.querySelectorAll<SVGElement>("[data-wrecked]")];
  expect(marks.map((mark) => mark.dataset["wrecked"])).toEqual(["B"]);
  expect(screen.getByLabelText(/ Bo: [^.]*, then wrecked\./)).toBeTruthy();
});

test("the rules are written out", () => {
  render(Rules, { fixed: tableAt("play").fixed });
  expect(screen.getByText("Speed and drift")).toBeTruthy();
});

test("whoever is over the line is told so while the others still race", () => {
  const play = tableAt("play");
  const { view } = play.base;
  const { container, unmount } = render(Board, { play });
  expect(container.textContent).not.toContain("over the finish line");
  unmount();
  const mine = view.seats.find(({ seat }) => seat === play.seat)!;
  Object.assign(mine, { status: "finished", space: null, position: 1 });
  Object.assign(view, { to_move: view.seats.find(({ seat }) => seat !== play.seat)!.seat });
  render(Board, { play });
  expect(document.body.textContent).toContain("You are over the finish line, in place 1.");
});
