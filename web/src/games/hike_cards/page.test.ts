import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import type { Entry, GameEvent } from "./types";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import Board from "./Board.svelte";
import Follow from "./Follow.svelte";
import Hand from "./Hand.svelte";
import Planting from "./Planting.svelte";
import Result from "./Result.svelte";
import RoundSheet from "./RoundSheet.svelte";
import Rounds from "./Rounds.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import Winds from "./Winds.svelte";
import page from "./index";
import { back, choices, nameOf, prompt } from "./choices";
import { tableAt } from "./fixtures";
import { consequence, refusal } from "./pointing";
import { handOf, owing, pileOf } from "./read";
import { seatsOf } from "./scoring";
import { tell } from "./log";
import { accountOf, accounts, happened, moments, newsOf, recent, sinceMine, stuckIn } from "./telling";
import { textOf } from "../../table/turns";

const card = (id: string) => document.querySelector<HTMLButtonElement>(`[data-card="${id}"]`)!;
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("a card that fits is laid on the pile; another one takes its place", async () => {
  const play = tableAt("peak");
  render(Hand, { play });
  expect(card("bird").dataset["count"]).toBe("2");
  expect(card("bird").getAttribute("aria-disabled")).toBeNull();
  await fireEvent.click(card("light"));
  expect(play.draft).toEqual(["light"]);
  expect(pileOf(play).at(-1)).toMatchObject({ card: "light", seat: "A", ghost: true });
  expect(handOf(play)).not.toContain("light");
  await fireEvent.click(card("bird"));
  expect(play.draft).toEqual(["bird"]);
  expect(card("bird").dataset["count"]).toBe("1");
});

test("a card that does not fit says why, when it is tapped and when it is pointed at", async () => {
  const play = tableAt("peak");
  render(Hand, { play });
  expect(card("lake").getAttribute("aria-label")).toMatch(/^Lake, does not fit\./);
  await fireEvent.click(card("lake"));
  await settle();
  expect(play.told).toEqual(["no: lake"]);
  expect(consequence(play)).toBeNull(); // it is told once
  expect(play.draft).toEqual([]);
  await fireEvent.pointerEnter(card("bug"), { pointerType: "mouse" });
  await settle();
  expect(consequence(play)).toEqual({ text: "no: bug", bad: true });
});

const MOUSE = { pointerType: "mouse", clientX: 7, clientY: 7 };

test("what a card does is told while it is pointed at, and no longer", async () => {
  const play = tableAt("peak");
  render(Hand, { play });
  await fireEvent.pointerEnter(card("light"), MOUSE);
  expect(consequence(play)?.text).toMatch(/plays a Light/);
  await fireEvent.click(card("light")); // the only one: it leaves the hand, and the pointer does not leave it
  await settle();
  expect(consequence(play)).toBeNull();
  play.takeBack();
  await settle();
  expect(consequence(play)).toBeNull();
});

test("what comes to lie under a resting pointer is not pointed at", async () => {
  const play = tableAt("peak");
  render(Hand, { play });
  await fireEvent.pointerMove(document.body, { ...MOUSE, clientX: 9 });
  await fireEvent.pointerEnter(card("light"), { ...MOUSE, clientX: 9 });
  expect(play.peeked).toBeNull();
  await fireEvent.pointerMove(card("light"), { ...MOUSE, clientX: 10 });
  expect(play.peeked).not.toBeNull();
});

test("a finger points by tapping, until it taps elsewhere", async () => {
  const play = tableAt("peak");
  render(Hand, { play });
  await fireEvent.click(card("bird")); // one of two
  expect(consequence(play)?.text).toBe(play.fixed.cards["bird"]!.words);
  await fireEvent.pointerDown(document.body, { pointerType: "touch" });
  expect(consequence(play)).toBeNull();
  expect(play.draft).toEqual(["bird"]);
});

test("a reason that has been told is not told again where the pointer rests", async () => {
  const play = tableAt("peak");
  render(Hand, { play });
  await fireEvent.pointerEnter(card("lake"), MOUSE);
  await fireEvent.click(card("lake"));
  await settle();
  await fireEvent.pointerMove(card("lake"), { ...MOUSE, clientX: 8 });
  await settle();
  expect(consequence(play)).toBeNull();
  await fireEvent.pointerLeave(card("lake"), MOUSE);
  await fireEvent.pointerEnter(card("lake"), { ...MOUSE, clientX: 12 });
  await settle();
  expect(consequence(play)).toEqual({ text: "no: lake", bad: true });
});

test("what may follow a card that is not played yet is not what may follow now", async () => {
  const play = tableAt("peak");
  render(Follow, { play, top: pileOf(play).at(-1)! });
  expect(screen.getByText("May follow:")).toBeTruthy();
  cleanup();
  play.choose("light");
  render(Follow, { play, top: pileOf(play).at(-1)! });
  expect(screen.getByText("Then may follow:")).toBeTruthy();
});

