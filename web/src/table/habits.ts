/** How somebody last played each game against bots: what `Play now` offers first. Kept on this device. */
import { asRecord, keep, kept } from "../net/kept";
import type { GameInfo } from "../protocol";
import { optionsOf, readSaid, type Value } from "./options";

export const HABITS = "trailmix.habits";

export interface Habit {
  opponents: number;
  level: string;
  /** What was said to the form of options. */
  said: Record<string, Value>;
}

/** What to offer: the last choice as far as it is still possible, else as few opponents as there can be, at their kindest. */
export function habitOf(game: GameInfo, everFinished = false): Habit {
  const last = asRecord(asRecord(kept(HABITS))[game.game]);
  const { opponents, level } = last;
  const fitting = typeof opponents === "number" && game.players.includes(opponents + 1);
  const known = typeof level === "string" && game.levels.includes(level);
  return {
    opponents: fitting ? opponents : Math.min(...game.players) - 1,
    level: known ? level : everFinished ? game.level : (game.levels[0] ?? game.level),
    said: readSaid(optionsOf(game), last["said"]),
  };
}

export function keepHabit(game: string, habit: Habit): void {
  keep(HABITS, { ...asRecord(kept(HABITS)), [game]: habit });
}
