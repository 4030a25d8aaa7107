import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";
import { entryOf } from "../../testing/entries";
import { say } from "../../words/say";
import type { GameEvent } from "./types";
import Ask from "./Ask.svelte";
import Centre from "./Centre.svelte";
import Hand from "./Hand.svelte";
import Loose from "./Loose.svelte";
import Result from "./Result.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import Shares from "./Shares.svelte";
import { choices, prompt } from "./choices";
import { described } from "./describing";
import { tableAt } from "./fixtures";
import { consequences, nameOf, pointsInWords } from "./names";
import { note } from "./note";
import { asDrafted } from "./read";
import { betweenOf, happened, moments, pickers, stories, winners } from "./telling";
import { aheadOf, back, heldCard, thoughtOf } from "./thought.svelte";

const slot = (name: string) => document.querySelector<HTMLElement>(`button[data-slot="${name}"]`)!;
const inHand = (card: string) => document.querySelector<HTMLElement>(`[data-hand-card="${card}"]`)!;
const inCentre = (card: string) => document.querySelector<HTMLElement>(`[data-centre="${card}"]`)!;
const lit = () =>
  [...document.querySelectorAll<HTMLElement>("button[data-slot].open")].map((each) => each.dataset["slot"]);

function preparations() {
  const play = tableAt("action");
  render(Centre, { play, width: 700, height: 300 });
  render(Hand, { play });
  return play;
}

test("a card of the hand lights the slots that it fits, and the others say which edge clashes", async () => {
  const play = preparations();
  expect(lit()).toEqual([]);
  await fireEvent.click(inHand("H41"));
  expect(lit()).toEqual(["T1", "T2", "T4", "B3", "B4"].filter((name) => lit().includes(name)));
  expect(lit()).toEqual(expect.arrayContaining(["T1", "T2", "T4", "B3"]));
  expect(slot("B1").getAttribute("aria-label")).toContain("right edge clashes with Kamika");
  expect(slot("B1").querySelectorAll(".clash.right")).toHaveLength(1);
  await fireEvent.click(slot("B1"));
  await tick();
  expect(play.told).toEqual(["no: place H41 B1"]);
  await fireEvent.click(slot("T2"));
  expect(play.draft).toEqual(["place H41 T2"]);
});

test("a card of the centre goes into the sled or into the hand; equipment only there", async () => {
  const play = preparations();
  await fireEvent.click(inCentre("H05"));
  expect(lit()).toEqual(["T1"]);
  expect(prompt(play)).toBe("Tisa (snow): into your sled, or into your hand?");
  await fireEvent.click(document.querySelector("[data-into-hand]")!);
  expect(play.draft).toEqual(["draft H05 hand"]);
  play.takeBack();
  await tick();
  await fireEvent.click(inCentre("E"));
  expect(play.draft).toEqual(["draft E hand"]);
});

test("a swap is two clicks, and can be cancelled", async () => {
  const play = preparations();
  await fireEvent.click(slot("T3"));
  expect(prompt(play)).toContain("Skobec is lifted out");
  expect(lit()).toEqual(expect.arrayContaining(["T1", "T4", "B1"]));
  await fireEvent.click(document.querySelector("[data-cancel]")!);
  expect(lit()).toEqual([]);
  await fireEvent.click(slot("T3"));
  expect(back(play)).toBe(true);
  expect(back(play)).toBe(false);
  await fireEvent.click(slot("T3"));
  await fireEvent.click(slot("T1"));
  expect(play.draft).toEqual(["swap T3 H09 T1"]);
});

test("an answer of the prompt ends what is thought of", () => {
  const play = tableAt("action");
  choices(play).find(({ label }) => label === "Tisa")!.pick!();
  expect(heldCard(play)).toEqual({ card: "H05", from: "centre" });
  play.choose(choices(play).find(({ label }) => label === "Into the hand")!.action!);
  expect(play.draft).toEqual(["draft H05 hand"]);
  expect(heldCard(play)).toBeNull();
});

test("a clash with the lifted husky is none", async () => {
  preparations();
  await fireEvent.click(inHand("H41"));
  expect(slot("B4").getAttribute("aria-label")).not.toContain("fits");
  await fireEvent.click(inHand("H41"));
  await fireEvent.click(slot("B2"));
  await fireEvent.click(inHand("H41"));
  expect(slot("B1").getAttribute("aria-label")).not.toContain("clashes");
  expect(lit()).toContain("B1");
});

