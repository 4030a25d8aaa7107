import { render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test } from "vitest";
import { LivePlay } from "../table/play.svelte";
import { TableStore } from "../table/store.svelte";
import { FakeSocket, SocketClass, welcome } from "../testing/fakes";
import SeatPanel from "./SeatPanel.svelte";

const WAITED = "The others have waited";

/** The panels of both seats at a table whose game has a badge or none, held by a chair. */
function panels(badge: string | null, holder: number | null): void {
  const store = new TableStore("t", undefined, SocketClass);
  FakeSocket.newest.opens();
  FakeSocket.newest.says({ ...welcome([0], { badge: holder }), badge });
  const play = new LivePlay(store);
  const children = createRawSnippet(() => ({ render: () => "<p>public</p>" }));
  for (const seat of ["A", "B"]) render(SeatPanel, { play, seat, crowded: false, children });
}

test("the badge of a game is shown at the seat of the chair that holds it", () => {
  panels(WAITED, 1);
  expect(screen.getAllByText(WAITED)).toHaveLength(1);
  expect(screen.getByTitle(WAITED).closest("section")?.getAttribute("aria-label")).toContain("Name of B");
});

test("nothing is shown while nobody holds it, nor in a game without one", () => {
  panels(WAITED, null);
  panels(null, 1);
  expect(screen.queryByText(WAITED)).toBeNull();
  expect(document.querySelector(".badge")).toBeNull();
});