test("why a specialty card may not be played is told with what it does", () => {
  const play = tableAt("sun");
  const { words } = play.fixed.cards["lost"]!;
  expect(refusal(play, "lost", "No.")).toBe(`No. Lost: ${words}`);
  expect(refusal(play, "lake", "No.")).toBe("No.");
  expect(refusal(play, "litter", "Litter can never be played.")).toBe("Litter can never be played.");
});

test("a specialty card that is laid out says what it does; a suit does not", async () => {
  const play = tableAt("peak");
  play.choose("lost");
  await settle();
  expect(consequence(play)).toEqual({ text: play.fixed.cards["lost"]!.words, bad: false });
  play.takeBack();
  play.choose("light");
  await settle();
  expect(consequence(play)).toBeNull();
});

test("without anything to plant no picker lies over the pile, and the question says so", () => {
  const play = tableAt("spring");
  render(Board, { play });
  expect(document.querySelector("[data-plant]")).not.toBeNull();
  expect(prompt(play)).toBe(play.shown.prompt); // The Wind is held, too
  cleanup();
  const legal = play.base.legal.splice(0, Infinity, "none");
  const { container } = render(Board, { play });
  expect(container.querySelector(".ask")).toBeNull();
  expect(prompt(play)).toBe("You have no Tree to plant.");
  play.base.legal.splice(0, Infinity, ...legal);
});

test("pointing at a card shows what it leads to", async () => {
  const play = tableAt("peak");
  render(Hand, { play });
  await fireEvent.pointerEnter(card("lost"), { pointerType: "mouse" });
  expect(play.peeked?.view.direction).not.toBe(play.base.view.direction);
  expect(pileOf(play).at(-1)).toMatchObject({ card: "lost", ghost: true });
  expect(consequence(play)?.text).toMatch(/Lost/);
  await fireEvent.pointerLeave(card("lost"), { pointerType: "mouse" });
  expect(play.peeked).toBeNull();
});

test("The Wind asks as which suit, on the table and in the prompt", async () => {
  const play = tableAt("peak");
  render(Hand, { play });
  await fireEvent.click(card("wind"));
  expect(play.draft).toEqual([]);
  expect(prompt(play)).toBe("The Wind: as which suit?");
  expect(choices(play).map((choice) => choice.action)).toEqual(["wind=bird", "wind=light", "wind=trail"]);
  expect(back(play)).toBe(true);
  expect(choices(play)).toHaveLength(4);
  choices(play).at(-1)!.pick!();
  render(Winds, { play });
  await fireEvent.click(document.querySelector('[data-wind="trail"]')!);
  expect(play.draft).toEqual(["wind=trail"]);
});

test("the whole turn by the prompt's answers", () => {
  const play = tableAt("peak");
  expect(choices(play).map((choice) => choice.label)).toEqual(["Bird", "Light", "Lost", "The Wind"]);
  expect(choices(play)[1]!.detail).toBe("then Peak, Lake or Bug");
  play.choose(choices(play)[1]!.action!);
  expect(choices(play)).toEqual([]);
  expect(nameOf(play, "wind=lake")).toBe("The Wind as Lake");
});

test("planting: so many Trees, The Wind too or not", async () => {
  const play = tableAt("spring");
  expect(choices(play).map((choice) => choice.label)).toEqual([
    "Plant nothing",
    "1 Tree",
    "2 Trees",
    "The Wind",
    "1 Tree and The Wind",
    "2 Trees and The Wind",
  ]);
  render(Hand, { play });
  render(Planting, { play });
  const plant = () => document.querySelector<HTMLElement>("[data-plant]")!.dataset["plant"];
  expect(plant()).toBe("none");
  await fireEvent.click(card("tree"));
  await fireEvent.click(screen.getByLabelText("One Tree more"));
  await fireEvent.click(screen.getByLabelText("One Tree more"));
  expect(plant()).toBe("plant 2");
  await fireEvent.click(screen.getByLabelText("One Tree fewer"));
  await fireEvent.click(card("wind"));
  expect(plant()).toBe("plant 1+wind");
  await fireEvent.click(document.querySelector("[data-plant]")!);
  expect(play.draft).toEqual(["plant 1+wind"]);
  expect(handOf(play)).toEqual(["bird", "tree"]);
});

test("The Worm's question can be answered with a Bird, The Wind or nothing", async () => {
  const play = tableAt("worm");
  expect(choices(play).map((choice) => [choice.action, choice.label])).toEqual([
    ["bird", "Bird: capture The Worm"],
    ["wind=bird", "The Wind as Bird: capture The Worm"],
    ["none", "No Bird"],
  ]);
  render(Hand, { play });
  expect(card("tree").getAttribute("aria-disabled")).toBe("true");
  await fireEvent.click(card("wind"));
  expect(play.draft).toEqual(["wind=bird"]);
});

