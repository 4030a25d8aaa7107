/** Courses that somebody has laid, kept on this device. */

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