test("what cannot be done now is asked of the server: a mentor during the action", async () => {
  const play = preparations();
  await fireEvent.click(document.querySelector("[data-mentor]")!);
  await tick();
  expect(play.told).toEqual(["no: mentor"]);
  await fireEvent.click(slot("T1"));
  expect(play.told.at(-1)).toBe("First pick a card, then the spot that it goes into.");
});

test("whoever cannot take a card is told whose it is: there may be no room for its name", async () => {
  const play = preparations();
  play.base.legal.length = 0; // others play
  await tick();
  await fireEvent.click(inCentre("H05"));
  expect(play.told.at(-1)).toBe("Tisa (snow)");
  await fireEvent.click(inHand("H41"));
  expect(play.told.at(-1)).toBe("Nordika (snow, ice and powder)");
  await fireEvent.click(inCentre("E"));
  expect(play.told.at(-1)).toContain("Equipment: gives a husky");
  expect(play.draft).toEqual([]);
});

test("with a catch-up card one runs first, then plays it", () => {
  const play = tableAt("step");
  expect(prompt(play)).toBe("Which husky runs? Or end your turn.");
  const own = play.base.own!;
  own.must_care = own.care_locked = true;
  expect(prompt(play)).toBe("Which husky runs? At the end your catch-up card must be played.");
  render(Hand, { play });
  expect(
    screen.getByText("Your catch-up card must be played today: run until no husky can run, then play it."),
  ).toBeTruthy();
  own.previews = [];
  expect(prompt(play)).toBe("No husky can run onto ice: your catch-up card must be played.");
});

test("preparations by the prompt's answers", () => {
  const play = tableAt("action");
  const labels = choices(play).map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(["Tisa", "Take equipment into the hand", "Nordika", "Swap Skobec"]),
  );
  choices(play).find(({ label }) => label === "Nordika")!.pick!();
  expect(choices(play).map(({ label, action }) => action ?? label)).toEqual(
    expect.arrayContaining(["place H41 T1", "swap B3 H41 B3"]),
  );
  expect(choices(play).map(({ label }) => label)).toContain(
    "third spot of the bottom row, instead of Wafflo",
  );
  expect(back(play)).toBe(true);
  choices(play).find(({ label }) => label === "Swap Skobec")!.pick!();
  choices(play).find(({ label }) => label === "Nordika")!.pick!();
  expect(choices(play).map(({ action }) => action)).toContain("swap T3 H41 T2");
});

test("a husky of the race shows where it would land and what it would lose", async () => {
  const play = tableAt("step");
  render(Hand, { play });
  expect(lit()).toEqual(["T2", "T3", "T4", "B2"]);
  await fireEvent.pointerEnter(slot("T3"), { pointerType: "mouse" });
  expect(thoughtOf(play).way).toBe("use T3");
  expect(note(play)!.more).toContain(
    "to field 4 (snow), costs 1 equipment, loses snow; or to field 4 (snow)",
  );
  const [first] = choices(play);
  expect(first).toMatchObject({ label: "Run Poprika" });
  expect(first!.detail).toContain("to field 3 (ice), loses snow");
  expect(choices(play).at(-1)).toMatchObject({ label: "End the turn", action: "end" });
  await fireEvent.click(slot("T2"));
  expect(play.draft).toEqual(["use T2"]);
});

test.each([
  ["T1", "Y2", "is a youngster, and never runs."],
  ["B1", "H14", "has run today."],
  ["B3", "H30", "cannot run: the next field is ice."],
])("the husky in %s says why it cannot run", async (where, husky, why) => {
  const play = tableAt("step");
  render(Hand, { play });
  await fireEvent.pointerEnter(slot(where), { pointerType: "mouse" });
  const { name } = play.fixed.huskies[husky]!;
  expect(note(play)).toEqual({ title: name, more: why, bad: false });
});

test("points are counted all or not at all", () => {
  expect(pointsInWords("SIP")).toBe("snow, ice and powder");
  expect(pointsInWords("SSI")).toBe("2 snow and 1 ice");
});