test("the table tells who has to answer The Sun, and what holds for the round", async () => {
  const sun = render(Board, { play: tableAt("sun") });
  expect(sun.container.textContent).toMatch(/The Sun: \S+ needs Light\./);
  expect(sun.container.querySelectorAll(".who [title]")).toHaveLength(0); // one Light is enough
  const asked = tableAt("sun").base.view;
  expect([asked.to_answer.length, owing(asked)]).toEqual([4, [asked.to_move]]);
  expect(owing({ ...asked, demand: "drought" })).toEqual(asked.to_answer);
  sun.unmount();
  const { container } = render(Board, { play: tableAt("peak") });
  await tick();
  for (const words of ["Peaks draw", "Worm at large", "0 Birds", "On top: Peak, played by Dag."])
    expect(container.textContent).toContain(words);
  expect(container.textContent).not.toContain("Trails reverse");
});

test("a seat shows its cards or how it left, what lies before it, and its total", () => {
  const play = tableAt("peak");
  expect(render(Seat, { play, seat: "A" }).container.textContent).toContain("12 of 25 points");
  const gone = render(Seat, { play, seat: "C" }).container;
  expect(gone.textContent).toContain("Stuck");
  expect(gone.textContent).toContain("3 leftovers");
  expect(gone.querySelectorAll(".one")).toHaveLength(2); // two Bugs together, and Litter
});

test("an account is walked through part by part, and adds up", async () => {
  const play = tableAt("over");
  play.settings.set("motion", "full"); // without motion the walk begins at its end
  for (const entry of play.log.filter(page.interlude.comes)) {
    const account = accountOf(entry)!;
    const { container, unmount } = render(RoundSheet, { play, entry });
    const next = screen.getByLabelText<HTMLButtonElement>("Next");
    while (!next.disabled) await fireEvent.click(next);
    const rows = [...container.querySelectorAll("tbody tr")];
    for (const [n, seat] of seatsOf(account).entries()) {
      const cells = [...rows[n]!.querySelectorAll("td")].map((cell) => Number(cell.textContent));
      const [points, total] = cells.slice(-2);
      expect([points, total]).toEqual([account.points[seat], account.totals[seat]]);
      expect(cells.slice(1, -2).reduce((sum, each) => sum + each, 0)).toBe(points);
    }
    unmount();
  }
});

test("left alone, an account is walked through to its end", async () => {
  vi.useFakeTimers();
  const play = tableAt("over");
  play.settings.set("motion", "full");
  const entry = play.log.findLast(page.interlude.comes)!;
  const { container } = render(RoundSheet, { play, entry });
  await vi.advanceTimersByTimeAsync(10_000);
  const totals = [...container.querySelectorAll("td.total")].map((cell) => Number(cell.textContent));
  expect(totals).toEqual(Object.values(accountOf(entry)!.totals));
  vi.useRealTimers();
});

test("the result shows the places, and the account of any round", async () => {
  const play = tableAt("over");
  const { container } = render(Result, { play });
  const rounds = accounts(play.log);
  expect(rounds.length).toBeGreaterThan(1);
  const places = [...container.querySelectorAll(".place td")].map((cell) => Number(cell.textContent));
  expect(places).toEqual([...play.base.view.places!].sort());
  expect(screen.getByLabelText("Show how round 1 was scored").textContent).toBe("Round 1");
  await fireEvent.click(screen.getByLabelText("Show how round 1 was scored"));
  expect(screen.getByRole("heading", { name: "Round 1" })).toBeTruthy();
});

test("the rounds of a match that began in its middle add up to the totals", () => {
  const play = tableAt("over");
  const [first, ...later] = accounts(play.log);
  const { container } = render(Rounds, { play, accounts: later });
  const row = (which: string): number[] =>
    [...container.querySelectorAll(`${which} > td`)].map((cell) => Number(cell.textContent));
  const had = row("[data-round=before]");
  expect(had.toSorted()).toEqual(Object.values(first!.totals).toSorted());
  const sums = later.reduce(
    (sum, { round }) => row(`[data-round="${round}"]`).map((points, n) => points + sum[n]!),
    had,
  );
  expect(sums).toEqual(row(".total"));
});

test("whom the viewer's own turn left stuck stays told while the others play on", () => {
  const stuck: GameEvent = {
    kind: "eliminated",
    seat: "C",
    values: { on: "peak", number: 2, cards: [] },
    text: "",
  };
  const entry = (seq: number, seat: string, events: GameEvent[]) =>
    ({ seq, seat, kind: "move", events }) as unknown as Entry;
  const log = [entry(1, "B", [stuck]), entry(2, "A", [{ ...stuck, seat: "D" }]), entry(3, "B", [])];
  expect(stuckIn(sinceMine({ log, seat: "A" }))).toEqual([{ on: "peak", seats: ["D"] }]);
  expect(stuckIn(sinceMine({ log: log.slice(0, 1), seat: "A" }))).toEqual([{ on: "peak", seats: ["C"] }]);
});

