/** Courses that somebody has laid, kept on this device. */
import { asRecord, keep as keepHere, kept } from "../net/kept";
import { say } from "../words/say";

/** A course with a name as a file that every game with courses reads; without a name the line is enough. */
export function asFile(name: string, line: string): string {
  const plain = name.replace(/[\u0000-\u001f\u007f]/g, "").trim();
  return plain ? `[course]\nname = ${JSON.stringify(plain)}\ntrack = ${JSON.stringify(line)}\n` : line;
}

/** What a course is called that somebody, who may be anybody, has named by its ID, or given as a file or a line. */
export function courseName(course: string, known: readonly { id: string; name: string }[]): string {
  const [, named] = /^name = (".*")$/m.exec(course) ?? [];
  try {
    if (named) return String(JSON.parse(named));
  } catch {
    // a file of another hand than ours: it has a name, but written in another way
  }
  return known.find(({ id }) => id === course)?.name ?? say("options.course.unnamed");
}

export interface Saved {
  name: string;
  line: string;
  /** The game that it was laid for; courses from before there was a second game with courses do not say. */
  game?: string;
}

export const COURSES = "trailmix.courses";

/** The courses that somebody has laid for a game; of those with one name, which a foreign file may have, the first. */
export function savedCourses(game: string): Saved[] {
  const named = new Map<string, Saved>();
  for (const each of all())
    if ((each.game ?? game) === game && !named.has(each.name)) named.set(each.name, each);
  return [...named.values()];
}

const all = (): Saved[] => readCourses(kept(COURSES));

export const MOST_COURSES = 500;

/** Courses as somebody gives them, who may be anybody: what is none is left out. */
export function readCourses(value: unknown): Saved[] {
  const isText = (text: unknown, most: number): boolean => typeof text === "string" && text.length <= most;
  return (Array.isArray(value) ? value : [])
    .slice(0, MOST_COURSES)
    .map(asRecord)
    .filter(
      ({ name, line, game }) =>
        isText(name, 200) && isText(line, 20_000) && (game === undefined || isText(game, 40)),
    )
    .map(({ name, line, game }) => ({ name, line, ...(game === undefined ? {} : { game }) }) as Saved);
}

/** Keep a course of a game; one of the same name makes way. Gives all courses of the game. */
export function keep(game: string, { name, line }: Saved): Saved[] {
  return write(game, [{ name, line, game }, ...without(game, name)]);
}

/** Give up a course of a game. Gives those that are left. */
export function forget(game: string, name: string): Saved[] {
  return write(game, without(game, name));
}

const without = (game: string, name: string): Saved[] =>
  all().filter((each) => each.name !== name || (each.game ?? game) !== game);

function write(game: string, courses: Saved[]): Saved[] {
  keepHere(COURSES, courses);
  return courses.filter((each) => (each.game ?? game) === game);
}
