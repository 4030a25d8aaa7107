/** What the prompt asks and offers: the whole game is playable with these. */
import type { Choice } from "../contract";
import type { Play } from "./types";
import {
  cardInWords,
  cardName,
  clashInWords,
  huskyName,
  listed,
  nameOf,
  outcomeInWords,
  pointsInWords,
  previewInWords,
  slotName,
  targetInWords,
  terrainName,
} from "./names";
import {
  actionsOn,
  asked,
  columnOf,
  decisionOf,
  fixedOf,
  huskyIn,
  ownOf,
  previewOf,
  previewsOf,
  readAction,
  seatOf,
  viewOf,
  waysOf,
} from "./read";
import { choose, heldCard, liftedSlot, putDown, targets, thoughtOf } from "./thought.svelte";

export function prompt(play: Play): string {
  const { say } = play;
  if (!asked(play)) return play.shown.prompt;
  const fixed = fixedOf(play);
  const thought = thoughtOf(play);
  const held = heldCard(play);
  const lifted = liftedSlot(play);
  const decision = decisionOf(play);
  if (decision === "settle" && held)
    return say("hike_dogsled.prompt.settle", { card: cardInWords(fixed, held.card) });
  if (lifted !== null)
    return held
      ? say("hike_dogsled.prompt.swap_where", {
          husky: huskyName(play, lifted),
          card: cardName(fixed, held.card),
        })
      : say("hike_dogsled.prompt.swap", { husky: huskyName(play, lifted) });
  if (held)
    return say(held.from === "centre" ? "hike_dogsled.prompt.draft" : "hike_dogsled.prompt.place", {
      card: cardInWords(fixed, held.card),
    });
  if (decision === "step") {
    if (thought.idea.runner !== null)
      return say("hike_dogsled.prompt.custom", { husky: huskyName(play, thought.idea.runner) });
    if (thought.idea.nursed !== null)
      return say("hike_dogsled.prompt.which_care", { husky: huskyName(play, thought.idea.nursed) });
    if (thought.idea.care !== null) return say(`hike_dogsled.prompt.care_${thought.idea.care}`);
  }
  return plainly(play, decision);
}

/** What is asked while nothing is picked up. Where all race at once the server's prompt, which all read, says less. */
function plainly(play: Play, decision: string): string {
  const { say } = play;
  const own = ownOf(play);
  switch (decision) {
    case "mentor":
    case "action":
    case "bonus":
    case "declare":
    case "tuck":
    case "field":
      return say(`hike_dogsled.prompt.${decision}`);
    case "rest":
      return say("hike_dogsled.prompt.rest", { n: own?.today?.to_rest ?? viewOf(play).to_rest });
    case "step":
      if (own?.previews.length)
        return say(own.must_care ? "hike_dogsled.prompt.must_run" : "hike_dogsled.prompt.step");
      return say(own?.must_care ? "hike_dogsled.prompt.must_care" : "hike_dogsled.prompt.care");
    default:
      return play.shown.prompt;
  }
}

export function choices(play: Play): Choice[] {
  if (!asked(play)) return [];
  const decision = decisionOf(play);
  switch (decision) {
    case "action":
    case "bonus":
    case "settle":
      if (heldCard(play) !== null || liftedSlot(play) !== null) return places(play);
      return cards(play);
    case "step":
      return steps(play);
    case "field":
      return atField(play);
    case "declare":
      return [...plain(play)].sort(
        (one, other) => Number(other.action === "ready") - Number(one.action === "ready"),
      );
    case "pick":
    case "runaway":
      return picks(play);
    default:
      return plain(play);
  }
}

const plain = (play: Play): Choice[] =>
  play.shown.legal.map((action) => ({
    label: nameOf(play, action),
    action,
    detail: detailOf(play, action),
  }));

/** What an answer that is nothing but itself leads to. */
function detailOf(play: Play, action: string): string {
  const { say } = play;
  const {
    verb,
    words: [slot = ""],
  } = readAction(action);
  const seat = seatOf(play, play.seat);
  switch (verb) {
    case "rest":
    case "tuck": {
      const { points = "" } = fixedOf(play).huskies[huskyIn(seat, slot) ?? ""] ?? {};
      return `${points ? pointsInWords(points) : say("hike_dogsled.card.pointless")} · ${slotName(slot)}`;
    }
    case "mentor":
      return say("hike_dogsled.choice.mentor", { n: seat?.mentors ?? 0 });
    case "ready": {
      const n = ownOf(play)?.hand.huskies.length ?? 0;
      return n ? say("hike_dogsled.choice.ready", { n }) : "";
    }
    case "none":
      return decisionOf(play) === "declare" ? say("hike_dogsled.choice.not_yet") : "";
    default:
      return "";
  }
}

