/** Cards, slots and what comes of something, in words. */
import { known, say } from "../../words/say";
import { listFormat } from "../saying";
import type { Play } from "./types";
import { clashesOf, heldCard, liftedSlot } from "./thought.svelte";
import { fixedOf, furthestOf, huskyIn, patientsOf, readAction, refreshedOf, seatOf, viewOf } from "./read";
import { fieldsOf } from "./track";
import type { Outcome, Preview, TableView } from "./view";

export const TERRAINS = ["S", "I", "P"] as const;

/** A word of the game whose key is put together. */
const word = (key: string): string =>
  known(`hike_dogsled.${key}`) ? say(`hike_dogsled.${key}` as "hike_dogsled.terrain.S") : key;

export const terrainName = (terrain: string): string => word(`terrain.${terrain}`);
export const edgeName = (edge: string): string => word(`edge.${edge}`);

/** Names in a row, with the word for "and" before the last. */
export const listed = (names: readonly string[]): string => listFormat().format(names);

/** Snow and ice; 2 snow and 1 ice: if any are counted, all are. */
export function pointsInWords(points: string): string {
  const parts = TERRAINS.map((terrain) => ({
    terrain: terrainName(terrain),
    n: [...points].filter((each) => each === terrain).length,
  })).filter(({ n }) => n > 0);
  const counted = parts.some(({ n }) => n > 1);
  return listed(parts.map((part) => (counted ? say("hike_dogsled.points.several", part) : part.terrain)));
}

/** Zorica; equipment; single care. */
export function cardName(fixed: TableView, card: string): string {
  const husky = fixed.huskies[card];
  if (husky) return husky.name;
  return word(`card.${card}`);
}

/** Zorica (2 snow and powder), Kepica (youngster). */
export function cardInWords(fixed: TableView, card: string): string {
  const husky = fixed.huskies[card];
  if (!husky) return cardName(fixed, card);
  return husky.points
    ? say("hike_dogsled.card.experienced", {
        name: husky.name,
        points: pointsInWords(husky.points),
      })
    : say("hike_dogsled.card.youngster", { name: husky.name });
}

/** What is written on a card, then what is drawn there: the name of whatever shows it. */
export function cardLabel(fixed: TableView, card: string): string {
  const husky = fixed.huskies[card];
  if (!husky) return cardName(fixed, card);
  const drawn = husky.points ? pointsInWords(husky.points) : say("hike_dogsled.card.Y");
  return [husky.name, drawn, edgesInWords(fixed, card)].filter(Boolean).join(", ");
}

/** The four edges of a husky, for those who do not see them. */
export function edgesInWords(fixed: TableView, card: string): string {
  const husky = fixed.huskies[card];
  if (!husky || husky.left === null) return "";
  const colour = (letter: string | null): string => fixed.edges[letter ?? ""] ?? letter ?? "";
  return say("hike_dogsled.card.edges", {
    left: colour(husky.left),
    right: colour(husky.right),
    top: colour(husky.top),
    bottom: colour(husky.bottom),
  });
}

/** First spot of the top row. */
export const slotName = (slot: string): string => word(`slot.${slot}`);

export const seatName = (play: Play, seat: string | null): string => play.names[seat ?? ""] ?? seat ?? "";

/** The husky in a slot of the viewer's sled. */
export function huskyName(play: Play, slot: string): string {
  const husky = huskyIn(seatOf(play, play.seat), slot);
  return husky ? cardName(fixedOf(play), husky) : slotName(slot);
}

/** What is printed on the husky in a slot of the viewer's sled. */
export const pointsIn = (play: Play, slot: string): string =>
  fixedOf(play).huskies[huskyIn(seatOf(play, play.seat), slot) ?? ""]?.points ?? "";

/** Why a card does not fit into a slot: which edge clashes with which neighbour. */
export function clashInWords(play: Play, card: string, slot: string): string {
  return clashesOf(play, card, slot)
    .map(({ edge, neighbour }) =>
      say("hike_dogsled.sled.clash", { edge: edgeName(edge), name: huskyName(play, neighbour) }),
    )
    .join(", ");
}

// --- the race

/** The start, field 9, the finish. */
export function placeInWords(play: Play, number: number): string {
  if (number === 0) return say("hike_dogsled.field.start");
  return number === viewOf(play).fields
    ? say("hike_dogsled.field.end")
    : say("hike_dogsled.field.number", { n: number });
}

export function fieldInWords(play: Play, number: number): string {
  const { fields } = viewOf(play);
  const field = fieldsOf(fixedOf(play), viewOf(play)).get(number);
  if (number === fields) return say("hike_dogsled.field.finish", { n: number });
  return say("hike_dogsled.field.field", { n: number, terrain: terrainName(field?.terrain ?? "") });
}

