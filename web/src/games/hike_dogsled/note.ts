/** What is pointed at, in a sentence for the board: where a husky would run to, why a card does not fit, what it is good for. */
import { picksLeave } from "./choices";
import type { Play } from "./types";
import {
  cardName,
  clashInWords,
  nameOf,
  nextTerrain,
  pointsInWords,
  previewInWords,
  reliefInWords,
  slotName,
  TERRAINS,
} from "./names";
import {
  actionsOn,
  asked,
  askedFor,
  fixedOf,
  huskyIn,
  ownOf,
  previewOf,
  previewsOf,
  refreshedOf,
  seatOf,
  viewOf,
  waysOf,
} from "./read";
import { heldCard, liftedSlot, targets, thoughtOf } from "./thought.svelte";

export interface Note {
  title: string;
  more: string;
  bad: boolean;
}

export function note(play: Play): Note | null {
  if (!asked(play)) return null;
  return (
    aboutWay(play) ??
    aboutClash(play) ??
    aboutCare(play) ??
    aboutIdle(play) ??
    aboutLoss(play) ??
    aboutCard(play)
  );
}

function aboutWay(play: Play): Note | null {
  const { way } = thoughtOf(play);
  const preview = way === null ? null : previewOf(play, way);
  if (!preview) return null;
  const bad = preview.outcomes.every((outcome) => outcome.lost !== "" && !outcome.finish);
  return { title: nameOf(play, way ?? ""), more: previewInWords(play, preview), bad };
}

function aboutClash(play: Play): Note | null {
  const { pointed } = thoughtOf(play);
  const card = heldCard(play)?.card ?? huskyIn(seatOf(play, play.seat), liftedSlot(play));
  if (card === null || pointed === null || targets(play).has(pointed)) return null;
  const more = clashInWords(play, card, pointed);
  if (!more) return null;
  const title = play.say("hike_dogsled.sled.no_fit", {
    card: cardName(fixedOf(play), card),
    slot: slotName(pointed),
  });
  return { title, more, bad: true };
}

/** A tired husky, while care could be played. */
function aboutCare(play: Play): Note | null {
  const { pointed } = thoughtOf(play);
  const sled = seatOf(play, play.seat)?.sled ?? {};
  const own = ownOf(play);
  const cards = (own?.hand.singles ?? 0) + (own?.hand.doubles ?? 0);
  if (pointed === null || !askedFor(play, "step") || own?.previews.length || !cards) return null;
  if (sled[pointed]?.state !== "tired") return null;
  const bad = !refreshedOf(play, pointed).length;
  return { title: play.say("hike_dogsled.sled.with_care"), more: reliefInWords(play, pointed), bad };
}

/** A husky that cannot run now, and why. */
function aboutIdle(play: Play): Note | null {
  const { pointed, idea } = thoughtOf(play);
  if (pointed === null || !askedFor(play, "step") || idea.care !== null) return null;
  const { husky, state } = seatOf(play, play.seat)?.sled[pointed] ?? {};
  if (!husky || state === "rest" || previewsOf(play, pointed).length) return null;
  const { say } = play;
  const more = !fixedOf(play).huskies[husky]?.points
    ? say("hike_dogsled.sled.never_runs")
    : state === "tired"
      ? say("hike_dogsled.sled.has_run")
      : say("hike_dogsled.sled.no_point", { terrain: nextTerrain(play) });
  return { title: cardName(fixedOf(play), husky), more, bad: false };
}

/** A husky that would leave the match, if it were picked. */
function aboutLoss(play: Play): Note | null {
  const { pointed } = thoughtOf(play);
  if (pointed === null || !askedFor(play, "pick", "runaway") || !picksLeave(play)) return null;
  const card = huskyIn(seatOf(play, play.seat), pointed) ?? pointed;
  if (!actionsOn(play, "pick").has(card)) return null;
  return { title: cardName(fixedOf(play), card), more: play.say("hike_dogsled.sled.leaves"), bad: true };
}

/** What else than huskies can be pointed at there. */
const GOOD: Readonly<Record<string, "equipment" | "care" | "mentor">> = {
  E: "equipment",
  C: "care",
  M: "mentor",
};

/** A card of the centre or the hand, before anything is done with it. */
function aboutCard(play: Play): Note | null {
  const { pointed } = thoughtOf(play);
  if (pointed === null || heldCard(play) || liftedSlot(play) !== null) return null;
  if (!askedFor(play, "mentor", "action", "bonus")) return null;
  const { say } = play;
  const fixed = fixedOf(play);
  const title = cardName(fixed, pointed);
  const good = GOOD[pointed];
  if (good)
    return {
      title: say(`hike_dogsled.good.${good}_title`),
      more: say(`hike_dogsled.good.${good}`),
      bad: false,
    };
  const husky = fixed.huskies[pointed];
  if (!husky) return null;
  if (!husky.points) return { title, more: say("hike_dogsled.good.young"), bad: false };
  return { title, more: `${fitting(play, pointed)} ${wanted(play)}`, bad: false };
}

function fitting(play: Play, card: string): string {
  const points = pointsInWords(fixedOf(play).huskies[card]?.points ?? "");
  if (!askedFor(play, "action")) return play.say("hike_dogsled.good.points", { points });
  const { centre, hand } = waysOf(play);
  const spots = [...(centre.get(card) ?? hand.get(card) ?? []).keys()].filter((place) => place !== "hand");
  return spots.length
    ? play.say("hike_dogsled.good.fits", { points, n: spots.length })
    : play.say("hike_dogsled.good.fits_not", { points });
}

/** What the track asks for, and what the sled has. */
function wanted(play: Play): string {
  const inWords = (numbers: readonly number[]): string =>
    pointsInWords(TERRAINS.map((terrain, n) => terrain.repeat(numbers[n] ?? 0)).join(""));
  const sled = inWords(seatOf(play, play.seat)?.points ?? []);
  return play.say("hike_dogsled.good.wanted", {
    track: inWords(viewOf(play).terrain),
    sled: sled || play.say("hike_dogsled.good.nothing"),
  });
}
