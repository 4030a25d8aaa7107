import { fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { expect, test, vi } from "vitest";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Result from "./Result.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import { back, choices, nameOf, prompt } from "./choices";
import { happens, type Idea } from "../explaining";
import { textOf } from "../../table/turns";
import { keyOf, sideOf } from "./cells";
import { tableAt } from "./fixtures";
import ideas from "./ideas";
import { called } from "./names";
import { tell } from "./telling";
import type { GameEvent, Turn } from "./types";

const cell = (key: string) => document.querySelector<HTMLButtonElement>(`[data-cell="${key}"]`)!;
const card = (id: string) => document.querySelector<HTMLButtonElement>(`[data-card="${id}"]`)!;

test("a turn by hand and board: card, cell, hiker", async () => {
  const play = tableAt("start");
  render(Board, { play });
  render(Hand, { play });
  expect(cell("-1,0").getAttribute("aria-label")).toMatch(/^Free: above the \w+ chamois$/);

  await fireEvent.click(card("N06"));
  expect(card("N06").getAttribute("aria-pressed")).toBe("true");
  expect(cell("-1,0").getAttribute("aria-label")).toMatch(
    /^Lay the \w+ nutcracker here: above the \w+ chamois$/,
  );

  cell("-1,0").focus();
  await fireEvent.click(cell("-1,0"));
  expect(play.draft).toEqual(["N06@-1,0"]);
  expect(document.activeElement).toBe(cell("-1,0")); // the same button, now with a card on it
  expect(cell("-1,0").getAttribute("aria-label")).toMatch(/\. Place a hiker here: it would earn \d now\.$/);
  expect(card("N06")).toBeNull();

  await fireEvent.click(cell("0,0"));
  expect(play.draft).toEqual(["N06@-1,0", "hiker 0,0"]);
  expect(play.done).toBe(true);

  play.takeBack();
  play.takeBack();
  await tick();
  expect(card("N06").getAttribute("aria-pressed")).toBe("true"); // still in hand for another cell
});

test("after a whole turn the hiker goes to another card, and nowhere else", async () => {
  const play = tableAt("start");
  render(Board, { play });
  for (const action of ["N06@-1,0", "hiker -1,0"]) play.choose(action);
  await tick();
  await fireEvent.click(cell("0,0"));
  await vi.waitFor(() => expect(play.draft).toEqual(["N06@-1,0", "hiker 0,0"]));
  await fireEvent.click(cell("0,1")); // no card lies there
  await tick();
  expect(play.draft).toEqual(["N06@-1,0", "hiker 0,0"]);
  expect(play.told).toEqual([]);
});

test("what a hiker would earn is told while there is one to place", async () => {
  const toldWith = async (hikers: number): Promise<string | undefined> => {
    const play = tableAt("locked");
    const seats = play.base.view.seats.map((each) => (each.seat === "B" ? { ...each, hikers } : each));
    Object.defineProperty(play, "base", { value: { ...play.base, view: { ...play.base.view, seats } } });
    const { container, unmount } = render(Board, { play });
    await fireEvent.pointerMove(cell("0,0"), { pointerType: "mouse", clientX: 9, clientY: 9 });
    expect(container.querySelector(".tip")?.textContent).toContain("Chamois");
    const told = container.querySelector(".tip .points")?.textContent;
    unmount();
    return told;
  };
  expect(await toldWith(1)).toBe("A hiker here would earn 2 now");
  expect(await toldWith(0)).toBeUndefined();
});

test("pointing at a card of the hand says what it counts, as long as it is not the one picked", async () => {
  const play = tableAt("start");
  const { container } = render(Hand, { play });
  await fireEvent.pointerEnter(card("N06"), { pointerType: "mouse" });
  expect(container.querySelector(".caption")?.textContent).toMatch(/Nutcracker · mountain\s+2 for each frog/);
  await fireEvent.click(card("N06"));
  expect(container.querySelector(".caption")).toBeNull(); // the prompt says it
  await fireEvent.pointerEnter(card("N10"), { pointerType: "mouse" });
  expect(container.querySelector(".caption")).not.toBeNull();
});

test("a cell without a card in hand asks for a card; a cell that is not allowed says why", async () => {
  const play = tableAt("start");
  render(Board, { play });
  render(Hand, { play });
  await fireEvent.click(cell("-1,0"));
  expect(play.told).toEqual(["First pick a card from your hand, then its place."]);
  await fireEvent.click(card("N06"));
  await fireEvent.click(cell("-1,-1"));
  await tick();
  expect(play.told.at(-1)).toBe("no: N06@-1,-1");
  expect(document.querySelector(".tip .reason")).toBeNull(); // said once
  expect(play.draft).toEqual([]);
});

test("pointing at a cell shows the card there, the cards it counts, and the change of the forecast", async () => {
  const play = tableAt("locked");
  const { container } = render(Board, { play });
  render(Hand, { play });
  const seat = render(Seat, { play, seat: "A" });
  await fireEvent.click(card("N10"));
  await fireEvent.pointerMove(cell("0,-2"), { pointerType: "mouse", clientX: 9, clientY: 9 });
  expect(play.peeked?.action).toBe("N10@0,-2");
  expect(cell("0,-2").querySelector(".ghost")).not.toBeNull();
  const spot = play.peeked!.view.grid.find((each) => each.card === "N10")!;
  expect(spot.counts.length).toBeGreaterThan(0);
  expect(container.querySelectorAll(".lit")).toHaveLength(spot.counts.length);
  expect(seat.container.querySelector(".change")?.textContent).toBe("+1"); // it helps the other seat
  await fireEvent.pointerLeave(cell("0,-2"), { pointerType: "mouse" });
  expect(play.peeked).toBeNull();
  expect(seat.container.querySelector(".change")).toBeNull();
});

test("what was read of the map goes when it is tapped, and when a card of the hand is picked", async () => {
  const play = tableAt("locked");
  const { container } = render(Board, { play });
  render(Hand, { play });
  const tip = (): Element | null => container.querySelector(".tip");
  for (const away of [() => tip()!, () => card("N10")]) {
    await fireEvent.click(cell("0,0"));
    expect(tip()?.textContent).toContain("Chamois");
    await fireEvent.click(away());
    expect(tip()).toBeNull();
  }
  expect(play.draft).toEqual([]);
});

test("the cards that a hiker may go to are not dimmed by what is pointed at", async () => {
  const play = tableAt("locked");
  const { container } = render(Board, { play });
  play.choose("N10@0,-2");
  await tick();
  await fireEvent.pointerMove(cell("0,-2"), { pointerType: "mouse", clientX: 9, clientY: 9 });
  expect(container.querySelectorAll(".lit").length).toBeGreaterThan(0);
  expect(container.querySelectorAll(".dimmed").length).toBeGreaterThan(0);
  expect(container.querySelectorAll(".may").length).toBeGreaterThan(0);
  expect(container.querySelectorAll(".may.dimmed")).toHaveLength(0);
});

test("what linked cards are is told when one lies on the map, to those with a hiker left", () => {
  const { base, fixed } = tableAt("locked");
  const linked = (ideas as readonly unknown[] as readonly Idea[]).find(({ id }) => id === "linked")!;
  const told = (here: string[], hikers: number) => {
    const seats = base.view.seats.map((each) => ({ ...each, hikers }));
    const shown = { ...base, view: { ...base.view, seats } };
    return happens(linked, { events: [], shown, here, fixed });
  };
  expect(told(["B"], 3)).toBe(true); // none of B's stands on one yet
  expect(told(["B"], 0)).toBe(false);
  expect(told([], 3)).toBe(false);
});

test("a card is carried to a cell, and the next card can be picked at once", async () => {
  const play = tableAt("start");
  render(Board, { play });
  render(Hand, { play });
  document.elementsFromPoint = () => [cell("-1,0")];
  HTMLElement.prototype.setPointerCapture = () => {};
  await fireEvent.pointerDown(card("N06"), { button: 0, clientX: 0, clientY: 90 });
  await fireEvent.pointerMove(card("N06"), { clientX: 0, clientY: 88 });
  expect(document.querySelector(".carried")).toBeNull(); // a press, not yet a drag
  await fireEvent.pointerMove(card("N06"), { clientX: 40, clientY: 20 });
  expect(document.querySelector(".carried")).not.toBeNull();
  expect(play.peeked?.action).toBe("N06@-1,0");
  await fireEvent.pointerUp(card("N06"), { clientX: 40, clientY: 20 });
  expect(play.draft).toEqual(["N06@-1,0"]);
  expect(document.querySelector(".carried")).toBeNull();
  play.takeBack();
  await new Promise((resolve) => setTimeout(resolve));
  await fireEvent.click(card("N10"));
  expect(card("N10").getAttribute("aria-pressed")).toBe("true");
});

test("arrow keys go from cell to cell, and one cell is in the tab order", async () => {
  const play = tableAt("start");
  const { container } = render(Board, { play });
  expect(container.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  cell("0,0").focus();
  await fireEvent.keyDown(cell("0,0"), { key: "ArrowUp" });
  expect(document.activeElement).toBe(cell("-1,0"));
  await tick();
  expect(cell("-1,0").tabIndex).toBe(0);
});

test("the whole turn by the prompt's answers", () => {
  const play = tableAt("start");
  expect(prompt(play)).toBe("Pick a card from your hand.");
  expect(choices(play)).toHaveLength(6);
  choices(play)[0]!.pick!();
  expect(prompt(play)).toBe("Choose a place for the mountain nutcracker: 2 for each frog in its column.");
  expect(choices(play).map((choice) => choice.action)).toEqual(
    play.base.legal.filter((a) => a.startsWith("N06")),
  );
  expect(back(play)).toBe(true);
  expect(back(play)).toBe(false);
  choices(play)[0]!.pick!();
  play.choose(choices(play)[0]!.action!);
  const hikers = choices(play);
  expect(hikers.map((choice) => choice.action)).toEqual(play.shown.legal);
  expect(hikers.at(-1)!.label).toBe("No hiker");
  expect(hikers[0]!.detail).toMatch(/earns \d+ now/);
  play.choose(hikers[0]!.action!);
  expect(play.done).toBe(true);
  expect(choices(play)).toEqual([]);
});

test("until a turn is confirmed, a seat holds as many cards as before", async () => {
  const play = tableAt("start");
  const mover = play.base.view.to_move!;
  const { container } = render(Seat, { play, seat: mover });
  const hikers = () => container.querySelector(".hikers .hidden")?.textContent;
  const held = () => container.querySelector(".cards > [aria-hidden]")?.textContent;
  expect([hikers(), held()]).toEqual(["5 hikers left", "6"]);
  play.choose("N06@-1,0");
  await tick();
  expect(held()).toBe("6");
  play.choose("hiker -1,0");
  await tick();
  expect([hikers(), held()]).toEqual(["4 hikers left", "6"]); // the hiker is seen to go
});

test("what a place says is one sentence, with what its hiker earns as long as forecasts are told", () => {
  const play = tableAt("locked");
  render(Board, { play });
  const said = (): string => document.querySelector("[data-cell]:has(.piece)")!.getAttribute("aria-label")!;
  expect(said()).toMatch(/\. A hiker of \w+ stands here and earns \d+ now\.$/);
  play.settings.set("forecast", false);
  flushSync();
  expect(said()).toMatch(/\. A hiker of \w+ stands here\.$/);
});

test("rows and columns in use are locked while the map grows, and the whole map has no locks", () => {
  const locks = (position: "locked" | "over"): number => {
    const { container, unmount } = render(Board, { play: tableAt(position) });
    const found = container.querySelectorAll(".rail span").length;
    unmount();
    return found;
  };
  expect([locks("locked"), locks("over")]).toEqual([2, 0]);
});

test("the forecast can be turned off", async () => {
  const play = tableAt("locked");
  const { container } = render(Board, { play });
  expect(container.querySelectorAll(".badge").length).toBeGreaterThan(0);
  play.settings.set("forecast", false);
  await tick();
  expect(container.querySelectorAll(".badge")).toHaveLength(0);
});

test("actions are told in words", () => {
  const play = tableAt("start");
  expect(nameOf(play, "F13@-1,0")).toMatch(/^the mountain frog above the \w+ chamois$/);
  // Of two that are called the same it is said which.
  expect(nameOf(play, "N06@-1,0")).toMatch(
    /^the mountain nutcracker \(2 for each frog in its column\) above the \w+ chamois$/,
  );
  expect(nameOf(play, "hiker 0,0")).toMatch(/^Hiker on the \w+ chamois$/);
  expect(nameOf(play, "hiker none")).toBe("No hiker");
});

test("a turn is one line in words, and pointing at it lights its cells", () => {
  const play = tableAt("locked");
  const [here, there] = play.base.view.grid.filter((spot) => keyOf(spot.cell) !== "0,0");
  const beside = play.base.view.grid.find((spot) => sideOf(spot.cell, here!.cell))!;
  const event = (kind: "laid" | "placed" | "declined", values: object) =>
    ({ kind, seat: "B", values, text: "" }) as GameEvent;
  const turn = (...events: GameEvent[]): Turn => ({
    ...{ seat: "B", kind: "move", entries: [], first: 1, last: 1, undone: false },
    events,
  });
  const laid = event("laid", { card: here!.card, cell: keyOf(here!.cell) });
  const placed = event("placed", { cell: keyOf(beside.cell) });
  const [line, ...others] = tell(turn(laid, placed), play);
  expect(others).toEqual([]);
  const side = sideOf(beside.cell, here!.cell)!;
  const where = { above: "above it", below: "below it", left: "to its left", right: "to its right" }[side];
  const [card, other] = [called(play, here!.card), called(play, beside.card)];
  expect(textOf(line!)).toBe(`Bo lays a ${card} and puts a hiker on the ${other} ${where}.`);
  const lights = line!.parts.flatMap((part) => (typeof part === "string" ? [] : [part.lights]));
  expect(lights).toEqual([keyOf(here!.cell), keyOf(beside.cell)]);
  expect(textOf(tell(turn(laid, event("declined", {})), play)[0]!)).toBe(
    `Bo lays a ${card} and places no hiker.`,
  );
  play.since = [turn(laid, placed)];
  const both = render(Board, { play });
  const framed = [...both.container.querySelectorAll(".marked")].map(
    (e) => e.closest("button")!.dataset["cell"],
  );
  expect(framed.sort()).toEqual([keyOf(here!.cell), keyOf(beside.cell)].sort());
  both.unmount();
  play.since = [turn(laid, placed), turn(event("laid", { card: there!.card, cell: keyOf(there!.cell) }))];
  const { container } = render(Board, { play });
  const marked = [...container.querySelectorAll<HTMLElement>("[data-mark]")].map((e) => e.dataset["cell"]);
  expect(marked.sort()).toEqual([keyOf(here!.cell), keyOf(there!.cell)].sort());
  expect(container.querySelector<HTMLElement>("[data-came]")?.dataset["cell"]).toBe(keyOf(beside.cell));
});

test("nothing on the page speaks in codes", async () => {
  const play = tableAt("locked");
  render(Board, { play });
  render(Hand, { play });
  const said = [...document.querySelectorAll("[aria-label]")].map((e) => e.getAttribute("aria-label"));
  const offered = () => choices(play).map((choice) => `${choice.label} ${choice.detail ?? ""}`);
  said.push(prompt(play), ...offered());
  choices(play)[0]!.pick!();
  said.push(prompt(play), ...offered());
  play.choose(choices(play)[0]!.action!);
  said.push(prompt(play), ...offered());
  for (const each of said) expect(each).not.toMatch(/\b[NCF]\d\d\b|-?\d,-?\d|[Rr]ow -?\d/);
});

test("an onlooker sees no hand", () => {
  const play = tableAt("start");
  Object.defineProperty(play, "shown", { value: { ...play.base, own: null, legal: [] } });
  const { container } = render(Hand, { play });
  expect(container.querySelectorAll("[data-card]")).toHaveLength(0);
  expect(screen.getByText("You are watching: hands are hidden.")).toBeTruthy();
});

test("the result walks from hiker to hiker and ends with the places", async () => {
  const play = tableAt("over");
  play.settings.set("motion", "full"); // without motion the walk begins at its end
  const { container } = render(Result, { play });
  expect(screen.getByText(/^Hiker 1 of/)).toBeTruthy();
  await fireEvent.click(screen.getByLabelText("Next"));
  expect(screen.getByText(/^Hiker 2 of/)).toBeTruthy();
  await fireEvent.click(screen.getByLabelText("Back"));
  await fireEvent.click(screen.getByText("To the result"));
  expect(container.querySelector("tr.first")?.textContent).toContain("Bo");
  const totals = [...container.querySelectorAll("td.number")].map((cell) => Number(cell.textContent));
  expect(totals).toEqual([17, 12, 7]);
});

test("a result that was told already begins at its end, and can be watched again", async () => {
  const play = tableAt("over");
  play.settings.set("motion", "full");
  const { container } = render(Result, { play, known: true });
  expect(container.querySelector("tr.first")?.textContent).toContain("Bo");
  await fireEvent.click(screen.getByText("Watch again"));
  expect(container.querySelector("tr.first")).toBeNull();
  expect(screen.getByText(/^Hiker 1 of/)).toBeTruthy();
});

test("left alone, the result walks to the end and shows the totals of the server", async () => {
  vi.useFakeTimers();
  const play = tableAt("over");
  play.settings.set("motion", "full");
  const { container } = render(Result, { play });
  const claimed = play.base.view.grid.filter((spot) => spot.hiker !== null).length;
  for (let n = 0; n < claimed; n++) {
    expect(container.querySelector("tr.first")).toBeNull();
    await vi.advanceTimersByTimeAsync(2200);
  }
  const totals = [...container.querySelectorAll("td.number")].map((cell) => Number(cell.textContent));
  expect(totals).toEqual([17, 12, 7]);
  expect(container.querySelector("tr.first")?.textContent).toContain("Bo");
  vi.useRealTimers();
});

test("the result goes to a hiker of the list", async () => {
  const play = tableAt("over");
  render(Result, { play });
  const hikers = screen.getAllByRole("button", { name: /'s hiker on the/ });
  await fireEvent.click(hikers[2]!);
  expect(screen.getByText(/^Hiker 3 of/)).toBeTruthy();
  expect(hikers[2]!.getAttribute("aria-current")).toBe("step");
});

test("the rules are written out", () => {
  render(Rules);
  expect(screen.getByText("The frame floats")).toBeTruthy();
});
