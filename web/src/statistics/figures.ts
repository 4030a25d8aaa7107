/** What the matches of one game come to. */
import type { Finished, Player } from "../table/matches";

export interface Figures {
  matches: number;
  wins: number;
  /** How often we came first, second, third ...; without a place at the end. */
  places: { place: number | null; n: number }[];
  /** Our points, the oldest match first. */
  scores: number[];
  best: number | null;
  /** Matches won in a row: now, and at most. */
  streak: number;
  longest: number;
}

/** Our own part in a match; null where several of us shared the screen, or nobody was us. */
export function own(match: Finished): Player | null {
  const [me, ...others] = match.players.filter(({ mine }) => mine);
  return me && !others.length ? me : null;
}

const ownOf = (matches: readonly Finished[]): Player[] =>
  matches.map(own).filter((player) => player !== null);

export function figuresOf(matches: readonly Finished[]): Figures {
  const mine = ownOf(matches);
  /** What a bot has won for us is not won by us, and what it has lost ends no streak. */
  const played = ownOf(matches.filter(({ helped }) => !helped));
  const scores = mine.map(({ score }) => score);
  const most = Math.max(0, ...mine.map(({ place }) => place ?? 0));
  const counted = (place: number | null): number => mine.filter((player) => player.place === place).length;
  const places = Array.from({ length: most }, (_, n) => ({ place: n + 1, n: counted(n + 1) }));
  let [streak, longest] = [0, 0];
  for (const { won } of played) {
    streak = won ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return {
    matches: mine.length,
    wins: played.filter(({ won }) => won).length,
    places: counted(null) ? [...places, { place: null, n: counted(null) }] : places,
    scores,
    best: scores.length ? Math.max(...scores) : null,
    streak,
    longest,
  };
}

/** The games that were played, in the order in which they were played first, each with its matches. */
export function byGame(matches: readonly Finished[]): [string, Finished[]][] {
  const found = new Map<string, Finished[]>();
  for (const match of matches) found.set(match.game, [...(found.get(match.game) ?? []), match]);
  return [...found];
}
