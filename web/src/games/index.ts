/** The games' pages, found by the name of their folder; a game without one has the plain page. The shell knows no game. */
import type { Component } from "svelte";
import { fetched } from "../net/fetched";
import { learn } from "../words/say";
import type { Achievement } from "./achieving";
import type { GamePage } from "./contract";
import type { Idea, Legend } from "./explaining";

/* Here alone a game's types become those of any game: what the server sends as the view, own and fixed of a game, and as
 * its events, are those that its page is made for. */
const pages = import.meta.glob<{ default: GamePage }>(["./*/index.ts", "!./plain/*"]);
/** The picture of each game, viewBox 0 0 400 300. It is loaded without the page. */
const pictures = import.meta.glob<{ default: Component }>("./*/Picture.svelte");

/** Pictures of what a new table can be told, named after the option or after one of its values, viewBox 0 0 120 80. */
const options = import.meta.glob<{ default: Component }>("./*/options/*.svelte");
/* What the games explain: loaded when it is wanted. */
const ideas = import.meta.glob<{ default: readonly Idea[] }>("./*/ideas.ts");
const legends = import.meta.glob<{ default: Legend }>("./*/legend.ts");
const achievements = import.meta.glob<{ default: readonly Achievement[] }>("./*/achievements.ts");

const PLAIN = "./plain/Picture.svelte";

/** The games that have a page of their own: first on the home page, whether the server has them or not. */
export const OWN_PAGES: readonly string[] = Object.keys(pages)
  .map((path) => path.split("/")[1]!)
  .sort();

export async function gamePicture(slug: string): Promise<Component> {
  const load = pictures[`./${slug}/Picture.svelte`] ?? pictures[PLAIN]!;
  return (await load()).default;
}

/** The picture of an option (`loose`) or of one of its values (`edition.renegade`), where the game has drawn one. */
export function optionPicture(slug: string, option: string): (() => Promise<Component>) | null {
  const load = options[`./${slug}/options/${option}.svelte`];
  return load ? async () => (await load()).default : null;
}

/** The page of a game; `Refused` says why it cannot be shown. */
export async function gamePage(slug: string): Promise<GamePage> {
  const load = pages[`./${slug}/index.ts`];
  const words = fetched(learn(load ? slug : "plain"));
  if (load) return (await Promise.all([fetched(load()), words]))[0].default;
  const [{ plainPage }] = await Promise.all([fetched(import("./plain")), words]);
  return plainPage(slug);
}

/** The ideas of a game: none, if its folder has no such file. To be asked for once its page is there. */
export async function gameIdeas(slug: string): Promise<readonly Idea[]> {
  const load = ideas[`./${slug}/ideas.ts`];
  return load ? (await fetched(load())).default : [];
}

/** What the signs of a game mean; those of the plain page, if it has nothing of its own. */
export async function gameLegend(slug: string): Promise<Legend> {
  const load = legends[`./${slug}/legend.ts`] ?? legends["./plain/legend.ts"]!;
  return (await fetched(load())).default;
}

/** What is worth telling of a finished match in this game alone, with its words: nothing, if its folder has no such file. */
export async function gameAchievements(slug: string): Promise<readonly Achievement[]> {
  const load = achievements[`./${slug}/achievements.ts`];
  return load ? (await Promise.all([fetched(load()), fetched(learn(slug))]))[0].default : [];
}
