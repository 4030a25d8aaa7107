import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GamePage } from "../games/contract";
import { ReplayPlay } from "../table/replay.svelte";
import { table, view } from "../testing/fakes";
import { Analysis } from "./analysis.svelte";
import { bands, pointAt, points, stepOf, widest } from "./figures";
import { ASK_AGAIN_MS } from "./making.svelte";
import Panel from "./Panel.svelte";
import { Telling } from "./told";
import type { AnalysisState, Judgement } from "../protocol";

function decision(step: number, seat: number, chance: number, more: Partial<Judgement> = {}): Judgement {
  const shares = { before: [0.5, 0.5], after: [chance, 1 - chance] };
  return {
    step,
    seat,
    played: `played ${step}`,
    best: `played ${step}`,
    loss: 0,
    grade: null,
    knew: shares,
    open: { before: [1, 0], after: [1, 0] },
    alternatives: [],
    reason: null,
    ...more,
  };
}
/** Two decisions led to step 3, and nobody decided step 2. */
const DECISIONS = [
  decision(1, 0, 0.6),
  decision(3, 1, 0.7),
  decision(3, 1, 0.4, {
    best: "best 3",
    grade: "blunder",
    loss: 0.3,
    knew: { before: [0.1, 0.9], after: [0.4, 0.6] },
    reason: "It is far better.",
  }),
  decision(4, 0, 1),
];
const NONE: AnalysisState = { state: "none", done: 0, of: 0, analysis: null };
const RUNNING: AnalysisState = { ...NONE, state: "running", done: 1, of: 4 };
const MOMENT = { decision: 2, mover: 1, before: 0.9, after: 0.6 };
const DONE: AnalysisState = {
  ...NONE,
  state: "done",
  done: 4,
  of: 4,
  analysis: {
    bot: "search",
    seats: ["Ann", "Bo"],
    decisions: DECISIONS,
    moments: [MOMENT],
    deciding: MOMENT,
  },
};

/** Within the turn of two actions. */
const WITHIN = [{ ...view(3, null, "B"), log: [], owns: [{ of: "A" }, { of: "B" }], prompt: "Within?" }];
const later = (address: string) => (view: { seq: number }) =>
  view.seq > Number(new URL(address, "http://test").searchParams.get("since"));

let asked: string[] = [];
let answers: AnalysisState[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit) => {
    if (address.includes("/within")) return new Response(JSON.stringify(WITHIN.filter(later(address))));
    asked.push(`${method} ${address}`);
    return new Response(JSON.stringify(answers.length > 1 ? answers.shift() : answers[0]));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function replay(): ReplayPlay {
  const play = new ReplayPlay();
  play.steps = [0, 1, 2, 3, 4].map((seq) => ({ ...view(seq, null, "A"), owns: [{ of: "A" }, { of: "B" }] }));
  play.info = table({ status: "over" });
  return play;
}
/** A game that says where it was asked for the name of an action, and as whom. */
const page: Pick<GamePage, "nameOf"> = {
  nameOf: (play, action) => `${action} by ${play.seat} at ${play.shown.prompt}`,
};

test("the curve has a point before the first decision, and one after each", () => {
  expect(points(DECISIONS, "knew")).toEqual([
    [0.5, 0.5],
    [0.6, 0.4],
    [0.7, 1 - 0.7],
    [0.4, 0.6],
    [1, 0],
  ]);
  expect(points(DECISIONS, "open")[0]).toEqual([1, 0]);
  expect([0, 1, 2, 3, 4].map((point) => stepOf(DECISIONS, point))).toEqual([0, 1, 3, 3, 4]);
  expect([0, 1, 2, 3, 4].map((step) => pointAt(DECISIONS, step))).toEqual([0, 1, 1, 3, 4]);
});

test("bands fill what there is to win, whatever estimates come to", () => {
  const [first, second] = bands([
    [0.25, 0.75],
    [0.9, 0.3],
    [0.1, 0.2],
  ]);
  expect(first!.map(({ to }) => to)).toEqual([0.25, 0.75, 0.1]);
  expect(second![0]).toEqual({ from: 0.25, to: 1 });
  expect(second![1]).toEqual({ from: 0.75, to: 1 });
  expect(second![2]!.to).toBeCloseTo(0.3);
  expect(widest(first!)).toBe(1);
});

test("it is said that no single turn decided a match", async () => {
  answers = [{ ...DONE, analysis: { ...DONE.analysis!, moments: [], deciding: null } }];
  render(Panel, { id: "t", play: replay(), page: page as GamePage });
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByText("No single turn decided this match.")).toBeTruthy();
  expect(screen.queryByText("What decided the match")).toBeNull();
});

