/** Courses as lines of text: taken apart, put together, and kept on this device. */

export const PIECES = ["S", "T", "H", "DL", "DR", "CL", "CR", "UL", "UR"] as const;
export type Piece = (typeof PIECES)[number];
export type Side = "L" | "R";

export interface Laid {
  /** Codes with what stands behind them: CL/5, S(2.3). */
  tokens: string[];
  finish: Side;
}

export const NUTCRACKER = "start S S CL S UR S CL S S finish:R";

/** The kind of a piece, whatever limit or saplings it was given; null if there is no such piece. */
export const codeOf = (token: string): Piece | null =>
  PIECES.find((piece) => piece === /^[a-z]+/i.exec(token)?.[0].toUpperCase()) ?? null;

export function readLine(line: string): Laid {
  const tokens = line.replace(/#.*/, "").trim().split(/\s+/).filter(Boolean);
  const finish = tokens.findLast((token) => /^finish:/i.test(token));
  return {
    tokens: tokens.filter((token) => !/^(start$|finish:)/i.test(token)),
    finish: finish && /l$/i.test(finish) ? "L" : "R",
  };
}

export const writeLine = ({ tokens, finish }: Laid): string =>
  ["start", ...tokens, `finish:${finish}`].join(" ");

/** A course with a name, as a file says it; without one the line is enough. */
export function asFile(name: string, line: string): string {
  const plain = name.replace(/[\u0000-\u001f\u007f]/g, "").trim();
  return plain ? `[course]\nname = ${JSON.stringify(plain)}\ntrack = ${JSON.stringify(line)}\n` : line;
}

export interface Saved {
  name: string;
  line: string;
}

const KEY = "trailmix.courses";

export function savedCourses(): Saved[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter(
      (each): each is Saved =>
        typeof each === "object" &&
        each !== null &&
        typeof each.name === "string" &&
        typeof each.line === "string",
    );
  } catch {
    return []; // forbidden, or somebody else's text under our key
  }
}

/** Keep a course; one of the same name makes way. */
export function keep(course: Saved): Saved[] {
  return write([course, ...savedCourses().filter(({ name }) => name !== course.name)]);
}

export function forget(name: string): Saved[] {
  return write(savedCourses().filter((each) => each.name !== name));
}

function write(courses: Saved[]): Saved[] {
  try {
    localStorage.setItem(KEY, JSON.stringify(courses));
  } catch {
    // no room, or no right to it: they last as long as the page
  }
  return courses;
}
