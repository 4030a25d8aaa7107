/** What the prompt asks and offers: the whole game is playable with these. */
import type { Choice } from "../contract";
import type { Play } from "./types";
import {
  asked,
  counted,
  fixedOf,
  ownOf,
  cost,
  bestOf,
  previewOf,
  readPlay,
  viewOf,
  readNumbered,
} from "./read";
import { go, heldOf, laidOut, lay, pick, shownPreview, take, thoughtOf } from "./thought.svelte";
import type { Outcome, Preview } from "./view";
import {
  bestInWords,
  consequences,
  endInWords,
  kindInWords,
  nameOf,
  paceInWords,
  sideInWords,
  slotsInWords,
} from "./words";

export function prompt(play: Play): string {
  const thought = thoughtOf(play);
  const { decision } = viewOf(play);
  const { say } = play;
  if (thought.risk) {
    const told = consequences(play, thought.risk.outcome).join("; ");
    return say("snow_tails.prompt.risk", { what: told.charAt(0).toLocaleUpperCase() + told.slice(1) });
  }
  if (thought.end !== null) return say("snow_tails.prompt.end");
  if (decision === "play") {
    const preview = shownPreview(play);
    if (preview && laidOut(play)) return say("snow_tails.prompt.where", { pace: paceInWords(play, preview) });
    const { value } = thought;
    if (value === null) return say("snow_tails.prompt.card");
    return say(heldOf(play, value) > 1 ? "snow_tails.prompt.slots" : "snow_tails.prompt.slot", { value });
  }
  if (decision === "step") return steps(play);
  if (decision === "bonus") return say("snow_tails.prompt.bonus", { n: viewOf(play).move?.bonus ?? 0 });
  if (decision === "start") return say("snow_tails.prompt.start");
  return play.shown.prompt;
}

function steps(play: Play): string {
  const { forward = 0, drift = 0, side = null } = viewOf(play).move ?? {};
  if (!drift) return play.say("snow_tails.prompt.step_straight", { forward });
  return play.say("snow_tails.prompt.step", { forward, drift, side: sideInWords(play, side) });
}

export function choices(play: Play): Choice[] {
  if (!asked(play)) return [];
  const thought = thoughtOf(play);
  if (thought.risk) return risks(play, thought.risk);
  switch (viewOf(play).decision) {
    case "start":
      return starts(play);
    case "play":
      if (laidOut(play)) return ends(play);
      return thought.value === null ? values(play) : slots(play, thought.value);
    case "step":
      return [...plain(play), ...ends(play)];
    case "bonus":
      return bonus(play);
    default:
      return plain(play);
  }
}

const plain = (play: Play): Choice[] => {
  const inHand = viewOf(play).decision === "discard";
  return play.shown.legal.map((action) => ({ label: nameOf(play, action), action, onBoard: inHand }));
};

function risks(play: Play, { actions, outcome }: { actions: readonly string[]; outcome: Outcome }): Choice[] {
  return [
    { label: play.say("snow_tails.choice.not"), pick: () => (thoughtOf(play).risk = null) },
    {
      label: play.say(outcome.kind === "wreck" ? "snow_tails.choice.wreck" : "snow_tails.choice.crash"),
      pick: () => go(play, actions, outcome),
    },
  ];
}

function starts(play: Play): Choice[] {
  const { start_hands } = fixedOf(play);
  return play.shown.legal.map((action) => {
    const n = readNumbered(action)?.n ?? 1;
    const detail = play.say("snow_tails.choice.start_cards", { n: start_hands[n - 1] ?? 5 });
    return { label: nameOf(play, action), action, detail, onBoard: true };
  });
}

function values(play: Play): Choice[] {
  const groups = counted(ownOf(play)?.hand ?? []).reverse();
  return groups.map(({ value, n }) => ({
    label: play.say("snow_tails.choice.value", { value }),
    detail: held(play, value, n),
    pick: () => pick(play, value),
    onBoard: true,
  }));
}

function held(play: Play, value: number, n: number): string {
  const best = bestOf(play, value);
  return best ? play.say("snow_tails.choice.held", { n, best: bestInWords(play, best) }) : "";
}

function slots(play: Play, value: number): Choice[] {
  const thought = thoughtOf(play);
  const ways = play.shown.legal
    .map((action) => ({ action, cards: readPlay(action), preview: previewOf(play, action) }))
    .filter(({ cards }) => cards?.value === value)
    .sort((one, other) => least(one.preview) - least(other.preview));
  return ways.map(({ action, cards, preview }) => ({
    label: slotsInWords(play, cards!.slots),
    detail: preview ? `${paceInWords(play, preview)} · ${best(play, preview)}` : "",
    pick: () => lay(play, value, cards!.slots),
    onBoard: true,
    pointed: thought.pointed === action,
    point: (at: boolean) => (thought.pointed = at ? action : null),
  }));
}

function least(preview: Preview | null): number {
  return Math.min(...(preview?.outcomes ?? []).map(cost));
}

/** The cheapest outcome, in a word. */
function best(play: Play, preview: Preview): string {
  const [first] = preview.outcomes;
  return first ? kindInWords(play, first) : "";
}

/** Where the move may end, the cheapest first; and going step by step. */
function ends(play: Play): Choice[] {
  const thought = thoughtOf(play);
  const preview = shownPreview(play);
  if (!preview) return [];
  const outcomes = preview.outcomes.filter(({ end }) => thought.end === null || thought.end === end);
  const found: Choice[] = outcomes.map((outcome) => ({
    label: endInWords(play, outcome),
    detail: consequences(play, outcome).join(", "),
    pick: () => take(play, outcome),
    onBoard: thought.end === null, // which of several ways lead to a space is not to be seen there
    pointed: thought.outcome === outcome,
    point: (at: boolean) => (thought.outcome = at ? outcome : null),
  }));
  const several = thought.end === null && preview.outcomes.some((outcome) => outcome.actions.length > 0);
  if (preview.action !== null && several)
    found.push({
      label: play.say("snow_tails.choice.steps"),
      detail: play.say("snow_tails.choice.steps_detail"),
      action: preview.action,
    });
  return found;
}

function bonus(play: Play): Choice[] {
  const preview = shownPreview(play);
  return play.shown.legal.map((action) => {
    const outcome = preview?.outcomes.find((each) => each.actions[0] === action);
    const label =
      action === "bonus" && preview
        ? play.say("snow_tails.choice.bonus", { n: preview.bonus })
        : nameOf(play, action);
    if (!outcome) return { label, action };
    const thought = thoughtOf(play);
    return {
      label,
      detail: [endInWords(play, outcome), ...consequences(play, outcome)].join(", "),
      pick: () => take(play, outcome),
      pointed: thought.outcome === outcome,
      point: (at: boolean) => (thought.outcome = at ? outcome : null),
    };
  });
}