test("care is locked while a husky can run", async () => {
  const play = tableAt("step");
  render(Hand, { play });
  expect(screen.getByText("Care has to wait: Poprika, Viharka, Ostrica and Kuna can still run")).toBeTruthy();
  await fireEvent.click(document.querySelector('[data-care="single"]')!);
  await tick();
  expect(play.told).toEqual(["no: care B1"]);
  await fireEvent.click(slot("B1"));
  await tick();
  expect(play.told.at(-1)).toBe("no: use B1");
});

test("a custom terrain is picked where there are several", async () => {
  const play = tableAt("step");
  const { previews } = play.base.own!;
  const kuna = previews.find((preview) => preview.slot === "B2")!;
  previews.push({ ...kuna, action: "use B2+S", custom: "S" });
  render(Hand, { play });
  render(Ask, { play });
  await fireEvent.click(slot("B2"));
  expect(prompt(play)).toBe("Kuna has equipment: which terrain is the second point?");
  expect(choices(play).map(({ label }) => label)).toEqual([
    "Run Kuna with snow and ice",
    "Run Kuna with snow and snow",
  ]);
  expect(document.querySelector('[data-custom="I"]')!.textContent).toContain("snow and ice");
  await fireEvent.click(document.querySelector('[data-custom="I"]')!);
  expect(play.draft).toEqual(["use B2+I"]);
});

test("a field that requires equipment: pay, let two rest, or stop", async () => {
  const play = tableAt("field");
  render(Ask, { play });
  expect(screen.getByText("Field 4 requires equipment")).toBeTruthy();
  expect(choices(play).map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
    "Pay with equipment: to field 4 (snow), costs 1 equipment",
    "Enter, and two huskies rest: to field 4 (snow), 2 huskies rest",
    "Stop before it: to field 3 (ice), loses snow",
  ]);
  const ends = (): number[] => aheadOf(play).map(({ to }) => to);
  expect(ends()).toEqual([4, 4, 3]);
  await fireEvent.pointerEnter(document.querySelector('[data-way="stop"]')!, { pointerType: "mouse" });
  expect(ends(), "only where one points").toEqual([3]);
  await fireEvent.click(document.querySelector('[data-way="stop"]')!);
  expect(play.draft).toEqual(["stop"]);
});

test("a secret pick from hand or sled", async () => {
  const play = tableAt("pick");
  render(Hand, { play });
  render(Loose, { play });
  expect(screen.getByText("Ann is to pick")).toBeTruthy();
  expect(lit()).toEqual(["T1"]);
  expect(choices(play).map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
    "Javorka: ice · first spot of the top row",
    "Nordika: snow, ice and powder · hand",
  ]);
  await fireEvent.click(inHand("H41"));
  expect(play.draft).toEqual(["pick H41"]);
});

test("care says whom it makes ready and how far that leads, or that it would be wasted", async () => {
  const play = tableAt("care");
  render(Hand, { play });
  expect(prompt(play)).toBe("No husky can run onto ice: play care, or end your turn.");
  const told = Object.fromEntries(choices(play).map(({ label, detail }) => [label, detail]));
  expect(told["Single care for Firnik"]).toBe("wasted: Firnik could not run onto ice");
  expect(told["Single care for Poprika"]).toBe("Poprika could run to field 4 (snow), 2 huskies rest");
  expect(told["Double care for Firnik"]).toBe("wasted: Firnik could not run onto ice");
  expect(told["Double care for Poprika and Kuna"]).toBe(
    "Poprika could run to field 4 (snow), 2 huskies rest; wasted: Kuna could not run onto ice",
  );
  const cared = (name: string) => slot(name).querySelector<HTMLElement>("[data-cared]")?.dataset["cared"];
  expect([cared("T2"), cared("B1"), cared("B3")]).toEqual(["4", "no", undefined]);
  expect(slot("B1").getAttribute("aria-label")).toContain("wasted: Firnik could not run onto ice");
  await fireEvent.pointerEnter(slot("B1"), { clientX: 5 });
  expect(note(play)).toEqual({
    title: "With care:",
    more: "wasted: Firnik could not run onto ice",
    bad: true,
  });
});