test("every decision can be gone to, even of one turn", () => {
  const analysis = new Analysis("t", replay());
  analysis.info = DONE;
  analysis.goTo(DECISIONS[1]!);
  expect([analysis.play.at, analysis.point, analysis.decision]).toEqual([3, 2, DECISIONS[1]]);
  analysis.go(analysis.point + 1);
  expect([analysis.play.at, analysis.point]).toEqual([3, 3]);
  analysis.play.go(2);
  expect(analysis.point).toBe(1);
  analysis.play.go(3);
  expect(analysis.point).toBe(3);
  analysis.go(99);
  expect([analysis.play.at, analysis.point]).toEqual([4, 4]);
  analysis.go(-1);
  expect([analysis.play.at, analysis.decision]).toEqual([0, null]);
});

test("it is asked for until it is done, and no longer", async () => {
  answers = [NONE, RUNNING, RUNNING, DONE];
  const analysis = new Analysis("t", replay());
  await analysis.look();
  expect(analysis.underWay).toBe(false);
  await analysis.start();
  const stop = analysis.follow();
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS * 10);
  expect(analysis.info?.state).toBe("done");
  expect(asked).toEqual([
    "GET /api/tables/t/analysis",
    "POST /api/tables/t/analysis",
    "GET /api/tables/t/analysis",
    "GET /api/tables/t/analysis",
  ]);
  stop();
});

test("who leaves the page asks no more", async () => {
  answers = [RUNNING];
  const analysis = new Analysis("t", replay());
  await analysis.look();
  analysis.follow()();
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS * 10);
  expect(asked).toHaveLength(1);
});

test("actions are named as the game names them, where they were to be chosen", () => {
  const telling = new Telling(replay(), page, DECISIONS, new Map([[3, WITHIN]]));
  expect(telling.played(DECISIONS[0]!)).toBe("played 1 by A at Entry 1?");
  expect(telling.played(DECISIONS[1]!)).toBe("played 3 by B at Entry 3?");
  expect(telling.best(DECISIONS[2]!)).toBe("best 3 by B at Within?");
  expect(telling.cost(DECISIONS[2]!)).toBe("A blunder: 90% to win became 60%.");
});

test("what there is to do and to see at each stage", async () => {
  answers = [NONE, RUNNING, NONE, DONE];
  render(Panel, { id: "t", play: replay(), page: page as GamePage });
  await vi.advanceTimersByTimeAsync(0);
  screen.getByRole("button", { name: "Analyse this match" }).click();
  await vi.advanceTimersByTimeAsync(0);
  const progress = screen.getByRole<HTMLProgressElement>("progressbar");
  expect([progress.value, progress.max]).toEqual([1, 4]);
  expect(screen.getByText("1 of 4 decisions")).toBeTruthy();
  screen.getByRole("button", { name: "Cancel the analysis" }).click();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.at(-1)).toBe("DELETE /api/tables/t/analysis");
  screen.getByRole("button", { name: "Analyse this match" }).click();
  await vi.advanceTimersByTimeAsync(0);
  const curve = screen.getByRole("slider", { name: "Chances to win over the match" });
  expect([
    curve.ariaValueMax ?? curve.getAttribute("aria-valuemax"),
    curve.getAttribute("aria-valuetext"),
  ]).toEqual(["4", "Before the first decision: Name of A 50%, Name of B 50%"]);
  expect(screen.getAllByText("Better: best 3 by B at Within?")).toHaveLength(2); // it decided the match, too
});

test("what the server refuses is told in its own sentence, and can be tried again", async () => {
  answers = [NONE];
  render(Panel, { id: "t", play: replay(), page: page as GamePage });
  await vi.advanceTimersByTimeAsync(0);
  const refusal = { t: "refused", code: "not_now", why: "The rules are not compiled yet." };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(refusal), { status: 409 }));
  const start = screen.getByRole<HTMLButtonElement>("button", { name: "Analyse this match" });
  start.click();
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByRole("alert").textContent).toBe("The rules are not compiled yet.");
  expect(start.disabled).toBe(false);
});
