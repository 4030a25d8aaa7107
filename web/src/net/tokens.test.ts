import { beforeEach, expect, test } from "vitest";
import { inviteLink, takeInvite, tokens, Tokens } from "./tokens";

beforeEach(() => localStorage.clear());

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

test("somebody else's text under our key is no harm", () => {
  localStorage.setItem("trailmix.tables", "nonsense");
  expect(new Tokens().everything()).toEqual([]);
});

test("an invite is taken out of the address, and a link has it behind the #", () => {
  history.replaceState(null, "", "/table/t?x=1#invite=se-cret");
  takeInvite("t");
  expect(location.hash).toBe("");
  expect(tokens.of("t")?.invite).toBe("se-cret");
  const link = new URL(inviteLink("t"));
  expect([link.pathname, link.search, link.hash]).toEqual(["/table/t", "", "#invite=se-cret"]);
});
