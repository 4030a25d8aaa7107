import { beforeEach, expect, test, vi } from "vitest";
import { Tokens } from "../net/tokens";
import { keepMatches, recorded } from "../table/matches";
import { DEFAULTS, Settings, settings } from "../table/settings.svelte";
import { bringIn, everything, MOST_LETTERS } from "./belongings";
import { asPeopleRead, newCode, readCode } from "./codes";

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

/** The tokens that are good, and their tables: all that the server is asked about. */
let good: Record<string, string> = {};
let isAway = false;
beforeEach(() => {
  for (const [name, value] of Object.entries(DEFAULTS)) settings.set(name as "name", value as never);
  [good, isAway] = [{}, false];
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    if (isAway || path !== "/api/mine") return Promise.reject(new Error("away"));
    const { tokens } = JSON.parse(body) as { tokens: string[] };
    const told = tokens.flatMap((token) =>
      good[token] ? [{ table: { table: good[token] }, chair: 0 }] : [],
    );
    return Promise.resolve(new Response(JSON.stringify(told)));
  });
});

test("a code is twelve letters that people can read, type and mistype a little", () => {
  const code = newCode();
  const text = asPeopleRead(code);
  expect(text).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(readCode(` ${text.toLowerCase().replaceAll("-", " ")} `)).toEqual(code);
  expect(readCode("oil0-oil0-oil0")).toEqual({ place: "0110", secret: "01100110" });
  for (const wrong of ["", "ABCD", "ABCD-EFGH-JKM", "ABCD-EFGH-JKMNP", "ABCD-EFGH-JKM!", "ABCD-EFGH-JKMU"])
    expect(readCode(wrong), wrong).toBeNull();
  expect(new Set(Array.from({ length: 50 }, () => asPeopleRead(newCode()))).size).toBe(50);
});

test("everything that is written can be brought into an empty browser, and is the same there", async () => {
  keep("tables", { t1: { tokens: { 0: "zero", 2: "two" }, invite: "come", at: 5, heard: 3 } });
  keep("matches", [{ ...match("t0"), achieved: ["spot"] }]);
  keep("courses", [{ name: "Elbow", line: "start CL finish:R", game: "snow_tails" }]);
  keep("habits", { alpina: { opponents: 2, level: "pup", said: {} } });
  keep("lessons", { alpina: 4, hike_cards: "k7m2" });
  keep("ideas", { alpina: ["crash"] });
  const wished = { theme: "dark", speed: 2.5, sound: false, name: "Ann" } as const;
  for (const [name, wish] of Object.entries(wished)) settings.set(name as "name", wish as never);
  const names = ["tables", "matches", "courses", "habits", "lessons", "ideas"];
  const before = names.map(kept);
  const text = everything();
  good = { zero: "t1", two: "t1" };
  localStorage.clear();
  for (const name of Object.keys(wished)) settings.set(name as "name", DEFAULTS[name as "name"]);
  settings.set("name", "Marmot"); // as the page calls whoever is new
  expect(await bringIn(text)).toEqual({ tables: 1, matches: 1, courses: 1, unknown: 0 });
  expect(names.map(kept)).toMatchObject(before as object[]);
  expect(settings.wishes).toMatchObject(wished);
  const after = names.map(kept);
  expect(await bringIn(text)).toEqual({ tables: 0, matches: 0, courses: 0, unknown: 0 });
  expect(names.map(kept)).toEqual(after);
});

