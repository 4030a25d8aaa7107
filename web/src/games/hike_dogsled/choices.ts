/** What the prompt asks and offers: the whole game is playable with these. */
import type { Choice } from "../contract";
import type { Play } from "./types";
import {
  cardInWords,
  cardName,
  careInWords,
  huskyName,
  listed,
  nameOf,
  nextTerrain,
  outcomesInWords,
  pointsInWords,
  previewInWords,
  seatName,
  slotName,
  targetInWords,
  terrainName,
} from "./names";
import {
  actionsOn,
  asked,
  columnOf,
  decisionOf,
  filled,
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
import type { LooseView } from "./view";
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
  if (held?.from === "centre") {
    const places = [...targets(play).keys()];
    const card = cardInWords(fixed, held.card);
    if (!places.includes("hand")) return say("hike_dogsled.prompt.spot", { card });
    return say(places.length > 1 ? "hike_dogsled.prompt.draft" : "hike_dogsled.prompt.draft_hand", { card });
  }
  if (held) return say("hike_dogsled.prompt.place", { card: cardInWords(fixed, held.card) });
  if (decision === "step") {
    if (thought.idea.runner !== null)
      return say("hike_dogsled.prompt.custom", { husky: huskyName(play, thought.idea.runner) });
    if (thought.idea.nursed !== null)
      return say("hike_dogsled.prompt.which_care", { husky: huskyName(play, thought.idea.nursed) });
    if (thought.idea.care !== null) return say(`hike_dogsled.prompt.care_${thought.idea.care}`);
  }
  return plainly(play, decision);
}

/** Where all race at once nobody waits for anybody in particular. */
export const waiting = (play: Play): string | null =>
  viewOf(play).secret ? play.say("hike_dogsled.prompt.all_race") : null;

/** What is asked while nothing is picked up. Where all race at once the server's prompt, which all read, says less. */
function plainly(play: Play, decision: string): string {
  const { say } = play;
  const view = viewOf(play);
  switch (decision) {
    case "mentor":
    case "action":
      return withGoal(play, "goal", say(`hike_dogsled.prompt.${decision}`));
    case "bonus":
    case "tuck":
    case "field":
      return say(`hike_dogsled.prompt.${decision}`);
    case "declare":
      return say(`hike_dogsled.prompt.${declaring(play)}`);
    case "rest":
      return say("hike_dogsled.prompt.rest", { n: ownOf(play)?.today?.to_rest ?? view.to_rest });
    case "step":
      return stepInWords(play);
    case "target":
    case "runaway":
      return say(`hike_dogsled.prompt.${decision}`, { card: looseCard(play)?.name ?? "" });
    case "pick":
      return pickInWords(play);
    default:
      return play.shown.prompt;
  }
}

/** What it means to be ready now: that depends on the others, and on the days that are left. */
function declaring(play: Play): "declare" | "declare_late" | "declare_last" | "declare_now" {
  if (viewOf(play).last_day === null) return "declare";
  const others = viewOf(play).seats.filter(({ seat }) => seat !== play.seat);
  if (others.every(({ status }) => status !== "unready")) return "declare_last";
  return isLastDay(play) ? "declare_now" : "declare_late";
}

/** Whoever is not ready today is out. */
const isLastDay = (play: Play): boolean => viewOf(play).day === viewOf(play).last_day;

/** Whoever has not begun is told what it is all about. */
function withGoal(play: Play, goal: "goal" | "goal_race", sentence: string): string {
  const seat = seatOf(play, play.seat);
  const begun = goal === "goal" ? seat && filled(seat) > 0 : (seat?.position ?? 0) > 0;
  return begun || play.draft.length ? sentence : `${play.say(`hike_dogsled.prompt.${goal}`)} ${sentence}`;
}

function stepInWords(play: Play): string {
  const { say } = play;
  const own = ownOf(play);
  if (own?.previews.length)
    return withGoal(
      play,
      "goal_race",
      own.must_care
        ? say("hike_dogsled.prompt.must_run")
        : `${arrived(play)}${say("hike_dogsled.prompt.step")}`,
    );
  const terrain = nextTerrain(play);
  return own?.must_care
    ? say("hike_dogsled.prompt.must_care", { terrain })
    : say("hike_dogsled.prompt.care", { terrain });
}

