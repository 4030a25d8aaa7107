/** Names whose keys the server makes: of games and of bots' levels. Unknown ones are called as they come. */
import { known, say, type Key } from "./say";

function named(key: string, otherwise: string): string {
  return known(key) ? say(key as "app.name" & Key) : otherwise;
}

const trailNames = (): string[] => say("trail.names").split(", ");

/** A friendly name for somebody who has not given one. */
export function trailName(): string {
  const names = trailNames();
  return names[Math.floor(Math.random() * names.length)]!;
}

/** May we have given this name ourselves? */
export const isTrailName = (name: string): boolean => trailNames().includes(name);

export const nameOf = (game: string): string => named(`games.${game}.name`, game);
/** What kind of game it is, in a word or two: some games have nearly the same name. */
export const kindOf = (game: string): string => named(`games.${game}.kind`, "");
export const aboutOf = (game: string): string => named(`games.${game}.about`, "");
export const levelName = (level: string): string => named(`level.${level}`, level);
/** How bots of a level play, in a sentence. */
export const levelAbout = (level: string): string => named(`level_about.${level}`, "");
export const languageName = (language: string): string => named(`language.${language}`, language);

/** The title of a page, as the browser shows it. */
export const titled = (page: string): string => (page ? `${page} · ${say("app.name")}` : say("app.name"));
