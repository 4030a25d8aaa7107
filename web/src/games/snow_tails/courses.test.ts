import { expect, test } from "vitest";
import { asFile, forget, keep, savedCourses } from "../../table/courses";
import { codeOf, NUTCRACKER, readLine, writeLine } from "./courses";

test("a line is taken apart and put together again", () => {
  const laid = readLine(NUTCRACKER);
  expect(laid.tokens).toHaveLength(9);
  expect(laid.finish).toBe("R");
  expect(writeLine(laid)).toBe(NUTCRACKER);
  expect(writeLine(readLine("START s CL/5 S(2.3,4.5) finish:l # windy"))).toBe(
    "start s CL/5 S(2.3,4.5) finish:L",
  );
});

test("the kind of a piece is known whatever stands behind it", () => {
  expect(codeOf("CL/5")).toBe("CL");
  expect(codeOf("t()")).toBe("T");
  expect(codeOf("dr")).toBe("DR");
});

test("courses are kept by their names, the last first", () => {
  keep("snow_tails", { name: "One", line: "start S finish:L" });
  keep("snow_tails", { name: "Two", line: "start S finish:R" });
  keep("snow_tails", { name: "One", line: NUTCRACKER });
  expect(savedCourses("snow_tails")).toEqual([
    { name: "One", line: NUTCRACKER, game: "snow_tails" },
    { name: "Two", line: "start S finish:R", game: "snow_tails" },
  ]);
  expect(forget("snow_tails", "One").map(({ name }) => name)).toEqual(["Two"]);
});

test("a game does not offer the courses of another", () => {
  keep("snow_tails", { name: "One", line: NUTCRACKER });
  expect(keep("canoes", { name: "One", line: "a river" })).toHaveLength(1);
  expect(savedCourses("snow_tails").map(({ line }) => line)).toEqual([NUTCRACKER]);
  expect(forget("canoes", "One")).toEqual([]);
  expect(savedCourses("snow_tails")).toHaveLength(1);
});

test("a name is offered once, whatever a foreign file says", () => {
  const twice = [1, 2].map((n) => ({ name: "One", line: `start S${n} finish:L`, game: "snow_tails" }));
  localStorage.setItem("trailmix.courses", JSON.stringify(twice));
  expect(savedCourses("snow_tails").map(({ line }) => line)).toEqual(["start S1 finish:L"]);
});

test("what others have left under our key is no course", () => {
  localStorage.setItem("trailmix.courses", '[{"name": 3}, null, {"name": "A", "line": "start S finish:L"}]');
  expect(savedCourses("snow_tails").map(({ name }) => name)).toEqual(["A"]);
  localStorage.setItem("trailmix.courses", "{");
  expect(savedCourses("snow_tails")).toEqual([]);
});

test("a course with a name is a file, one without is its line", () => {
  expect(asFile("", NUTCRACKER)).toBe(NUTCRACKER);
  expect(asFile('Ann\'s "best"', "start S finish:L")).toBe(
    '[course]\nname = "Ann\'s \\"best\\""\ntrack = "start S finish:L"\n',
  );
});
