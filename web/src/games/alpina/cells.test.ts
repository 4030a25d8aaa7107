import { expect, test } from "vitest";
import { keyOf, locked, placesOf, readHiker, readLay, windowOf } from "./cells";
import { tableAt } from "./fixtures";
import { placeNote } from "./placing";
import { countOf, ranking, runningTotals } from "./scoring";

const viewAt = (position: "start" | "locked" | "over") => tableAt(position).base.view;

test("the start shows the cells around the start card", () => {
  const view = viewAt("start");
  expect(windowOf(view)).toEqual({ rows: [-1, 1], columns: [-1, 1] });
  const kinds = Object.fromEntries(placesOf(view, null).map((place) => [place.key, place.kind]));
  expect(kinds["0,0"]).toBe("card");
  expect(kinds["-1,0"]).toBe("open");
  expect(kinds["-1,-1"]).toBe("closed");
  expect(Object.values(kinds)).not.toContain("locked");
});

test("every card and free cell of the view has its place, and a full frame is closed all round", () => {
  const view = viewAt("locked");
  expect(locked(view.rows) && locked(view.columns)).toBe(true);
  const places = placesOf(view, null);
  const keys = (kind: string) => places.filter((place) => place.kind === kind).map((place) => place.key);
  expect(keys("card").sort()).toEqual(view.grid.map((spot) => keyOf(spot.cell)).sort());
  expect(keys("open").sort()).toEqual(view.open_cells.map(keyOf).sort());
  expect(places.filter((place) => place.kind !== "locked")).toHaveLength(25);
  expect(keys("locked").length).toBeGreaterThan(0);
});

test("a card that has been chosen lies on its cell before the server has answered", () => {
  const place = placesOf(viewAt("start"), "N06@0,1").find((each) => each.key === "0,1");
  expect(place).toMatchObject({ kind: "card", spot: { card: "N06" } });
});

test("actions are read", () => {
  expect(readLay("N07@-1,0")).toEqual({ card: "N07", cell: "-1,0", at: [-1, 0] });
  expect(readLay("hiker 0,0")).toBeNull();
  expect(readHiker("hiker -2,3")).toBe("-2,3");
  expect(readHiker("none")).toBeNull();
});

test("the walk through the final scoring ends with the totals of the view", () => {
  const view = viewAt("over");
  const hikers = view.grid.filter((spot) => spot.hiker !== null);
  const totals = runningTotals(view, hikers.length);
  for (const seat of view.seats) expect(totals[seat.seat]!.points).toBe(seat.forecast);
  expect(runningTotals(view, 0)["A"]).toEqual({ points: 0, hikers: 0 });
  const ranks = ranking(view);
  expect(ranks.map((rank) => rank.place)).toEqual([1, 2, 3]);
  expect(ranks[0]!.total).toBe(Math.max(...view.seats.map((seat) => seat.forecast)));
});

test("what a hiker counted follows from its points", () => {
  const { cards } = tableAt("over").fixed;
  for (const spot of viewAt("over").grid) {
    const card = cards[spot.card]!;
    expect(card.base + card.per * countOf(card, spot)).toBe(spot.points);
  }
});

test("a note keeps clear of what it speaks of where there is room", () => {
  const field = { x: 300, y: 0, width: 400, height: 400 };
  const thing = { x: 300, y: 160, width: 80, height: 80 };
  const counted = { x: 380, y: 160, width: 80, height: 80 };
  const room = { x: 0, y: 0, width: 1000, height: 400 };
  const note = placeNote({ width: 220, height: 100 }, room, [thing, counted], field);
  expect(note.x + note.width).toBeLessThanOrEqual(field.x);
  const cramped = placeNote({ width: 220, height: 100 }, field, [thing, counted], field);
  expect(cramped.y + cramped.height <= thing.y || cramped.y >= thing.y + thing.height).toBe(true);
});
