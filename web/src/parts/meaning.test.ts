import { expect, test } from "vitest";
import { meaningOf } from "./meaning";

function touched(html: string): string | null {
  document.body.innerHTML = html;
  return meaningOf(document.querySelector(".here"));
}

test("what has a title says it, whatever of it is touched", () => {
  expect(touched(`<span title="5 cards"><i class="here"></i></span>`)).toBe("5 cards");
});

test("a part of a drawing says its own title", () => {
  const drawing = `<svg><title>All</title><g><title>A flag</title><path class="here"></path></g></svg>`;
  expect(touched(drawing)).toBe("A flag");
});

test("what does something when it is touched does only that", () => {
  expect(touched(`<button title="Nearer"><i class="here"></i></button>`)).toBeNull();
  expect(touched(`<p class="here">5</p>`)).toBeNull();
  expect(meaningOf(null)).toBeNull();
});
