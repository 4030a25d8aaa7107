// Makes the catalogues of src/words/made from every words.LANGUAGE.toml: the shell's, and each game's under its name,
// apart from it, so that a page loads only those that it needs.
//
// `keys.ts` names every key with its gaps, so that a misspelt key or a forgotten value fails the type check; a
// language that lacks a key (or has one too many, or other gaps) fails here.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), "src");
const MADE = join(SOURCE, "words", "made");
const FIRST = "en";
/** `{name}` is a gap; `{name:hiker|hikers}` is a word that depends on the number in it. */
const GAP = /\{(\w+)(?::[^}]*)?\}/g;

function flat(entries, prefix, found = {}) {
  for (const [name, entry] of Object.entries(entries)) {
    if (typeof entry === "string") found[prefix + name] = entry;
    else flat(entry, `${prefix}${name}.`, found);
  }
  return found;
}

function read(folder, language, prefix) {
  const file = join(folder, `words.${language}.toml`);
  return existsSync(file) ? flat(parse(readFileSync(file, "utf-8")), prefix) : {};
}

const GAMES = readdirSync(join(SOURCE, "games"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((folder) => folder.name);

const ofShell = (language) => read(join(SOURCE, "words"), language, "");
const ofGame = (game, language) => read(join(SOURCE, "games", game), language, `${game}.`);

function catalogue(language) {
  return Object.assign(ofShell(language), ...GAMES.map((game) => ofGame(game, language)));
}

const gaps = (text) => [...new Set([...text.matchAll(GAP)].map((match) => match[1]))].sort();

/** What is wrong with a language, compared with the first. */
export function faults(first, other, language) {
  const keys = new Set([...Object.keys(first), ...Object.keys(other)]);
  return [...keys].flatMap((key) => {
    if (!(key in other)) return [`words.${language}.toml lacks ${key}`];
    if (!(key in first)) return [`words.${language}.toml has ${key}, which words.${FIRST}.toml lacks`];
    const same = gaps(first[key]).join() === gaps(other[key]).join();
    return same ? [] : [`words.${language}.toml: ${key} has other gaps than words.${FIRST}.toml`];
  });
}

function write(name, text) {
  const file = join(MADE, name);
  // Untouched when nothing has changed: whoever watches it is not woken.
  if (!existsSync(file) || readFileSync(file, "utf-8") !== text) writeFileSync(file, text);
}

export function makeWords() {
  mkdirSync(join(MADE, "games"), { recursive: true });
  const languages = readdirSync(join(SOURCE, "words"))
    .map((name) => /^words\.(\w+)\.toml$/.exec(name)?.[1])
    .filter(Boolean);
  const first = catalogue(FIRST);
  const wrong = languages.flatMap((language) => faults(first, catalogue(language), language));
  if (wrong.length) throw new Error(wrong.join("\n"));
  const asJson = (texts) => JSON.stringify(texts, null, 1) + "\n";
  for (const language of languages) {
    write(`${language}.json`, asJson(ofShell(language)));
    for (const game of GAMES)
      write(join("games", `${game}.${language}.json`), asJson(ofGame(game, language)));
  }
  const lines = Object.entries(first).map(([key, text]) => {
    const values = gaps(text).map((gap) => `${gap}: string | number`);
    return `  ${JSON.stringify(key)}: { ${values.join("; ")} };`;
  });
  const names = languages.map((language) => JSON.stringify(language)).join(", ");
  write(
    "keys.ts",
    "// Made by words.mjs. Do not edit.\n" +
      `export const LANGUAGES = [${names}] as const;\n` +
      `export interface Gaps {\n${lines.join("\n")}\n}\n`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) makeWords();
