import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import * as icons from "./icons";

const drawn = (icon: typeof icons.House, props: object = {}) =>
  render(icon, { props }).container.querySelector("svg")!;

test.each(Object.entries(icons))("%s is drawn with lines", (_, icon) => {
  expect(drawn(icon).querySelectorAll("path, circle, rect, line").length).toBeGreaterThan(0);
});

test("an icon is as large and as thick as asked for", () => {
  const svg = drawn(icons.X, { size: 18, strokeWidth: 3.5 });
  expect([svg.getAttribute("width"), svg.getAttribute("height")]).toEqual(["18", "18"]);
  expect(svg.getAttribute("stroke-width")).toBe("3.5");
  expect(svg.innerHTML).not.toContain("stroke-width");
});

test("an icon is hidden from screen readers unless it has a name", () => {
  expect(drawn(icons.Flag).getAttribute("aria-hidden")).toBe("true");
  const named = drawn(icons.Flag, { "aria-label": "Finished" });
  expect([named.getAttribute("aria-hidden"), named.getAttribute("aria-label")]).toEqual([null, "Finished"]);
});
