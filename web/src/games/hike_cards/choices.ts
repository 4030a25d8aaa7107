/** What the prompt asks and offers: the whole game is playable with these. */
import type { Choice } from "../contract";
import type { Play } from "./types";
import { doing, isSuit, listed, nameOfCard } from "./names";
import { asked, grouped, readPlanting, readPut, waysOf } from "./read";
import { rowsOf } from "./rows";
import { blowing, planting, thoughtOf } from "./thought.svelte";

export function prompt(play: Play): string {
  if (blowing(play)) return play.say("hike_cards.prompt.wind");
  return (asked(play) && askedOfMe(play)) || play.shown.prompt;
}

/** The server's sentence is for everybody, and tells nothing of a hand: to its owner it is said as it is. */
function askedOfMe(play: Play): string | null {
  const { decision } = play.shown.view;
  const none = play.shown.legal.length === 1;
  if (decision === "bird") return none ? play.say("hike_cards.prompt.no_bird") : null;
  if (decision !== "plant" || planting(play).hasWind) return null;
  return play.say(none ? "hike_cards.prompt.no_tree" : "hike_cards.prompt.trees");
}

export function choices(play: Play): Choice[] {
  if (!asked(play)) return [];
  const { decision } = play.shown.view;
  const { legal } = play.shown;
  if (decision === "plant")
    return legal.map((action) => ({ label: nameOf(play, action), action, onBoard: legal.length > 1 }));
  if (decision === "bird")
    return legal.map((action) => ({
      label: birdOf(play, action),
      action,
      onBoard: readPut(action) !== null,
    }));
  if (blowing(play)) return winds(play);
  return cards(play);
}

/** An action in words. */
export function nameOf(play: Play, action: string): string {
  const put = readPut(action);
  if (put?.as) return play.say("hike_cards.choice.wind_as", { suit: nameOfCard(put.as) });
  if (put) return nameOfCard(put.card);
  if (play.shown.view.decision === "bird") return play.say("hike_cards.choice.no_bird");
  const { trees, wind } = readPlanting(action) ?? { trees: 0, wind: false };
  if (trees && wind) return play.say("hike_cards.choice.trees_wind", { n: trees });
  if (trees) return play.say("hike_cards.choice.trees", { n: trees });
  return wind ? nameOfCard("wind") : play.say("hike_cards.choice.plant_nothing");
}

/** The Wind goes back to the hand. */
export function back(play: Play): boolean {
  if (!blowing(play)) return false;
  thoughtOf(play).wind = false;
  return true;
}

function birdOf(play: Play, action: string): string {
  const name = nameOf(play, action);
  return readPut(action) ? play.say("hike_cards.choice.capture", { card: name }) : name;
}

function cards(play: Play): Choice[] {
  const thought = thoughtOf(play);
  const hand = play.shown.own?.hand ?? [];
  return grouped(hand).flatMap(({ card }): Choice[] => {
    const ways = waysOf(play, card);
    if (!ways.length) return [];
    const choice = {
      label: nameOfCard(card),
      detail: detailOf(play, card),
      pointed: thought.held === card,
      onBoard: true,
    };
    const [only] = ways;
    if (ways.length === 1 && only !== undefined) {
      const detail = detailOf(play, readPut(only)?.as ?? card);
      return [{ ...choice, label: nameOf(play, only), detail, action: only }];
    }
    const point = (at: boolean): void => void (thought.held = at ? card : null);
    return [{ ...choice, pick: () => (thought.wind = true), point }];
  });
}

function winds(play: Play): Choice[] {
  return waysOf(play, "wind").map((action) => {
    const suit = readPut(action)!.as!;
    return { label: nameOf(play, action), action, detail: detailOf(play, suit), onBoard: true };
  });
}

/** What may follow a suit, or what a specialty card does. */
function detailOf(play: Play, card: string): string {
  if (!isSuit(card)) return doing(card);
  const next = (rowsOf(play.fixed)[card] ?? []).map(nameOfCard);
  return play.say("hike_cards.choice.then", { suits: listed(next) });
}
