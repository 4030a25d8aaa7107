import { expect, test } from "vitest";
import { fit } from "./fitting";
import { grouped, readPlanting, readPut, writePlanting } from "./read";
import { arrows, coversTheList, places } from "./ring";

test("actions are read as they are written", () => {
  expect(readPut("peak")).toEqual({ card: "peak", as: null });
  expect(readPut("wind=lake")).toEqual({ card: "wind", as: "lake" });
  expect(readPut("none")).toBeNull();
  expect(readPut("plant 2+wind")).toBeNull();
  for (const action of ["none", "plant 3", "plant 0+wind", "plant 2+wind"])
    expect(writePlanting(readPlanting(action)!)).toBe(action);
  expect(readPlanting("peak")).toBeNull();
});

test("cards of one kind lie together", () => {
  expect(grouped(["bird", "bird", "peak"])).toEqual([
    { card: "bird", n: 2 },
    { card: "peak", n: 1 },
  ]);
});

test("on a low table of a phone a seat stands where the names of what may follow would be, on a high one it does not", () => {
  const covers = (seats: number, height: number) =>
    coversTheList(places(seats, 0, 294, height), 294, height, 93);
  expect(covers(3, 180)).toBe(true);
  expect(covers(3, 400)).toBe(false);
  expect(covers(4, 180)).toBe(false); // beside the list
});

test("the viewer sits at the bottom, and the next one clockwise to the left", () => {
  const [a, b, c, d] = places(4, 1, 200, 100);
  expect([b!.x, b!.y]).toEqual([100, 100]);
  expect(c!.x).toBeCloseTo(0);
  expect(d!.y).toBeCloseTo(0);
  expect(a!.x).toBeCloseTo(200);
});

test("the arrows of the trail point the way that play goes", () => {
  const on = arrows(4, 0, 200, 200, true);
  const back = arrows(4, 0, 200, 200, false);
  expect(on).toHaveLength(4);
  expect(on[0]!.turn).toBeCloseTo(-135); // from the bottom to the left, and up
  back.forEach((arrow, n) => expect(arrow.turn).toBeCloseTo(on[n]!.turn + 180));
});

test.each([
  [5, 375, 812],
  [8, 375, 812],
  [9, 375, 812],
  [14, 360, 640],
  [17, 1000, 800],
  [1, 320, 600],
])("%i kinds of cards fit a screen of %i x %i, each with room for a finger", (n, width, height) => {
  const { card, step, perRow, kept } = fit(n, width, height);
  expect(kept).toBe(fit(3, width, height).kept); // whatever the hand, the board keeps its size
  expect(card + (perRow - 1) * step).toBeLessThanOrEqual(width);
  expect(perRow * 2).toBeGreaterThanOrEqual(n);
  expect(step).toBeGreaterThanOrEqual(44);
});
