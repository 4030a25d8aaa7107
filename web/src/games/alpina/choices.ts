/** What the prompt asks and offers: cards first, then cells, then hikers. The whole game is playable with these. */
import type { Choice } from "../contract";
import type { Play } from "./types";
import { keyOf, readHiker, readLay } from "./cells";
import { called, faceOf, nameOfHiker, whereOf } from "./names";
import { cardInHand, hiking, laying, pickedOf } from "./picked.svelte";

export function prompt(play: Play): string {
  if (hiking(play))
    return play.say(play.shown.legal.length > 1 ? "alpina.prompt.hiker" : "alpina.prompt.hiker_none");
  if (!laying(play)) return "";
  const card = cardInHand(play);
  return card
    ? play.say("alpina.prompt.cell", { card: called(play, card), words: faceOf(play, card).words })
    : play.say("alpina.prompt.card");
}

export function choices(play: Play): Choice[] {
  if (hiking(play)) return hikers(play);
  if (!laying(play)) return [];
  const card = cardInHand(play);
  return card ? cells(play, card) : cards(play);
}

/** An action in words. */
export function nameOf(play: Play, action: string): string {
  const lay = readLay(action);
  if (lay) {
    const [card, where] = [called(play, lay.card), whereOf(play, lay.at)];
    const alike = play.shown.own?.hand?.some((other) => other !== lay.card && called(play, other) === card);
    return alike
      ? play.say("alpina.action.lay_this", { card, where, words: faceOf(play, lay.card).words })
      : play.say("alpina.action.lay", { card, where });
  }
  const spot = spotAt(play, readHiker(action));
  return spot ? nameOfHiker(play, spot.card, spot.cell) : play.say("alpina.choice.none");
}

const spotAt = (play: Play, cell: string | null) =>
  play.shown.view.grid.find((each) => keyOf(each.cell) === cell);

/** A picked card goes back to the hand. */
export function back(play: Play): boolean {
  if (!cardInHand(play)) return false;
  pickedOf(play).card = null;
  return true;
}

function cards(play: Play): Choice[] {
  const picked = pickedOf(play);
  return (play.shown.own?.hand ?? []).map((id) => {
    const face = faceOf(play, id);
    return {
      label: play.say("alpina.choice.card", face),
      detail: face.words,
      onBoard: true,
      pick: () => (picked.card = id),
      pointed: picked.held === id,
      point: (at) => (picked.held = at ? id : null),
    };
  });
}

function cells(play: Play, card: string): Choice[] {
  return play.shown.legal.flatMap((action) => {
    const lay = readLay(action);
    if (lay?.card !== card) return [];
    return [
      { label: play.say("alpina.choice.cell", { where: whereOf(play, lay.at) }), action, onBoard: true },
    ];
  });
}

function hikers(play: Play): Choice[] {
  return play.shown.legal.map((action) => {
    const cell = readHiker(action);
    const spot = spotAt(play, cell);
    if (!spot) return { label: play.say("alpina.choice.none"), action };
    const choice = { label: nameOfHiker(play, spot.card, spot.cell), action, onBoard: true };
    return play.settings.forecast
      ? { ...choice, detail: play.say("alpina.choice.earns", { n: spot.points }) }
      : choice;
  });
}
