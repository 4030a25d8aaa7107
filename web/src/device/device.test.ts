import { beforeEach, expect, test } from "vitest";
import { bringIn, MOST_LETTERS, written } from "./belongings";
import { newCode, readCode, written as asWritten } from "./codes";

const kept = (key: string): unknown => JSON.parse(localStorage.getItem(`trailmix.${key}`) ?? "null");
const keep = (key: string, value: unknown): void =>
  localStorage.setItem(`trailmix.${key}`, JSON.stringify(value));
const snapshot = (): string => JSON.stringify(Object.entries(localStorage).sort());

const match = (table: string, ended = 1) => ({
  table,
  game: "alpina",
  ended,
  helped: false,
  players: [{ name: "Ann", level: null, place: 1, score: 3, won: true, mine: true }],
});
const file = (parts: Record<string, unknown>): string =>
  JSON.stringify({
    trailmix: 1,
    ...Object.fromEntries(Object.entries(parts).map(([key, value]) => [`trailmix.${key}`, value])),
  });

beforeEach(() => localStorage.clear());

test("a code is twelve letters that people can read, type and mistype a little", () => {
  const code = newCode();
  const text = asWritten(code);
  expect(text).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(readCode(` ${text.toLowerCase().replaceAll("-", " ")} `)).toEqual(code);
  expect(readCode("oil0-oil0-oil0")).toEqual({ place: "0110", secret: "01100110" });
  for (const wrong of ["", "ABCD", "ABCD-EFGH-JKM", "ABCD-EFGH-JKMNP", "ABCD-EFGH-JKM!", "ABCD-EFGH-JKMU"])
    expect(readCode(wrong), wrong).toBeNull();
  expect(new Set(Array.from({ length: 50 }, () => asWritten(newCode()))).size).toBe(50);
});

test("everything that is written can be brought into an empty browser, and is the same there", () => {
  keep("tables", { t1: { tokens: { 0: "zero", 2: "two" }, invite: "come", at: 5, heard: 3 } });
  keep("matches", [{ ...match("t0"), achieved: ["spot"] }]);
  keep("courses", [{ name: "Elbow", line: "start CL finish:R", game: "snow_tails" }]);
  keep("habits", { alpina: { opponents: 2, level: "pup", said: {} } });
  keep("lessons", { alpina: 4 });
  keep("ideas", { alpina: ["crash"] });
  const names = ["tables", "matches", "courses", "habits", "lessons", "ideas"];
  const before = names.map(kept);
  const text = written();
  localStorage.clear();
  expect(bringIn(text)).toEqual({ tables: 1, matches: 1, courses: 1 });
  expect(names.map(kept)).toEqual(before);
  expect(bringIn(text)).toEqual({ tables: 0, matches: 0, courses: 0 });
  expect(names.map(kept)).toEqual(before);
});

test("bringing in adds, and loses nothing: tokens of both, matches by table, courses of one name", () => {
  keep("tables", {
    both: { tokens: { 0: "mine", 1: "old" }, invite: "come", at: 5 },
    mine: { tokens: {}, at: 1 },
  });
  keep("matches", [match("a", 1), match("b", 2)]);
  keep("courses", [{ name: "Elbow", line: "start CL finish:R", game: "snow_tails" }]);
  keep("habits", { alpina: { opponents: 2, level: "pup", said: {} } });
  keep("lessons", { alpina: 4, hike_cards: 1 });
  const theirs = file({
    tables: { both: { tokens: { 1: "new", 2: "theirs" }, at: 9 }, theirs: { tokens: { 0: "x" }, at: 2 } },
    matches: [match("b", 2), match("c", 3)],
    courses: [
      { name: "Elbow", line: "start CR finish:L", game: "snow_tails" },
      { name: "Elbow", line: "start CL finish:R", game: "snow_tails" },
    ],
    habits: { alpina: { opponents: 1, level: "musher", said: {} } },
    lessons: { alpina: 2, hike_cards: 3 },
  });
  expect(bringIn(theirs)).toEqual({ tables: 1, matches: 1, courses: 1 });
  expect(kept("tables")).toMatchObject({
    both: { tokens: { 0: "mine", 1: "new", 2: "theirs" }, invite: "come", at: 9 },
    mine: { tokens: {} },
    theirs: { tokens: { 0: "x" } },
  });
  expect((kept("matches") as { table: string }[]).map(({ table }) => table)).toEqual(["a", "b", "c"]);
  expect((kept("courses") as { name: string; line: string }[]).map(({ name, line }) => [name, line])).toEqual(
    [
      ["Elbow", "start CL finish:R"],
      ["Elbow 2", "start CR finish:L"],
    ],
  );
  expect(kept("habits")).toMatchObject({ alpina: { level: "pup" } });
  expect(kept("lessons")).toEqual({ alpina: 4, hike_cards: 3 });
});

test("of the same match, what the other device has seen of its end is added, and nothing else", () => {
  keep("matches", [match("a"), { ...match("b"), achieved: [] }]);
  const theirs = file({
    matches: [
      { ...match("a"), ended: 9, achieved: ["spot"] },
      { ...match("b"), achieved: ["spot"] },
      { ...match("c"), achieved: ["<script>", 7] },
    ],
  });
  expect(bringIn(theirs)).toEqual({ tables: 0, matches: 1, courses: 0 });
  expect(kept("matches")).toEqual([
    { ...match("a"), achieved: ["spot"] },
    { ...match("b"), achieved: [] },
    match("c"),
  ]);
});

test("what is nothing of ours changes nothing", () => {
  keep("tables", { t1: { tokens: { 0: "zero" }, at: 5 } });
  const before = snapshot();
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  for (const text of [
    "",
    "no JSON",
    "null",
    "[]",
    '{"trailmix": 2}',
    '{"trailmix.tables": {"t2": {"tokens": {"0": "x"}, "at": 1}}}',
    deep,
    " ".repeat(MOST_LETTERS + 1),
  ])
    expect(bringIn(text), text.slice(0, 60)).toBeNull();
  expect(snapshot()).toBe(before);
});

test("what is hostile in a file of ours is left out, and nothing else suffers", () => {
  keep("tables", { t1: { tokens: { 0: "zero" }, at: 5 } });
  const script = "<img src=x onerror=alert(1)>";
  const hostile = `{"trailmix": 1, "__proto__": {"polluted": 1}, "trailmix.tables": {
      "__proto__": {"tokens": {"0": "x"}, "at": 1, "polluted": 1},
      "t1": {"tokens": {"0": {"a": 1}, "9": "nine", "__proto__": "x"}, "at": "soon"},
      "${script}": {"tokens": {"0": "x"}, "at": 1},
      "t2": {"tokens": {"0": "a b"}, "at": 1e400},
      "t3": {"tokens": ["x"], "invite": "${script}", "at": 7}},
    "trailmix.matches": {"length": 1e9}, "trailmix.courses": [{"name": 1, "line": 2}, null],
    "trailmix.habits": {"__proto__": {"opponents": 1, "level": "x"}, "constructor": 7},
    "trailmix.settings": {"theme": "pink", "speed": "fast", "name": ${JSON.stringify(script)},
      "sound": 1, "__proto__": {"polluted": 1}}}`;
  expect(bringIn(hostile)).toEqual({ tables: 0, matches: 0, courses: 0 });
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(kept("tables")).toEqual({ t1: { tokens: { 0: "zero" }, at: 5 } });
  expect([kept("matches"), kept("courses"), kept("habits")]).toEqual([null, null, null]);
  expect(kept("settings")).toMatchObject({ theme: "system", sound: true, name: script, speed: 1 });
});
