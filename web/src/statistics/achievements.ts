/**
 * What is worth telling of the matches that somebody has finished. An achievement is a line of data: its sentences stand in
 * the catalogue under its ID, and what it takes is said by figures that every match has when it is over. What only one game
 * can tell stands in that game's folder (`games/achieving.ts`).
 */
import type { Finished } from "../table/matches";
import { own } from "./figures";

type Takes =
  /** So many matches finished, of so many games. */
  | { finished: number }
  | { games: number; withinDays?: number }
  /** Won, all opponents being bots of a level, or people being among them, or so many being there. */
  | { beat: string }
  | { beatPeople: true }
  | { opponents: number }
  /** Won or lost by no more than so many points. */
  | { wonBy: number }
  | { lostBy: number }
  /** Won so often in a row; won after so many matches of the game were lost in a row. */
  | { streak: number }
  | { comeback: number };

export interface Achievement {
  id: string;
  takes: Takes;
}

export const ACHIEVEMENTS: readonly Achievement[] = [
  { id: "first_steps", takes: { finished: 1 } },
  { id: "beat_first_match", takes: { beat: "first_match" } },
  { id: "beat_pup", takes: { beat: "pup" } },
  { id: "beat_trail_dog", takes: { beat: "trail_dog" } },
  { id: "beat_lead_dog", takes: { beat: "lead_dog" } },
  { id: "beat_musher", takes: { beat: "musher" } },
  { id: "company", takes: { beatPeople: true } },
  { id: "crowd", takes: { opponents: 4 } },
  { id: "hair", takes: { wonBy: 1 } },
  { id: "so_close", takes: { lostBy: 1 } },
  { id: "comeback", takes: { comeback: 3 } },
  { id: "roll", takes: { streak: 3 } },
  { id: "long_day", takes: { games: 3, withinDays: 1 } },
  { id: "whole_box", takes: { games: 4 } },
  { id: "regular", takes: { finished: 25 } },
];

export interface Earned {
  id: string;
  /** The match that did it; null as long as none has. */
  match: Finished | null;
}

const DAY = 24 * 3600;

/** The matches that somebody has played alone, from their beginning to their end. */
const countedOf = (matches: readonly Finished[]): Finished[] =>
  matches.filter((match) => own(match) && !match.helped);

/** Every achievement of all games, with the first match that earned it. */
export function earned(matches: readonly Finished[]): Earned[] {
  const counted = countedOf(matches);
  return ACHIEVEMENTS.map(({ id, takes }) => ({
    id,
    match: counted.find((match, n) => isEarned(takes, match, counted.slice(0, n))) ?? null,
  }));
}

/** The achievements of one game alone, which say themselves what they take; with the first match that earned each. */
export function earnedIn(
  game: string,
  achievements: readonly { id: string }[],
  matches: readonly Finished[],
): Earned[] {
  const counted = countedOf(matches).filter((match) => match.game === game);
  return achievements.map(({ id }) => ({
    id,
    match: counted.find(({ achieved }) => achieved?.includes(id)) ?? null,
  }));
}

/** Does a match, after those before it, have what it takes? */
function isEarned(takes: Takes, match: Finished, before: readonly Finished[]): boolean {
  const me = own(match)!;
  const others = match.players.filter((player) => player !== me);
  const same = before.filter(({ game }) => game === match.game);
  if ("finished" in takes) return before.length + 1 >= takes.finished;
  if ("games" in takes) {
    const since = match.ended - (takes.withinDays ?? Infinity) * DAY;
    const games = [...before.filter(({ ended }) => ended > since), match].map(({ game }) => game);
    return new Set(games).size >= takes.games;
  }
  if ("lostBy" in takes) {
    const best = Math.max(...others.map(({ score }) => score));
    return (
      !me.won && match.players.some(({ won }) => won) && best > me.score && best - me.score <= takes.lostBy
    );
  }
  if (!me.won || !others.length) return false;
  if ("beat" in takes) return others.every(({ level }) => level === takes.beat);
  if ("beatPeople" in takes) return others.some(({ level }) => level === null);
  if ("opponents" in takes) return others.length >= takes.opponents;
  if ("wonBy" in takes) {
    const lead = me.score - Math.max(...others.map(({ score }) => score));
    return lead > 0 && lead <= takes.wonBy;
  }
  const last = same.slice(-("streak" in takes ? takes.streak - 1 : takes.comeback));
  if ("streak" in takes) return last.length === takes.streak - 1 && last.every((each) => own(each)!.won);
  return last.length === takes.comeback && last.every((each) => !own(each)!.won);
}