test("what is pointed at is drawn as a preview, and goes with the pointer", async () => {
  const play = tableAt("pick");
  render(Hand, { play });
  const preview = () => document.querySelectorAll("[data-preview]").length;
  expect(preview()).toBe(0);
  play.peeked = { ...play.base, action: "pick H07", done: true, events: [] };
  play.peeked.view = structuredClone(play.base.view);
  play.peeked.view.seats[0]!.sled["T1"]!.husky = null;
  await tick();
  expect(document.querySelector("[data-preview]")).toHaveProperty("dataset.preview", "H07");
  expect(slot("T1").querySelector(".leaves .gone")).toBeTruthy();
  expect(slot("T1").getAttribute("aria-label")).toContain("Javorka");
  play.peeked = null;
  await tick();
  expect(preview()).toBe(0);
});

/** The sled is full, and B is ready or not. */
function declaring(lastDay: number | null, other: "ready" | "unready") {
  const play = tableAt("action");
  const { view } = play.base;
  Object.assign(view, { decision: "declare", day: 7, last_day: lastDay });
  for (const seat of view.seats) if (seat.seat !== play.seat) seat.status = other;
  play.base.legal = ["ready", "none"];
  return play;
}

test.each([
  [null, "unready", "The others get three more days, you a care card for each.", "play on tomorrow"],
  [9, "unready", "You then get a care card each day until all are ready.", "play on tomorrow"],
  [9, "ready", "the race begins at once, and you get no care.", "play on tomorrow"],
  [7, "unready", "This is the last day: whoever is not ready now is out.", "then you are out"],
] as const)("what it means to be ready, last day %s, the other %s", (lastDay, other, sentence, notYet) => {
  const play = declaring(lastDay, other);
  expect(prompt(play)).toContain(sentence);
  expect(choices(play).find(({ action }) => action === "none")!.detail).toBe(notYet);
});

/** Three lines beside the buttons for the turn on a phone. */
const ROOM = 75;

test("what is asked in the middle of a turn has room on a phone", () => {
  const card = "Trobentek (2 snow and 1 ice)";
  const values = { card, husky: "Trobentek", terrain: "powder", n: 2 };
  for (const key of [
    ...["bonus", "declare", "declare_late", "declare_last", "declare_now", "tuck", "field", "rest", "step"],
    ...[
      "must_run",
      "care",
      "must_care",
      "draft",
      "draft_hand",
      "spot",
      "place",
      "swap",
      "swap_where",
      "custom",
    ],
  ])
    expect(say(`hike_dogsled.prompt.${key}` as "hike_dogsled.prompt.draft", values).length, key).toBeLessThan(
      ROOM,
    );
});

test("whoever races on is told that somebody is at the finish", () => {
  const play = tableAt("step");
  const { view } = play.base;
  const other = view.seats.find(({ seat }) => seat !== play.seat)!;
  expect(prompt(play)).toBe("Which husky runs? Or end your turn.");
  other.position = view.fields;
  expect(prompt(play)).toMatch(/ is at the finish, so this is the last day: .* Which husky runs\? Or end/);
});

test("at the finish nothing is lost", () => {
  const play = tableAt("step");
  const outcome = { actions: ["use T2"], to: 41, lost: "S", paid: 0, rests: 0, finish: true };
  expect(consequences(outcome)).toEqual(["reaches the end"]);
  expect(consequences({ ...outcome, finish: false })).toEqual(["loses snow"]);
  play.base.own!.previews.find(({ slot }) => slot === "T2")!.outcomes = [outcome];
  render(Hand, { play });
  expect(slot("T2").querySelector(".home")).toBeTruthy();
  expect(slot("T2").querySelector(".loses")).toBeNull();
});

test("a day that ends with the draft has not ended before it is confirmed", () => {
  const play = tableAt("step");
  const after = structuredClone(play.base);
  after.view.day += 1;
  for (const kennel of Object.values(after.view.seats[0]!.sled)) kennel.state = "ready";
  for (const action of ["use T2", "use T3", "care T3"]) play.choose(action);
  Object.defineProperty(play, "shown", { value: after });
  const sled = asDrafted(play, after.view.seats[0]!).sled;
  const before = play.base.view.seats[0]!.sled;
  expect([sled["T2"]!.state, sled["T3"]!.state]).toEqual(["tired", "ready"]);
  for (const name of ["B1", "B3"]) expect(sled[name]!.state).toBe(before[name]!.state);
});