/** Who is at the finish already: the day on which somebody arrives is the last. */
function arrived(play: Play): string {
  const { seats, fields } = viewOf(play);
  const there = seats.filter(({ seat, position }) => seat !== play.seat && position === fields);
  if (!there.length || fields === null) return "";
  const names = listed(there.map(({ seat }) => seatName(play, seat)));
  return `${play.say("hike_dogsled.prompt.arrived", { n: there.length, names })} `;
}

const looseCard = (play: Play): LooseView | undefined =>
  fixedOf(play).loose_cards[viewOf(play).loose?.card ?? ""];

/** Does the husky that is picked leave the match? */
export const picksLeave = (play: Play): boolean =>
  decisionOf(play) === "runaway" || looseCard(play)?.effect === "sled_loose";

function pickInWords(play: Play): string {
  const { say } = play;
  const card = looseCard(play)?.name ?? "";
  const { by = "", target = null } = viewOf(play).loose ?? {};
  switch (looseCard(play)?.effect) {
    case "swap":
      return say("hike_dogsled.prompt.pick_swap", {
        card,
        other: seatName(play, by === play.seat ? target : by),
      });
    case "crazy_swap":
      return say("hike_dogsled.prompt.pick_crazy_swap", { card });
    case "sled_loose":
      return say("hike_dogsled.prompt.pick_sled_loose", { card });
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
    onBoard: ["rest", "tuck"].includes(readAction(action).verb),
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
      return points ? pointsInWords(points) : say("hike_dogsled.card.pointless");
    }
    case "mentor":
      return say("hike_dogsled.choice.mentor", { n: seat?.mentors ?? 0 });
    case "ready": {
      const n = ownOf(play)?.hand.huskies.length ?? 0;
      return n ? say("hike_dogsled.choice.ready", { n }) : "";
    }
    case "none":
      if (decisionOf(play) !== "declare") return "";
      return say(isLastDay(play) ? "hike_dogsled.choice.too_late" : "hike_dogsled.choice.not_yet");
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
    const parts = [pointsOf(play, card), where];
    if (picksLeave(play)) parts.push(say("hike_dogsled.choice.leaves"));
    return { label: cardName(fixed, card), detail: parts.join(" · "), action, onBoard: true };
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
      found.push({
        label: nameOf(play, only),
        action: only,
        detail: say(card === "E" ? "hike_dogsled.good.equipment" : "hike_dogsled.good.care"),
        onBoard: true,
      });
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
        onBoard: true,
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
      onBoard: true,
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
      onBoard: true,
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
  // (A click on the slot that was lifted from puts the husky down: to pass takes the button.)
  const found: Choice[] = [...targets(play)].map(([place, action]) => ({
    label: targetInWords(play, place),
    action,
    onBoard: held !== null || place !== lifted,
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
        onBoard: true,
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
    return ways
      .filter((action) => action !== undefined)
      .map((action) => ({
        ...care(play, action, false),
        label: say(`hike_dogsled.choice.${readAction(action).verb === "care" ? "single" : "double"}`),
      }));
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
        onBoard: true,
      });
  }
  for (const action of play.shown.legal) {
    const { verb } = readAction(action);
    if (
      (verb === "care" && thought.idea.care !== "double") ||
      (verb === "double" && thought.idea.care !== "single")
    )
      found.push(care(play, action, true));
  }
  if (thought.idea.care === null && play.shown.legal.includes("end"))
    found.push({ label: nameOf(play, "end"), action: "end", onBoard: true });
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
    onBoard: true,
  };
}

const customs = (play: Play, slot: string): Choice[] =>
  previewsOf(play, slot).map(({ action }) => use(play, action!));

/** A care card: the tired huskies of the sled show it, unless both kinds could be meant. */
const care = (play: Play, action: string, onBoard: boolean): Choice => ({
  label: nameOf(play, action),
  detail: careInWords(play, action),
  action,
  onBoard,
});

/** In front of a field that requires equipment. */
function atField(play: Play): Choice[] {
  const preview = ownOf(play)?.previews[0];
  return play.shown.legal.map((action) => {
    const outcomes = preview?.outcomes.filter((outcome) => outcome.actions[0] === action) ?? [];
    return {
      label: nameOf(play, action),
      detail: outcomesInWords(play, outcomes),
      action,
      onBoard: true,
    };
  });
}
