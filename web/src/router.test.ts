import { expect, test } from "vitest";
import { route } from "./router.svelte";

test.each([
  ["/", { page: "home" }],
  ["/table/k7m2", { page: "table", id: "k7m2" }],
  ["/table/k7m2/", { page: "table", id: "k7m2" }],
  ["/replay/k7m2", { page: "replay", id: "k7m2" }],
  ["/analysis/k7m2", { page: "analysis", id: "k7m2" }],
  ["/rules/alpina", { page: "rules", game: "alpina" }],
  ["/settings", { page: "settings" }],
  ["/table", { page: "nothing" }],
  ["/table/a/b", { page: "nothing" }],
  ["/elsewhere", { page: "nothing" }],
  ["/rules/%E0%A4%A", { page: "nothing" }],
  ["/%", { page: "nothing" }],
])("%s", (path, page) => {
  expect(route(path)).toEqual(page);
});
