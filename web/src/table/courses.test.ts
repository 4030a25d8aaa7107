import { expect, test } from "vitest";
import { asFile, courseName } from "./courses";

const KNOWN = [{ id: "elbow", name: "The Elbow" }];

test("a course is called as its file says, as it is known, or one of somebody's own", () => {
  expect(courseName(asFile('My "way"', "start finish"), KNOWN)).toBe('My "way"');
  expect(courseName("elbow", KNOWN)).toBe("The Elbow");
  expect(courseName("start finish", KNOWN)).toBe("a course of their own");
});

test.each(['"Elbow \\U0001F415"', '"Elbow" # "mine"', '"""El"bow"""', "'Elbow'"])(
  "a file may write the name in ways that are not ours: %s",
  (name) => {
    expect(courseName(`[course]\nname = ${name}\ntrack = "start"\n`, KNOWN)).toBe("a course of their own");
  },
);