function picks(play: Play): Choice[] {
  const fixed = fixedOf(play);
  const sled = seatOf(play, play.seat)?.sled ?? {};
  const { say } = play;
  return play.shown.legal.map((action) => {
    const card = readAction(action).words[0] ?? "";
    const slot = Object.keys(sled).find((each) => sled[each]!.husky === card);
    const inHand = ownOf(play)?.hand.huskies.includes(card) ?? false;
    const where = slot
      ? slotName(slot)
      : inHand
        ? say("hike_dogsled.choice.in_hand")
        : say("hike_dogsled.choice.in_centre");
    return { label: cardName(fixed, card), detail: [pointsOf(play, card), where].join(" · "), action };
  });
}

function pointsOf(play: Play, card: string): string {
  const { points = "" } = fixedOf(play).huskies[card] ?? {};
  return points ? pointsInWords(points) : play.say("hike_dogsled.card.young");
}

/** Which card: of the centre, of the hand, or one to be lifted out of the sled. */
function cards(play: Play): Choice[] {
  const { say } = play;
  const fixed = fixedOf(play);
  const ways = waysOf(play);
  const thought = thoughtOf(play);
  const sled = seatOf(play, play.seat);
  const found: Choice[] = [];
  for (const [card, places] of ways.centre) {
    const only = places.get("hand");
    const point = (at: boolean): void => void (thought.pointed = at ? card : null);
    const pointed = thought.pointed === card;
    if (!fixed.huskies[card] && only !== undefined)
      found.push({ label: nameOf(play, only), action: only, detail: say("hike_dogsled.choice.in_centre") });
    else
      found.push({
        label: say("hike_dogsled.choice.draft", { card: cardName(fixed, card) }),
        detail: pointsOf(play, card),
        pick: () => {
          putDown(play);
          thought.think({ card, from: "centre" });
        },
        pointed,
        point,
      });
  }
  const placeable = new Set([
    ...ways.hand.keys(),
    ...[...ways.swap].flatMap(([slot, of]) =>
      [...of].filter(([, slots]) => slots.has(slot)).map(([card]) => card),
    ),
  ]);
  for (const card of ownOf(play)?.hand.huskies ?? []) {
    if (!placeable.has(card)) continue;
    found.push({
      label: say("hike_dogsled.choice.place", { card: cardName(fixed, card) }),
      detail: `${pointsOf(play, card)} · ${say("hike_dogsled.choice.in_hand")}`,
      pick: () => {
        putDown(play);
        thought.think({ card, from: "hand" });
      },
      pointed: thought.pointed === card,
      point: (at) => (thought.pointed = at ? card : null),
    });
  }
  for (const slot of ways.swap.keys()) {
    const husky = huskyIn(sled, slot);
    found.push({
      label: say("hike_dogsled.choice.lift", { husky: huskyName(play, slot) }),
      detail: say("hike_dogsled.choice.lift_detail", { slot: slotName(slot) }),
      pick: () => {
        putDown(play);
        thought.think({ lifted: slot });
      },
      pointed: thought.pointed === husky,
      point: (at) => (thought.pointed = at ? husky : null),
    });
  }
  if (play.shown.legal.includes("none")) found.unshift({ label: nameOf(play, "none"), action: "none" });
  return found;
}

/** Where the card goes; in a swap also which card, while that is open. */
function places(play: Play): Choice[] {
  const { say } = play;
  const thought = thoughtOf(play);
  const held = heldCard(play);
  const lifted = liftedSlot(play);
  const found: Choice[] = [...targets(play)].map(([place, action]) => ({
    label: targetInWords(play, place),
    action,
  }));
  if (lifted !== null && !held) {
    const own = huskyIn(seatOf(play, play.seat), lifted);
    for (const card of waysOf(play).swap.get(lifted)?.keys() ?? []) {
      if (card === own) continue;
      found.unshift({
        label: say("hike_dogsled.choice.swap_in", { card: cardName(fixedOf(play), card) }),
        detail: pointsOf(play, card),
        pick: () => {
          thought.think({ card, from: "hand" });
        },
      });
    }
  }
  return found;
}

