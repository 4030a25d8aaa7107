import { expect, test } from "vitest";
import { markOf } from "./seats";

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
