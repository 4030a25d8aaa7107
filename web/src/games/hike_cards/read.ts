/** Actions as they are written, and what of a position has been thought of but not played. */
import { asked } from "../asking";
import type { Play } from "./types";
import type { View } from "./view";

export { asked };

/** A card put on the pile; `as` is the suit of The Wind. */
export interface Put {
  card: string;
  as: string | null;
}

/** `peak` and `wind=lake` are cards put on the pile; what else can be answered is none. */
export function readPut(action: string): Put | null {
  if (action === "none" || action.startsWith("plant")) return null;
  const [card = "", as = null] = action.split("=");
  return { card, as };
}

export interface Planting {
  trees: number;
  wind: boolean;
}

/** What is planted by `plant 2`, `plant 0+wind` or `none`. */
export function readPlanting(action: string): Planting | null {
  if (action === "none") return { trees: 0, wind: false };
  const found = /^plant (\d+)(\+wind)?$/.exec(action);
  return found && { trees: Number(found[1]), wind: found[2] !== undefined };
}

export function writePlanting({ trees, wind }: Planting): string {
  if (wind) return `plant ${trees}+wind`;
  return trees ? `plant ${trees}` : "none";
}

export interface Group {
  card: string;
  n: number;
}

/** Cards of one kind lie together. */
export function grouped(cards: readonly string[]): Group[] {
  const groups = new Map<string, number>();
  for (const card of cards) groups.set(card, (groups.get(card) ?? 0) + 1);
  return [...groups].map(([card, n]) => ({ card, n }));
}

/** Is a card asked for (and not what to plant)? */
export const askedToPut = (play: Play): boolean => asked(play) && play.shown.view.decision !== "plant";

export const askedToPlant = (play: Play): boolean => asked(play) && play.shown.view.decision === "plant";

/** The ways in which a card of the hand may be played now: The Wind has one for each suit. */
export const waysOf = (play: Play, card: string): string[] =>
  play.shown.legal.filter((action) => readPut(action)?.card === card);

/** The cards that have been chosen and not yet played. */
export function drafted(play: Play): Put[] {
  const actions = play.pending === null ? play.draft : [...play.draft, play.pending];
  return actions.map(readPut).filter((put) => put !== null);
}

/** The viewer's hand without what has been chosen of it. */
export function handOf(play: Play): string[] {
  const hand = [...(play.base.own?.hand ?? [])];
  for (const { card } of drafted(play)) {
    const at = hand.indexOf(card);
    if (at >= 0) hand.splice(at, 1);
  }
  for (const action of play.draft) {
    const planting = readPlanting(action);
    const planted = planting
      ? [...Array<string>(planting.trees).fill("tree"), ...(planting.wind ? ["wind"] : [])]
      : [];
    for (const card of planted) hand.splice(hand.indexOf(card), 1);
  }
  return hand;
}

export interface Lying extends Put {
  seat: string | null;
  /** Chosen or only pointed at: it does not lie there yet. */
  ghost: boolean;
  peeked: boolean;
}

/** The pile from the bottom, with what has been chosen, or what is pointed at, on top. */
export function pileOf(play: Play): Lying[] {
  const lying = play.base.view.pile.map(({ kind, suit, seat }) => ({
    card: kind,
    as: suit,
    seat,
    ghost: false,
    peeked: false,
  }));
  const peeked = play.peeked && readPut(play.peeked.action);
  const ghost = (put: Put, pointed: boolean): Lying => ({
    ...put,
    seat: play.seat,
    ghost: true,
    peeked: pointed,
  });
  const chosen = drafted(play).map((put) => ghost(put, false));
  return [...lying, ...chosen, ...(peeked ? [ghost(peeked, true)] : [])];
}

/** Who has to answer now, and after that: one Light is enough for The Sun, so only whoever is asked owes it. */
export const owing = (view: View): readonly string[] =>
  view.demand === "sun" ? view.to_answer.slice(0, 1) : view.to_answer;
