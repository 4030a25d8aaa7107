/** Every sentence of the page, by key and values. The server says its own sentences in the language we name. */
import en from "./made/en.json";
import { LANGUAGES, type Gaps } from "./made/keys";

export type Key = keyof Gaps;
export type Language = (typeof LANGUAGES)[number];
export { LANGUAGES };
type Values<K extends Key> = keyof Gaps[K] extends never ? [] : [Gaps[K]];

const others = import.meta.glob<Record<string, string>>(["./made/*.json", "!./made/en.json"], {
  import: "default",
});
const ofGames = import.meta.glob<Record<string, string>>("./made/games/*.json", { import: "default" });
let spoken: Language = "en";
let texts: Record<string, string> = en;
let plural = new Intl.PluralRules("en");

/** Speak a language from now on; called before anything is drawn. */
export async function speak(language: Language): Promise<void> {
  spoken = language;
  texts = (await others[`./made/${language}.json`]?.()) ?? en;
  plural = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** Fetch the words of a game: they come with its page, not with the first one. */
export async function learn(game: string): Promise<void> {
  const found = await ofGames[`./made/games/${game}.${spoken}.json`]?.();
  texts = { ...texts, ...found };
}

export function say<K extends Key>(key: K, ...values: Values<K>): string {
  return fill(texts[key] ?? key, (values[0] ?? {}) as Record<string, string | number>);
}

/** Is there such a sentence? For keys that are put together from what the server names (a game, a level). */
export function known(key: string): key is Key {
  return key in texts;
}

/** `{n}` is filled with the value, `{n:hiker|hikers}` with the word that goes with the number. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?::([^}|]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? "";
    if (one === undefined || many === undefined) return String(value);
    return plural.select(Number(value)) === "one" ? one : many;
  });
}