/** What an outcome means besides where it ends. */
export function consequences(outcome: Outcome): string[] {
  const told: string[] = [];
  if (outcome.paid) told.push(say("hike_dogsled.out.paid", { n: outcome.paid }));
  if (outcome.rests) told.push(say("hike_dogsled.out.rests", { n: outcome.rests }));
  if (outcome.lost && !outcome.finish)
    told.push(say("hike_dogsled.out.lost", { points: pointsInWords(outcome.lost) }));
  if (outcome.finish) told.push(say("hike_dogsled.out.finish"));
  return told;
}

export function outcomeInWords(play: Play, outcome: Outcome): string {
  return [
    say("hike_dogsled.out.to", { field: fieldInWords(play, outcome.to) }),
    ...consequences(outcome),
  ].join(", ");
}

/** What a husky's use leads to, in one line. */
export const previewInWords = (play: Play, { outcomes }: Preview): string => outcomesInWords(play, outcomes);

/** Where something can end, whichever way is taken. */
export function outcomesInWords(play: Play, outcomes: readonly Outcome[]): string {
  const told = outcomes.map((outcome) => outcomeInWords(play, outcome));
  return told.length ? told.reduce((first, second) => say("hike_dogsled.out.either", { first, second })) : "";
}

/** What a care card leads to: whom it makes ready, and how far that one could run then; or that it would be wasted. */
export function careInWords(play: Play, action: string): string {
  return patientsOf(play, action)
    .map((slot) => reliefInWords(play, slot))
    .join("; ");
}

/** How far a tired husky could run with care. */
export function reliefInWords(play: Play, slot: string): string {
  const husky = huskyName(play, slot);
  const furthest = furthestOf(refreshedOf(play, slot));
  return furthest
    ? say("hike_dogsled.care.runs", { husky, outcome: outcomeInWords(play, furthest) })
    : say("hike_dogsled.care.wasted", { husky, terrain: nextTerrain(play) });
}

/** The terrain of the next field. */
export function nextTerrain(play: Play): string {
  const position = seatOf(play, play.seat)?.position ?? 0;
  return terrainName(fieldsOf(fixedOf(play), viewOf(play)).get(position + 1)?.terrain ?? "");
}

/** An action in words. */
export function nameOf(play: Play, action: string): string {
  const fixed = fixedOf(play);
  const {
    verb,
    words: [first = "", second = "", third = ""],
  } = readAction(action);
  switch (verb) {
    case "draft":
      return second === "hand"
        ? say("hike_dogsled.action.take", { card: cardName(fixed, first) })
        : say("hike_dogsled.action.place", { card: cardName(fixed, first), slot: slotName(second) });
    case "place":
      return say("hike_dogsled.action.place", { card: cardName(fixed, first), slot: slotName(second) });
    case "swap":
      return swapInWords(play, first, second, third);
    case "use":
      return second
        ? say("hike_dogsled.action.use_custom", {
            husky: huskyName(play, first),
            own: pointsInWords(pointsIn(play, first)),
            terrain: terrainName(second),
          })
        : say("hike_dogsled.action.use", { husky: huskyName(play, first) });
    case "care":
    case "rest":
    case "tuck":
      return say(`hike_dogsled.action.${verb}`, { husky: huskyName(play, first) });
    case "double":
      return say("hike_dogsled.action.double", {
        huskies: listed(patientsOf(play, action).map((slot) => huskyName(play, slot))),
      });
    case "pick":
      return say("hike_dogsled.action.pick", { husky: cardName(fixed, first) });
    case "with":
      return say("hike_dogsled.action.with", { name: seatName(play, first) });
    case "none":
      return nothing(play);
    default:
      return word(`action.${verb}`);
  }
}

function swapInWords(play: Play, lifted: string, card: string, slot: string): string {
  const husky = huskyIn(seatOf(play, play.seat), lifted);
  const values = {
    lifted: huskyName(play, lifted),
    card: cardName(fixedOf(play), card),
    slot: slotName(slot),
  };
  if (husky !== card) return say("hike_dogsled.action.swap", values);
  return lifted === slot
    ? say("hike_dogsled.action.swap_same", values)
    : say("hike_dogsled.action.move", values);
}

/** No mentor, no bonus, not yet, no more equipment. */
function nothing(play: Play): string {
  return word(`none.${viewOf(play).decision}`);
}

/** A target of the card in mind: a slot, or the hand. */
export function targetInWords(play: Play, place: string): string {
  if (place === "hand") return say("hike_dogsled.choice.hand");
  const lifted = liftedSlot(play);
  const there = huskyIn(seatOf(play, play.seat), place);
  if (there && place !== lifted)
    return say("hike_dogsled.choice.instead", {
      slot: slotName(place),
      husky: cardName(fixedOf(play), there),
    });
  if (place === lifted && !heldCard(play))
    return say("hike_dogsled.choice.back_again", { slot: slotName(place) });
  return slotName(place);
}
