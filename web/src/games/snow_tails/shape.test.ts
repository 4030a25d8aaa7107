import { expect, test } from "vitest";
import { ahead, around, lineOf, pines, turned, underway } from "./shape";
import { course } from "./fixtures";

test("lines and fields in SVG's words", () => {
  expect(
    lineOf([
      [1, 2],
      [3, 4],
    ]),
  ).toBe("M1 2L3 4");
  expect(lineOf([[1, 2]], true)).toBe("M1 2Z");
});

test("headings turn the shorter way", () => {
  expect(turned(350, 10)).toBe(370);
  expect(turned(10, 350)).toBe(-10);
  expect(turned(90, 90)).toBe(90);
});

test("a box around points, with a rim", () => {
  const box = around(
    [
      [0, 10],
      [30, 20],
    ],
    5,
  );
  expect(box).toEqual({ x: -5, y: 5, width: 40, height: 20 });
});

test("halfway along a way one is halfway", () => {
  const way = [0, 100, 200].map((x) => ({ x, y: 0, heading: 0 }));
  expect(underway(way, 0).x).toBe(0);
  expect(underway(way, 0.5).x).toBe(100);
  expect(underway(way, 1).x).toBe(200);
});

test("pines stand beside the track, always the same ones", () => {
  const trees = pines(course.shape);
  expect(trees.length).toBeGreaterThan(5);
  expect(trees).toEqual(pines(course.shape));
  for (const { x, y } of trees)
    for (const { centre } of course.shape.spaces)
      expect(Math.hypot(x - centre[0], y - centre[1])).toBeGreaterThan(200);
});

test("what lies ahead follows the middle of the track", () => {
  const { shape } = course;
  const way = ahead(shape, shape.start_numbers[0]!.space, 1000);
  const [x, y] = shape.spaces[shape.start_numbers[0]!.space]!.centre;
  expect(Math.hypot(way[0]![0] - x, way[0]![1] - y)).toBeLessThan(260); // half the track
  const length = way
    .slice(1)
    .reduce((sum, at, n) => sum + Math.hypot(at[0] - way[n]![0], at[1] - way[n]![1]), 0);
  expect(length).toBeCloseTo(1000);
  expect(ahead(shape, shape.spaces.length - 1, 1e6).at(-1)).toEqual(shape.middle.at(-1));
});
