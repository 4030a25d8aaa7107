/** The games' pages, found by the name of their folder. The shell knows no game. */
import type { GamePage } from "./contract";

const pages = import.meta.glob<{ default: GamePage }>("./*/index.ts");

/** Shown on the home page, in this order, whether they can be played yet or not. */
export const ANNOUNCED = ["alpina", "hike_cards", "hike_dogsled", "snow_tails"] as const;

export const hasPage = (slug: string): boolean => `./${slug}/index.ts` in pages;

export async function gamePage(slug: string): Promise<GamePage> {
  const load = pages[`./${slug}/index.ts`];
  if (!load) throw new Error(`There is no page for ${slug} yet.`);
  return (await load()).default;
}
