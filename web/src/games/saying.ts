/** Sentences whose gaps may be filled with things, a name with a small picture each: for the lines of the log. */
import { say, type Key } from "../words/say";
import type { Line, Thing } from "./contract";

export type Part = Line["parts"][number];
/** What a gap is filled with; of several things the last comes after the word for "and". */
export type Filling = string | number | Thing | readonly Thing[];

const [OPEN, CLOSE] = ["\uE000", "\uE001"]; // no sentence has these
const MARKED = new RegExp(`${OPEN}(\\d+)${CLOSE}`);

/** Names in a row, with the word for "and" before the last. */
export function listFormat(): Intl.ListFormat {
  const { lang } = document.documentElement;
  return new Intl.ListFormat(!lang || lang === "en" ? "en-GB" : lang, { type: "conjunction" });
}

export function inParts(key: Key, fillings: Readonly<Record<string, Filling>> = {}): Part[] {
  const things: Thing[] = [];
  const mark = (thing: Thing): string => `${OPEN}${things.push(thing) - 1}${CLOSE}`;
  const values = Object.entries(fillings).map(([name, filling]) => {
    if (typeof filling !== "object") return [name, filling];
    if ("text" in filling) return [name, mark(filling)];
    return [name, listFormat().format(filling.map(mark))];
  });
  const sentence = (say as (key: Key, values: object) => string)(key, Object.fromEntries(values));
  return sentence
    .split(MARKED)
    .map((part, n) => (n % 2 ? things[Number(part)]! : part))
    .filter((part) => part !== "");
}

/** Sentences one after the other. */
export const inARow = (sentences: readonly (readonly Part[])[]): Part[] =>
  sentences.flatMap((parts, n) => (n ? [" ", ...parts] : parts));
