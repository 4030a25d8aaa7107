import { expect, test, vi } from "vitest";
import { NOTHING, type AnyEvent } from "../games/contract";
import type { Happening, Idea } from "../games/explaining";
import { IDEAS, Ideas, noteTold, taught, told } from "./ideas.svelte";

const idea = (id: string, when: Idea["when"]): Idea => ({ id, title: () => id, text: () => id, when });
const event = (kind: string, seat: string | null = "B", values = {}): AnyEvent => ({
  kind,
  seat,
  values,
  text: "",
});
const now = (...events: AnyEvent[]): Happening => ({ events, shown: NOTHING, here: ["A"], fixed: {} });

const ALL = [
  idea("crash", [{ event: "hit", here: true }, { event: "wrecked" }]),
  idea("fast", [{ event: "sped", such: ({ values }) => (values as { over: number }).over > 1 }]),
  idea("drawn", [{ event: "drew" }]),
  idea("over", [{ position: ({ prompt }, here) => prompt === "last" && here.includes("A") }]),
];

function table() {
  const ideas = new Ideas("sleds", ALL);
  let turn = 0;
  /** In a turn of whoever sits here this happens. */
  const told = (happening: Happening, next = true): string | null => {
    if (next) turn += 1;
    ideas.happened(happening, turn);
    ideas.tell(turn);
    return ideas.shown?.id ?? null;
  };
  return { ideas, told };
}

test("an idea is told when it first happens, and never again", () => {
  const { ideas, told } = table();
  expect(told(now(event("drew")))).toBe("drawn");
  ideas.close();
  expect(told(now(event("drew")))).toBeNull();
  expect(table().told(now(event("drew")))).toBeNull(); // nor in another match
  expect(localStorage.getItem(IDEAS)).toBe('{"sleds":["drawn"]}');
});

test("what happens to others, or not in this way, is not told", () => {
  const { told } = table();
  expect(told(now(event("hit", "B")))).toBeNull();
  expect(told(now(event("sped", "B", { over: 1 })))).toBeNull();
  expect(told(now(event("hit", "A")))).toBe("crash");
  expect(told(now(event("sped", "B", { over: 2 })))).toBe("fast");
});

test("a position is enough", () => {
  const { told } = table();
  expect(told({ ...now(), shown: { ...NOTHING, prompt: "last" } })).toBe("over");
});

test("of several the most important is told, and only one in a turn", () => {
  const { told } = table();
  expect(told(now(event("drew"), event("wrecked")))).toBe("crash");
  expect(told(now(event("drew")), false)).toBe("crash");
  expect(told(now(event("drew")))).toBe("drawn"); // the next takes the place of the last
});

test("what happens while something else is open is told afterwards", () => {
  const { ideas } = table();
  ideas.happened(now(event("drew")), 1);
  expect(ideas.shown).toBeNull();
  ideas.happened(now(), 1);
  ideas.tell(1);
  expect(ideas.shown?.id).toBe("drawn");
});

test("what another tab has told in the meantime is not told again", () => {
  const { ideas } = table();
  ideas.happened(now(event("drew")), 1);
  noteTold("sleds", "drawn");
  ideas.happened(now(), 1);
  ideas.tell(1);
  expect(ideas.shown).toBeNull();
});

test("what a step of the lesson has taught is not told again, and the rest is", () => {
  const all = ALL.map((each) => (each.id === "over" ? each : { ...each, lesson: `step_${each.id}` }));
  taught("sleds", "step_drawn", all);
  taught("sleds", "step_drawn", all); // played again
  taught("sleds", "another_step", all);
  taught("cards", "step_crash", all); // of another game
  expect(told("sleds")).toEqual(["drawn"]);
  const after = table();
  expect(after.told(now(event("drew")))).toBeNull();
  expect(after.told(now(event("wrecked")))).toBe("crash");
});

test.each(["no JSON", "[1]", '{"sleds":7}', "null"])("a memory that makes no sense is empty: %s", (text) => {
  localStorage.setItem(IDEAS, text);
  expect(table().told(now(event("drew")))).toBe("drawn");
});

test("a browser that keeps nothing is told each thing once as long as the page is open", () => {
  const room = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(table().told(now(event("drew")))).toBe("drawn");
  expect(table().told(now(event("drew")))).toBeNull();
  room.mockRestore();
});