/** The next step of a race turn. */
function steps(play: Play): Choice[] {
  const { say } = play;
  const thought = thoughtOf(play);
  if (thought.idea.runner !== null) return customs(play, thought.idea.runner);
  if (thought.idea.nursed !== null) {
    const slot = thought.idea.nursed;
    const ways = [actionsOn(play, "care").get(slot), actionsOn(play, "double").get(columnOf(slot))];
    return ways.filter((action) => action !== undefined).map((action) => care(play, action));
  }
  const found: Choice[] = [];
  for (const slot of fixedOf(play).slots) {
    const previews = previewsOf(play, slot);
    if (previews.length === 1) found.push(use(play, previews[0]!.action!));
    else if (previews.length)
      found.push({
        label: say("hike_dogsled.action.use", { husky: huskyName(play, slot) }),
        detail: say("hike_dogsled.choice.customs", {
          terrains: listed(previews.map(({ custom }) => terrainName(custom ?? ""))),
        }),
        pick: () => {
          putDown(play);
          thought.think({ runner: slot });
        },
      });
  }
  for (const action of play.shown.legal) {
    const { verb } = readAction(action);
    if (
      (verb === "care" && thought.idea.care !== "double") ||
      (verb === "double" && thought.idea.care !== "single")
    )
      found.push(care(play, action));
  }
  if (thought.idea.care === null && play.shown.legal.includes("end"))
    found.push({ label: nameOf(play, "end"), action: "end" });
  return found;
}

function use(play: Play, action: string): Choice {
  const thought = thoughtOf(play);
  const preview = previewOf(play, action);
  return {
    label: nameOf(play, action),
    detail: preview ? previewInWords(play, preview) : "",
    pick: () => choose(play, action),
    pointed: thought.way === action,
    point: (at) => (thought.way = at ? action : null),
  };
}

const customs = (play: Play, slot: string): Choice[] =>
  previewsOf(play, slot).map(({ action }) => use(play, action!));

function care(play: Play, action: string): Choice {
  const {
    verb,
    words: [first = ""],
  } = readAction(action);
  const detail =
    verb === "double"
      ? listed(
          fixedOf(play)
            .slots.filter(
              (slot) => columnOf(slot) === first && seatOf(play, play.seat)?.sled[slot]?.state === "tired",
            )
            .map((slot) => huskyName(play, slot)),
        )
      : slotName(first);
  return { label: nameOf(play, action), detail, action };
}

/** In front of a field that requires equipment. */
function atField(play: Play): Choice[] {
  const preview = ownOf(play)?.previews[0];
  return play.shown.legal.map((action) => {
    const outcomes = preview?.outcomes.filter((outcome) => outcome.actions[0] === action) ?? [];
    return {
      label: nameOf(play, action),
      detail: outcomes
        .map((outcome) => outcomeInWords(play, outcome))
        .join(` ${play.say("hike_dogsled.out.or")} `),
      action,
    };
  });
}

/** What is pointed at, in a sentence for the board. */
export function note(play: Play): { title: string; more: string; bad: boolean } | null {
  if (!asked(play)) return null;
  const thought = thoughtOf(play);
  const preview = thought.way === null ? null : previewOf(play, thought.way);
  if (preview) {
    return {
      title: nameOf(play, thought.way ?? ""),
      more: previewInWords(play, preview),
      bad: preview.outcomes.every((outcome) => outcome.lost !== ""),
    };
  }
  const card = heldCard(play)?.card ?? huskyIn(seatOf(play, play.seat), liftedSlot(play));
  const { pointed } = thought;
  const clash =
    card !== null && pointed !== null && !targets(play).has(pointed) ? clashInWords(play, card, pointed) : "";
  if (card !== null && pointed !== null && clash) {
    const title = play.say("hike_dogsled.sled.no_fit", {
      card: cardName(fixedOf(play), card),
      slot: slotName(pointed),
    });
    return { title, more: clash, bad: true };
  }
  return null;
}
