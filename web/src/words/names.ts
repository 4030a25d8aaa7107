/** Names whose keys the server makes: of games and of bots' levels. Unknown ones are called as they come. */
import { known, say, type Key } from "./say";

function named(key: string, otherwise: string): string {
  return known(key) ? say(key as "app.name" & Key) : otherwise;
}

/** A friendly name for somebody who has not given one. */
export function trailName(): string {
  const names = say("trail.names").split(", ");
  return names[Math.floor(Math.random() * names.length)]!;
}

export const nameOf = (game: string): string => named(`games.${game}.name`, game);
export const aboutOf = (game: string): string => named(`games.${game}.about`, "");
export const levelName = (level: string): string => named(`level.${level}`, level);
export const languageName = (language: string): string => named(`language.${language}`, language);
