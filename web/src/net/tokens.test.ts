import { expect, test, vi } from "vitest";
import { keeping } from "./keeping.svelte";
import { inviteLink, TABLES, takeInvite, tokens, Tokens } from "./tokens";

test("tokens are kept by table and chair, also for the next visit", () => {
  new Tokens().hold("t", { 0: "zero", 2: "two" }, "come");
  const later = new Tokens();
  expect(later.tokensOf("t")).toEqual(["zero", "two"]);
  expect(later.of("t")?.invite).toBe("come");
  expect(later.tokensOf("u")).toEqual([]);
  later.drop("t");
  expect(later.tokensOf("t")).toEqual([]);
  expect(later.of("t")?.invite).toBe("come");
});

test("a link with another invite takes the right one from nobody who sits there", () => {
  const held = new Tokens();
  held.invited("t", "come");
  held.invited("t", "anew"); // whoever does not sit there goes by the last link
  held.hold("t", { 0: "zero" });
  held.invited("t", "changed");
  expect(held.of("t")?.invite).toBe("anew");
  held.hold("u", { 0: "zero" });
  held.invited("u", "come");
  expect(held.of("u")?.invite).toBe("come");
});

test("in a browser without room chairs last as long as the page, and are kept once there is room", () => {
  new Tokens().hold("s", { 0: "old" });
  const room = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const held = new Tokens();
  held.hold("t", { 0: "zero" });
  expect([held.tokensOf("s"), held.tokensOf("t")]).toEqual([["old"], ["zero"]]);
  expect([localStorage.getItem(TABLES)?.includes("zero"), keeping.failed]).toEqual([false, true]);
  room.mockRestore();
  held.hold("u", { 1: "one" });
  expect(localStorage.getItem(TABLES)).toContain("zero");
});

test("whoever is told about chairs hears of new ones, but not of those that are only borrowed", () => {
  const held = new Tokens();
  let heard = 0;
  held.onheld = () => (heard += 1);
  held.hold("t", { 0: "zero" });
  expect(heard).toBe(1);
  held.borrow("u", { 0: "lent" });
  held.hold("u", { 1: "also" });
  expect(heard).toBe(1);
});

const at = (table: string): number | undefined => new Tokens().of(table)?.at;

test("of too many tables, one that is played at stays, however old it is; what is over goes first", () => {
  const DAY = 24 * 3600_000;
  vi.useFakeTimers({ now: 1000 * DAY });
  const held = new Tokens();
  for (const table of ["months", "done", "left"]) held.hold(table, { 0: table });
  held.end(["done", "unknown"]);
  vi.advanceTimersByTime(DAY);
  held.play("months");
  held.play("unknown");
  expect([at("months"), at("left"), at("unknown")]).toEqual([1001 * DAY, 1000 * DAY, undefined]);
  vi.advanceTimersByTime(1000);
  held.play("months"); // it is written once an hour
  expect(at("months")).toBe(1001 * DAY);
  for (let n = 0; n < 298; n++) held.hold(`new${n}`, { 0: "new" });
  expect([at("done"), at("left") !== undefined]).toEqual([undefined, true]);
  held.hold("last", { 0: "new" });
  expect([at("left"), at("months") !== undefined]).toEqual([undefined, true]);
  vi.useRealTimers();
});

test("where a match goes on is asked first, however many newer ones are over", () => {
  const held = new Tokens();
  held.hold("old", { 0: "old" });
  const newer = Array.from({ length: 150 }, (_, n) => `new${n}`);
  for (const table of newer) held.hold(table, { 0: table });
  held.end(newer);
  const asked = held.everything();
  expect([asked[0], asked.length]).toEqual(["old", 100]);
});

test("somebody else's text under our key is no harm", () => {
  localStorage.setItem("trailmix.tables", "nonsense");
  expect(new Tokens().everything()).toEqual([]);
});

test("an invite is taken out of the address, and a link has it behind the #", () => {
  history.replaceState(null, "", "/table/t?x=1#invite=se-cret");
  void takeInvite("t", () => Promise.resolve(false)); // there is none that it could be worse than
  expect(location.hash).toBe("");
  expect(tokens.of("t")?.invite).toBe("se-cret");
  const link = new URL(inviteLink("t"));
  expect([link.pathname, link.search, link.hash]).toEqual(["/table/t", "", "#invite=se-cret"]);
});

test.each([
  [true, "anew"],
  [false, "come"],
])("another invite takes the place of the one that is held only if it is right: %s", async (right, kept) => {
  tokens.invited("u", "come");
  history.replaceState(null, "", "/table/u#invite=anew");
  await takeInvite("u", (table, invite) => Promise.resolve(right && table === "u" && invite === "anew"));
  expect([tokens.of("u")?.invite, location.hash]).toEqual([kept, ""]);
});
