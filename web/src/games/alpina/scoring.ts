/** The final scoring, as the view tells it: nothing is counted here that the server has not counted. */
import type { CardView, Spot, View } from "./view";

export interface Rank {
  seat: string;
  place: number;
  total: number;
  /** What its hikers earned, from the top row down. */
  points: number[];
}

/** The seats from the first place to the last. */
export function ranking(view: View): Rank[] {
  return view.seats
    .map((seat, i) => ({
      seat: seat.seat,
      place: view.places?.[i] ?? 0,
      total: seat.forecast,
      points: view.grid.filter((spot) => spot.hiker === seat.seat).map((spot) => spot.points),
    }))
    .sort((a, b) => a.place - b.place);
}

/** What each seat has after so many hikers have been scored, and how many of them were its own. */
export function runningTotals(
  view: View,
  scored: number,
): Record<string, { points: number; hikers: number }> {
  const totals = Object.fromEntries(view.seats.map((seat) => [seat.seat, { points: 0, hikers: 0 }]));
  for (const spot of view.grid.filter((each) => each.hiker !== null).slice(0, scored)) {
    const total = totals[spot.hiker!]!;
    total.points += spot.points;
    total.hikers += 1;
  }
  return totals;
}

/** How many things a hiker counted. */
export function countOf(card: CardView, spot: Spot): number {
  return card.per ? (spot.points - card.base) / card.per : 0;
}
