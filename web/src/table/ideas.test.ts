import { expect, test } from "vitest";
import { NOTHING, type AnyEvent } from "../games/contract";
import type { Happening, Idea } from "../games/explaining";
import { Ideas, taught, Told } from "./ideas.svelte";

const idea = (id: string, when: Idea["when"]): Idea => ({ id, title: () => id, text: () => id, when });
const event = (kind: string, seat: string | null = "B", values = {}): AnyEvent => ({
  kind,
  seat,
  values,
  text: "",
});
const now = (...events: AnyEvent[]): Happening => ({ events, shown: NOTHING, here: ["A"], fixed: {} });

class Memory {
  kept = new Map<string, string>();
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.kept.set(key, value);
}

const ALL = [
  idea("crash", [{ event: "hit", here: true }, { event: "wrecked" }]),
  idea("fast", [{ event: "sped", such: ({ values }) => (values as { over: number }).over > 1 }]),
  idea("drawn", [{ event: "drew" }]),
  idea("over", [{ position: ({ prompt }, here) => prompt === "last" && here.includes("A") }]),
];

function table(memory = new Memory()) {
  const ideas = new Ideas("sleds", ALL, new Told(memory));
  let turn = 0;
  /** In a turn of whoever sits here this happens. */
  const told = (happening: Happening, next = true): string | null => {
    if (next) turn += 1;
    ideas.happened(happening, turn);
    ideas.tell(turn);
    return ideas.shown?.id ?? null;
  };
  return { ideas, told, memory };
}

test("an idea is told when it first happens, and never again", () => {
  const { ideas, told, memory } = table();
  expect(told(now(event("drew")))).toBe("drawn");
  ideas.close();
  expect(told(now(event("drew")))).toBeNull();
  expect(table(memory).told(now(event("drew")))).toBeNull(); // nor in another match
  expect(memory.kept.get("trailmix.ideas")).toBe('{"sleds":["drawn"]}');
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
  const { ideas, memory } = table();
  ideas.happened(now(event("drew")), 1);
  new Told(memory).add("sleds", "drawn");
  ideas.happened(now(), 1);
  ideas.tell(1);
  expect(ideas.shown).toBeNull();
});

test("what a step of the lesson has taught is not told again, and the rest is", () => {
  const all = ALL.map((each) => (each.id === "over" ? each : { ...each, lesson: `step_${each.id}` }));
  const memory = new Memory();
  const told = new Told(memory);
  taught("sleds", "step_drawn", all, told);
  taught("sleds", "step_drawn", all, told); // played again
  taught("sleds", "another_step", all, told);
  taught("cards", "step_crash", all, told); // of another game
  expect(told.of("sleds")).toEqual(["drawn"]);
  const after = table(memory);
  expect(after.told(now(event("drew")))).toBeNull();
  expect(after.told(now(event("wrecked")))).toBe("crash");
});

test.each(["no JSON", "[1]", '{"sleds":7}', "null"])("a memory that makes no sense is empty: %s", (text) => {
  const memory = new Memory();
  memory.kept.set("trailmix.ideas", text);
  expect(table(memory).told(now(event("drew")))).toBe("drawn");
});

test("a browser that keeps nothing is told each thing once at a table", () => {
  const full = new Ideas(
    "sleds",
    ALL,
    new Told({
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
    }),
  );
  for (const turn of [1, 2]) {
    full.happened(now(event("drew")), turn);
    full.tell(turn);
    expect(full.shown?.id ?? null).toBe(turn === 1 ? "drawn" : null);
    full.close();
  }
});
