import { expect, test } from "vitest";
import { coloursBySeat, markOf } from "./seats";

test("a seat is marked by the colour it has in the match", () => {
  expect(markOf("A", ["red", "yellow"])).toEqual({ shape: "diamond", colour: "var(--seat-red)" });
  expect(markOf("B", ["red", "yellow"]).shape).toBe("circle");
});

test("eight seats are told apart by shape and by colour", () => {
  const marks = [..."ABCDEFGH"].map((seat) => markOf(seat));
  expect(new Set(marks.map((mark) => mark.shape)).size).toBe(8);
  expect(new Set(marks.map((mark) => mark.colour)).size).toBe(8);
});

test("without colours, or with unknown ones, no two seats are marked alike", () => {
  for (const colours of [[], ["teal", "yellow", "blue"]]) {
    const shapes = ["A", "B", "C"].map((seat) => markOf(seat, colours).shape);
    expect(shapes).toEqual(["circle", "square", "triangle"]);
  }
});

test("light blue is blue; two shades of one colour are not told apart by it", () => {
  expect(markOf("A", ["light blue", "red"]).shape).toBe("square");
  expect(markOf("A", ["red", "light blue", "blue"]).shape).toBe("circle");
});

test("the colours of the chairs go before those that a match gives to seats", () => {
  const chairs = [
    { seat: "B", colour: "red" },
    { seat: "A", colour: "purple" },
  ];
  expect(coloursBySeat(chairs, ["yellow", "blue"])).toEqual(["purple", "red"]);
  expect(coloursBySeat([{ seat: "A", colour: null }], ["yellow"])).toEqual(["yellow"]);
  expect(coloursBySeat([], undefined)).toBeUndefined();
});
