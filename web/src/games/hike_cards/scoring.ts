/** How the points of a round came about, step by step. Every figure is the server's. */
import type { Play } from "./types";
import { listed } from "./names";
import type { Account } from "./view";

export type Part = "leftovers" | "share" | "odd" | "bonus" | "worm" | "trees";

export interface Step {
  part: Part | "totals";
  text: string;
}

/** What a seat gets from a part of the score; leftovers are no points. */
export function partOf(account: Account, part: Part, seat: string): number {
  switch (part) {
    case "leftovers":
      return account.leftovers[seat] ?? 0;
    case "share":
      return account.winners.includes(seat) ? account.share : 0;
    case "odd":
      return account.odd_to === seat ? account.odd : 0;
    case "bonus":
      return account.bonus[seat] ?? 0;
    case "worm":
      return account.worm === seat ? account.birds : 0;
    case "trees":
      return account.trees[seat] ?? 0;
  }
}

export const seatsOf = (account: Account): string[] => Object.keys(account.totals).sort();

/** The steps of the walk through an account: only what there was. */
export function stepsOf(play: Play, account: Account): Step[] {
  const { say } = play;
  const name = (seat: string): string => play.names[seat] ?? seat;
  const names = (seats: readonly string[]): string => listed(seats.map(name), "conjunction");
  const seats = seatsOf(account);
  const steps: Step[] = [
    {
      part: "leftovers",
      text: account.pot
        ? say("hike_cards.account.pot", { sum: account.pot })
        : say("hike_cards.account.pot_none"),
    },
  ];
  if (account.pot) {
    const fewest = { names: names(account.winners), n: account.leftovers[account.winners[0]!] ?? 0 };
    const text =
      account.winners.length === 1
        ? say("hike_cards.account.takes", fewest)
        : say("hike_cards.account.shared", { ...fewest, share: account.share });
    steps.push({ part: "share", text });
  }
  if (account.odd_to && account.odd) {
    const why = (["first_out", "latest_play", "left_last"] as const).find((each) => each === account.odd_why);
    const text = say(`hike_cards.account.odd_${why ?? "latest_play"}`, {
      n: account.odd,
      name: name(account.odd_to),
    });
    steps.push({ part: "odd", text });
  }
  const rewarded = seats.filter((seat) => account.bonus[seat]);
  if (rewarded.length) {
    const n = account.bonus[rewarded[0]!]!;
    steps.push({ part: "bonus", text: say("hike_cards.account.bonus_for", { n, names: names(rewarded) }) });
  }
  if (account.worm) {
    const text = say("hike_cards.account.worm_for", { name: name(account.worm), n: account.birds });
    steps.push({ part: "worm", text });
  }
  const planters = seats.filter((seat) => account.trees[seat]);
  if (planters.length) {
    const each = planters.map((seat) =>
      say("hike_cards.account.tree_of", { name: name(seat), n: account.trees[seat]! }),
    );
    steps.push({ part: "trees", text: say("hike_cards.account.trees_for", { list: each.join(", ") }) });
  }
  const target = play.base.view.target as number;
  return [...steps, { part: "totals", text: say("hike_cards.account.totals", { n: target }) }];
}