test("eliminations take longer to follow, and are told beside the seats", () => {
  const { log } = tableAt("over");
  const stuck = log.find((entry) => !accountOf(entry) && happened(entry, "eliminated").length === 1)!;
  const plain = log.find((entry) => entry.events.length === 1)!;
  const end = log.find((entry) => accountOf(entry))!;
  expect(moments(plain)).toBe(1);
  expect(moments(stuck)).toBeGreaterThan(1);
  const { seat, values } = happened(stuck, "eliminated")[0]!;
  expect(newsOf(stuck.events).get(seat!)?.effect).toEqual({ kind: "eliminated" });
  expect(stuckIn(stuck.events)).toEqual([{ on: values.on, seats: [seat] }]);
  expect(stuckIn([...stuck.events, ...stuck.events])).toEqual([{ on: values.on, seats: [seat] }]);
  expect(recent({ since: [], last: [end] })).toEqual([]); // the sheet says it
  // An entry that was fetched twice is told once.
  const turn = {
    seat,
    kind: "move",
    entries: [stuck],
    first: 1,
    last: 1,
    events: [],
    undone: false,
  } as const;
  expect(recent({ since: [turn] as never, last: [structuredClone(stuck)] })).toEqual(stuck.events);
});

test("having nothing to plant and planting nothing look the same", () => {
  const event: GameEvent = { kind: "planted_nothing", seat: "B", values: {}, text: "Bo plants nothing." };
  expect(newsOf([event]).get("B")).toEqual({ card: null, effect: { kind: "nothing" } });
});

test("turns are told in words, as people at a table would", () => {
  const play = tableAt("over");
  const said = play.log
    .filter((entry) => entry.kind === "move")
    .flatMap((entry) => tell(entry, play).map(textOf));
  expect(said.length).toBeGreaterThan(20);
  for (const each of said) {
    expect(each).not.toMatch(/=|\b1 (cards|points|leftovers|Bugs)\b|eliminated|undefined|\bis out\b/);
    expect(each).toMatch(/^[A-Z].*\.$/);
  }
  const told = (kind: string, values: object, seat = "B") =>
    tell({ seat, events: [{ kind, seat, values, text: "" } as GameEvent] }, play).map(textOf);
  expect(told("played", { card: "wind=lake" })).toEqual(["Bo plays The Wind as a Lake."]);
  expect(told("played", { card: "avalanche" })).toEqual(["Bo plays an Avalanche."]);
  expect(told("planted", { cards: ["tree", "tree", "wind"] })).toEqual(["Bo plants 2 Trees and The Wind."]);
  const [line] = tell(
    { seat: "B", events: [{ kind: "planted", seat: "B", values: { cards: ["tree", "tree"] }, text: "" }] },
    play,
  );
  expect(line!.parts[1]).toMatchObject({ text: "2 Trees", name: "Tree", of: { card: "tree" } });
  expect(told("eliminated", { on: "sun", number: 1, cards: ["bug"] })).toEqual([
    "Bo has no Light and is stuck with 1 card.",
  ]);
});

test("whoever is stuck is told with how many cards, and does not hold none", () => {
  const play = tableAt("peak");
  const view = structuredClone(play.base.view);
  Object.assign(view.seats[0]!, { status: "eliminated", leftovers: ["bug", "peak", "tree"], hand_size: 0 });
  const shown = { ...play.base, view, own: { seat: "A", hand: [] }, legal: [] };
  for (const name of ["base", "shown"]) Object.defineProperty(play, name, { value: shown });
  render(Hand, { play });
  expect(screen.getByText("You are stuck with 3 cards. They are leftovers.")).toBeTruthy();
});

test("an onlooker sees no hand", () => {
  const play = tableAt("peak");
  Object.defineProperty(play, "shown", { value: { ...play.base, own: null, legal: [] } });
  const { container } = render(Hand, { play });
  expect(container.querySelectorAll("[data-card]")).toHaveLength(0);
  expect(screen.getByText("You are watching: hands are hidden.")).toBeTruthy();
});

test("the rules tell at their end which rows are reconstructed, and are readable without a server", () => {
  const { container, unmount } = render(Rules, { fixed: tableAt("peak").fixed });
  expect(container.textContent).toContain("From the rulebook: Peak.");
  expect(container.textContent).toContain("Reconstructed: Bug, Lake, Light, Trail and Tree.");
  unmount();
  render(Rules, { fixed: null });
  expect(screen.getByText("The ten specialty cards")).toBeTruthy();
});