test("another card than the one that is laid out takes that one back", async () => {
  const play = preparations();
  Object.defineProperty(play, "done", { get: () => play.draft.length > 0 });
  await fireEvent.click(inCentre("E"));
  expect(play.draft).toEqual(["draft E hand"]);
  await fireEvent.click(inCentre("H05"));
  expect(play.draft).toEqual([]);
  expect(heldCard(play)).toEqual({ card: "H05", from: "centre" });
  Object.defineProperty(play, "draft", { value: ["place H41 T2", "ready"] });
  await fireEvent.click(inCentre("H05"));
  expect(play.draft).toEqual(["place H41 T2", "ready"]);
  expect(play.told.at(-1)).toBe("First take back what you have laid out.");
});

test("a sled says what it lacks of the track in sight", () => {
  render(Shares, { of: [3, 1, 0], needed: [9, 4, 2], label: "Points" });
  expect(
    screen.getByLabelText("Points: 3 snow, 1 ice, no powder, though 2 fields in sight are powder"),
  ).toBeTruthy();
});

test("whoever has not begun is told the goal", () => {
  const play = tableAt("action");
  expect(prompt(play)).toMatch(/^Take a card, place a husky/);
  for (const kennel of Object.values(play.base.view.seats[0]!.sled)) kennel.husky = null;
  expect(prompt(play)).toMatch(/^Fill your sled with huskies that suit the track, then race. Take a card/);
});

test("a card says what it is good for", () => {
  const play = tableAt("action");
  thoughtOf(play).pointed = "H05";
  expect(note(play)).toMatchObject({ title: "Tisa" });
  expect(note(play)!.more).toMatch(/^Points: snow. Fits 1 spot of your sled. The track in sight: \d+ snow/);
  thoughtOf(play).pointed = "E";
  expect(note(play)).toMatchObject({ title: "Equipment" });
  expect(note(play)!.more).toContain("pays for a field with a rucksack");
});

test("choices that the table shows need no button", () => {
  const shown = (play: ReturnType<typeof tableAt>) =>
    choices(play)
      .filter(({ onBoard }) => !onBoard)
      .map(({ label }) => label);
  for (const name of ["action", "step", "care", "field", "pick"] as const)
    expect(shown(tableAt(name))).toEqual([]);
  const play = tableAt("action");
  thoughtOf(play).think({ lifted: "T3" });
  expect(shown(play)).toEqual(["Back into the third spot of the top row (pass)"]);
});

test("the end is told with all that decides it", () => {
  const play = tableAt("over");
  render(Result, { play });
  expect(winners(play)).toEqual(["B"]);
  expect(screen.getByText("First at the finish.")).toBeTruthy();
  expect([...document.querySelectorAll("tbody tr")].map((row) => row.textContent)).toHaveLength(2);
  for (const seat of play.base.view.seats) seat.status = "eliminated";
  expect(winners(play)).toEqual([]);
});

test.each([
  [
    "finish",
    "ready",
    "2 sleds reached the finish on the same day. The most ready huskies and care cards decided: 7 against 6.",
  ],
  [
    "finish",
    "printed",
    "2 sleds reached the finish on the same day. Ready huskies and care cards were equal (7), so the lower sum of printed points decided: 9 against 12.",
  ],
  [
    "finish",
    "shared",
    "They reached the finish on the same day and are equal in everything: the victory is shared.",
  ],
  [
    "standstill",
    "ready",
    "The race stood still with 2 sleds equally far ahead. The most ready huskies and care cards decided: 7 against 6.",
  ],
  ["alone", "position", "The only sled that was ready in time."],
] as const)("won %s by %s", (how, decided, sentence) => {
  const play = tableAt("over");
  const won = happened({ events: play.log.flatMap(({ events }) => events) }, "won")[0]!;
  Object.assign(won.values, { how, decided });
  const account = { position: 41, ready_huskies: 5, care: 2, printed: 9 };
  play.base.view.result = [
    { seat: "B", place: 1, ...account },
    { seat: "A", place: 2, ...account, care: decided === "ready" ? 1 : 2, printed: 12 },
  ];
  render(Result, { play });
  expect(screen.getByText(sentence)).toBeTruthy();
});