test("bringing in adds, and loses nothing: tables, matches by table, courses of one name", async () => {
  keep("tables", {
    both: { tokens: { 0: "mine", 1: "old" }, invite: "come", at: 5 },
    mine: { tokens: {}, at: 1 },
  });
  keep("matches", [match("a", 1), match("b", 2)]);
  keep("courses", [{ name: "Elbow", line: "start CL finish:R", game: "snow_tails" }]);
  keep("habits", { alpina: { opponents: 2, level: "pup", said: {} } });
  keep("lessons", { alpina: 4, hike_cards: "k7m2", snow_tails: 0 });
  good = { x: "theirs" };
  const theirs = file({
    tables: { both: { tokens: { 1: "new", 2: "theirs" }, at: 9 }, theirs: { tokens: { 0: "x" }, at: 2 } },
    matches: [match("b", 2), match("c", 3)],
    courses: [
      { name: "Elbow", line: "start CR finish:L", game: "snow_tails" },
      { name: "Elbow", line: "start CL finish:R", game: "snow_tails" },
    ],
    habits: { alpina: { opponents: 1, level: "musher", said: {} } },
    lessons: { alpina: 1e15, hike_cards: 3, snow_tails: 3, hike_dogsled: "m2k7" },
  });
  expect(await bringIn(theirs)).toEqual({ tables: 1, matches: 1, courses: 1, unknown: 0 });
  expect(kept("tables")).toMatchObject({
    both: { tokens: { 0: "mine", 1: "old" }, invite: "come", at: 5 },
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
  expect(kept("lessons")).toEqual({ alpina: 4, hike_cards: "k7m2", snow_tails: 3, hike_dogsled: "m2k7" });
});

test("of the same match, what the other device has seen of its end is added, and nothing else", async () => {
  keep("matches", [match("a"), { ...match("b"), achieved: [] }]);
  const theirs = file({
    matches: [
      { ...match("a"), ended: 9, achieved: ["spot"] },
      { ...match("b"), achieved: ["spot"] },
      { ...match("c"), achieved: ["<script>", 7] },
    ],
  });
  expect(await bringIn(theirs)).toEqual({ tables: 0, matches: 1, courses: 0, unknown: 0 });
  expect(kept("matches")).toEqual([
    { ...match("a"), achieved: ["spot"] },
    { ...match("b"), achieved: [] },
    { ...match("c"), brought: true },
  ]);
});

test("what is nothing of ours changes nothing", async () => {
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
    expect(await bringIn(text), text.slice(0, 60)).toBeNull();
  expect(snapshot()).toBe(before);
});

test("what is hostile in a file of ours is left out, and nothing else suffers", async () => {
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
  expect(await bringIn(hostile)).toEqual({ tables: 0, matches: 0, courses: 0, unknown: 0 });
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(kept("tables")).toEqual({ t1: { tokens: { 0: "zero" }, at: 5 } });
  expect([kept("matches"), kept("courses"), kept("habits")]).toEqual([null, null, null]);
  expect(kept("settings")).toMatchObject({ theme: "system", sound: true, name: script, speed: 1 });
});

test("a chair of ours stays ours, whatever a file says of its table and however new it says it is", async () => {
  good = { mine: "t1" };
  const ours = { t1: { tokens: { 0: "mine" }, invite: "come", at: 5, heard: 3 } };
  keep("tables", ours);
  const claims = [{ 0: "junk" }, { 1: "junk" }, { 0: "mine", 1: "junk" }, { 0: "junk", 1: "mine" }];
  for (const tokens of claims) {
    const theirs = file({ tables: { t1: { tokens, invite: "junk", at: 9e15, heard: 99 } } });
    expect(await bringIn(theirs)).toEqual({ tables: 0, matches: 0, courses: 0, unknown: 0 });
    expect(kept("tables")).toEqual(ours);
  }
});

test("a token that is good takes the place of one that is not, if the server says so", async () => {
  const ours = { t1: { tokens: { 0: "old" }, invite: "come", at: 5 }, t2: { tokens: {}, at: 5 } };
  keep("tables", ours);
  const theirs = file({
    tables: { t1: { tokens: { 0: "new" }, at: 9 }, t2: { tokens: { 1: "new2" }, at: 9 } },
  });
  await bringIn(theirs); // it knows neither
  expect(kept("tables")).toEqual(ours);
  good = { new: "t1", new2: "t2" };
  isAway = true;
  await bringIn(theirs);
  expect(kept("tables")).toEqual(ours);
  isAway = false;
  await bringIn(theirs);
  expect(kept("tables")).toEqual({
    t1: { tokens: { 0: "new" }, invite: "come", at: 5 },
    t2: { tokens: { 1: "new2" }, at: 5 },
  });
});

const many = (n: number, at: number): object =>
  Object.fromEntries(Array.from({ length: n }, (_, k) => [`x${k}`, { tokens: { 0: `x${k}` }, at }]));

test("however many tables come, ours stay, and stay longer", async () => {
  const ours = Object.fromEntries(
    Array.from({ length: 200 }, (_, k) => [`mine${k}`, { tokens: { 0: `mine${k}` }, at: 1 + k }]),
  );
  keep("tables", ours);
  good = Object.fromEntries(Object.keys(many(300, 1)).map((table) => [table, table]));
  expect(await bringIn(file({ tables: many(300, 9e15) }))).toMatchObject({ tables: 100, unknown: 0 });
  const now = Date.now();
  const all = Object.values(kept("tables") as Record<string, { at: number }>);
  expect([all.length, all.every(({ at }) => at <= now)]).toEqual([300, true]);
  const held = new Tokens();
  expect(held.everything()).toEqual(Object.keys(ours).reverse().slice(0, 100));
  for (let n = 0; n < 100; n++) held.hold(`new${n}`, { 0: "new" });
  expect(kept("tables")).toMatchObject(ours);
  expect(await bringIn(file({ tables: many(300, 9e15) }))).toMatchObject({ tables: 0 });
  expect(kept("tables")).toMatchObject(ours);
});

test("tables that the server does not know are left out and counted, unless it says nothing", async () => {
  good = { x5: "x5" };
  const ours = { mine: { tokens: { 0: "mine" }, at: 5 } };
  keep("tables", ours);
  expect(await bringIn(file({ tables: many(400, 7) }))).toMatchObject({ tables: 1, unknown: 399 });
  expect(Object.keys(kept("tables") as object).sort()).toEqual(["mine", "x5"]);
  isAway = true;
  expect(await bringIn(file({ tables: many(2, 7) }))).toMatchObject({ tables: 2, unknown: 0 });
});

test("however many matches come, and from whatever future, ours stay, and stay longer", async () => {
  const ours = Array.from({ length: 900 }, (_, n) => match(`mine${n}`, n));
  keep("matches", ours);
  const theirs = Array.from({ length: 1000 }, (_, n) => match(`x${n}`, 8e12));
  expect(await bringIn(file({ matches: theirs }))).toMatchObject({ matches: 100 });
  expect(recorded().length).toBe(1000);
  expect(Math.max(...recorded().map(({ ended }) => ended))).toBeLessThanOrEqual(Date.now() / 1000);
  const tables = (): string[] => recorded().map(({ table }) => table);
  for (let n = 0; n < 100; n++) keepMatches([...recorded(), match(`new${n}`, Date.now() / 1000)]);
  expect(tables()).toEqual(expect.arrayContaining(ours.map(({ table }) => table)));
  expect(tables().filter((table) => table.startsWith("x"))).toEqual([]);
  expect(await bringIn(file({ matches: theirs }))).toMatchObject({ matches: 0 });
});

test("a match that ended at no time that there is, or with no score that there is, is none", async () => {
  for (const ended of [1e300, 8.65e12, -1])
    expect(await bringIn(file({ matches: [match("a", ended)] }))).toMatchObject({ matches: 0 });
  const [player] = match("a").players;
  for (const wrong of [{ score: 1e300 }, { place: 1.5 }])
    expect(
      await bringIn(file({ matches: [{ ...match("a"), players: [{ ...player, ...wrong }] }] })),
    ).toMatchObject({ matches: 0 });
  expect(recorded()).toEqual([]);
});

test("whatever comes, there is room left, and all can be written down and brought in again", async () => {
  const said = { a: Array.from({ length: 2250 }, () => 1e20) };
  const habit = { opponents: 1, level: "a", said };
  const games = (first: string, n: number) =>
    Object.fromEntries(Array.from({ length: n }, (_, k) => [first + k, habit]));
  const short = file({ habits: games("z", 100) }).replaceAll("100000000000000000000", "1e20");
  expect(short.length).toBeLessThan(MOST_LETTERS / 2);
  const before = snapshot();
  await expect(bringIn(short)).rejects.toThrow("more than a browser has room for");
  expect(snapshot()).toBe(before);
  expect(await bringIn(file({ habits: games("a", 40) }))).not.toBeNull();
  await expect(bringIn(file({ habits: games("b", 40) }))).rejects.toThrow("more than");
  const text = everything();
  localStorage.clear();
  expect(await bringIn(text)).not.toBeNull();
});

test("only what the settings offer is wished for, be it brought or kept here before", async () => {
  const wrong = {
    speed: 1e-9,
    language: "日本",
    theme: "pink",
    motion: 1,
    sound: "no",
    name: "x".repeat(41),
  };
  const before = { ...settings.wishes };
  await bringIn(file({ settings: wrong }));
  await bringIn(file({ settings: { name: "\u202eevil" } }));
  expect(settings.wishes).toEqual(before);
  keep("settings", wrong);
  expect(new Settings().wishes).toEqual(before);
});

test("what somebody has wished for here stays, and notices are not brought along", async () => {
  settings.set("name", "Brook Miller");
  settings.set("theme", "light");
  const theirs = { name: "Mallory", theme: "dark", speed: 0, confirm: false, notices: true };
  await bringIn(file({ settings: theirs }));
  const { name, theme, speed, confirm, notices } = settings.wishes;
  expect({ name, theme, speed, confirm, notices }).toEqual({
    name: "Brook Miller",
    theme: "light",
    speed: 0,
    confirm: false,
    notices: false,
  });
});
