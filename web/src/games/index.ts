/** The games' pages, found by the name of their folder. The shell knows no game. */
import type { Component } from "svelte";
import type { GamePage } from "./contract";

/* Here alone a game's types become those of any game: what the server sends as the view, own and fixed of a game, and as
 * its events, are those that its page is made for. */
const pages = import.meta.glob<{ default: GamePage }>("./*/index.ts");
/** The picture of each game, viewBox 0 0 400 300. It is loaded without the page. */
const pictures = import.meta.glob<{ default: Component }>("./*/Picture.svelte");

/** Shown on the home page, in this order, whether they can be played yet or not. */
export const ANNOUNCED = ["alpina", "hike_cards", "hike_dogsled", "snow_tails"] as const;

export const hasPage = (slug: string): boolean => `./${slug}/index.ts` in pages;

export async function gamePicture(slug: string): Promise<Component | null> {
  return (await pictures[`./${slug}/Picture.svelte`]?.())?.default ?? null;
}

export async function gamePage(slug: string): Promise<GamePage> {
  const load = pages[`./${slug}/index.ts`];
  if (!load) throw new Error(`There is no page for ${slug} yet.`);
  return (await load()).default;
}