test("a seat tells its sled, its cards and its care pile", () => {
  const play = tableAt("action");
  render(Seat, { play, seat: "A" });
  for (const words of [
    "4 of 8 huskies in the sled",
    "3 cards in hand",
    "1 mentor",
    "3 cards in the care pile",
  ])
    expect(screen.getByLabelText(words)).toBeTruthy();
});

test("the table in words", () => {
  const told = described(tableAt("action"));
  expect(told).toContain("Soča: snow, ice, snow, ice with equipment, snow.");
  expect(told).toContain("5 landscapes face-down.");
  expect(told, "the start has no fields").not.toContain(": .");
  expect(told).toContain("Kepica (youngster)");
});

test("actions are told in words", () => {
  const play = tableAt("action");
  expect(nameOf(play, "swap T3 H41 T2")).toBe("Swap Skobec for Nordika, into the second spot of the top row");
  expect(nameOf(play, "swap T3 H09 T3")).toBe("Lift Skobec and put it back (pass)");
  expect(nameOf(play, "draft C hand")).toBe("Take single care into the hand");
  expect(nameOf(play, "mentor")).toBe("Spend a mentor");
  expect(nameOf(tableAt("step"), "use B2+I")).toBe("Run Kuna with snow and ice");
});

test("an onlooker sees no hand", () => {
  const play = tableAt("action");
  Object.defineProperty(play, "shown", { value: { ...play.base, own: null, legal: [] } });
  const { container } = render(Hand, { play });
  expect(container.querySelectorAll("[data-hand-card]")).toHaveLength(0);
  expect(screen.getByText("You are watching: hands are hidden.")).toBeTruthy();
});

const entry = entryOf<GameEvent>;

test("what there is to read in between", () => {
  expect(betweenOf(entry(["gave", {}]))).toBe("picks");
  expect(betweenOf(entry(["preparations_ended", {}]))).toBe("race");
  expect(betweenOf(entry(["used", { fields: 2 }]))).toBe(null);
  expect(moments(entry(["used", { fields: 3 }]))).toBeGreaterThan(moments(entry(["used", { fields: 1 }])));
});

test("who has picked is known, and the story of a race", () => {
  const log = [entry(["loose_turned", {}]), entry(["picked.hidden", {}, "B"]), entry(["picked", {}, "A"])];
  expect(pickers(log)).toEqual(["B", "A"]);
  expect(pickers([...log, entry(["picked.hidden", {}, "B"])])).toEqual(["B", "A"]); // each of them once
  const race = [
    entry(["day_began", { day: 6 }], ["readied", {}]),
    entry(
      ["race_day", { day: 1 }],
      ["used", { fields: 2 }],
      ["entered", {}],
      ["lost_points", { points: ["S", "P"] }],
    ),
    entry(["race_day", { day: 2 }], ["used", { fields: 4 }], ["cared", {}]),
  ];
  expect(stories(race)["A"]).toEqual({ declared: 6, days: [3, 4], care: 1, paid: 0, rested: 0, lost: 2 });
});

test("the rules page says what the ledger says, without codes", () => {
  const { container } = render(Rules, { fixed: null });
  for (const sentence of [
    "At the end of the day the tired huskies are ready again; those at rest stay at rest.", // HD-EOD-5
    "If all are ready earlier, Preparations end with that day.", // HD-READY-10
    "the landscapes that are still face-down are turned up", // HD-READY-12
    "For one of your sled it goes into any vacant spot where it fits", // HD-RUL-43
    "The deck is never made anew: when it is empty, nothing is turned up, and mentors are of no use.", // HD-RUL-6
    "the most ready huskies wins, youngsters included", // HD-RUL-36
    "Our ruling, because the book does not say: picks are secret, and revealed together.", // HD-RUL-42
    "you run until no husky can run, and then play it", // HD-RUL-29
    "you keep it for the next day, and draw no other", // HD-RUL-30
  ])
    expect(container.textContent).toContain(sentence);
  expect(container.textContent).not.toMatch(/\b[TB][1-4]\b/);
});
