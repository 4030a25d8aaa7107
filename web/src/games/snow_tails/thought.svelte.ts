/** What the viewer has in mind on the way to an answer, and what is pointed at. A new position clears it. */
import { onePer } from "../kept.svelte";
import type { Play } from "./types";
import { asked, askedFor, avoidable, mayLay, previewOf, rank, writePlay, type Slot } from "./read";
import type { Outcome, Preview } from "./view";

export class Thought {
  /** The cards that are to be laid have this value ... */
  value = $state<number | null>(null);
  /** ... and go there, in the order in which they were chosen. */
  slots = $state.raw<readonly Slot[]>([]);
  /** The card play that is pointed at. */
  pointed = $state<string | null>(null);
  /** The outcome that is pointed at. */
  outcome = $state.raw<Outcome | null>(null);
  /** The space that several outcomes lead to: which? */
  end = $state<number | null>(null);
  /** A crash on purpose is asked about once. */
  risk = $state.raw<{ actions: readonly string[]; outcome: Outcome } | null>(null);
  /** The outcome that was asked about: chosen again, it is meant. */
  warned: Outcome | null = null;
  /** What was chosen last: the way that the sled slides. */
  chosen = $state.raw<Outcome | null>(null);
}

export const thoughtOf = onePer(
  (play: Play) => play.base.view,
  () => new Thought(),
);

/** The card play that is laid out, if it is one. */
export function laidOut(play: Play): string | null {
  const { value, slots } = thoughtOf(play);
  return value !== null && slots.length && askedFor(play, "play") ? writePlay(value, slots) : null;
}

/** What the board shows the ends of: of the card play that is pointed at or laid out, or of the rest of the move. */
export function shownPreview(play: Play): Preview | null {
  if (askedFor(play, "step", "bonus")) return previewOf(play, null);
  if (!askedFor(play, "play")) return null;
  const action = thoughtOf(play).pointed ?? laidOut(play);
  return action === null ? null : previewOf(play, action);
}

/** A slot is chosen, or no longer; the only card of its value moves there. A turn that is only drafted is thought over. */
export function toggle(play: Play, slot: Slot): void {
  const thought = thoughtOf(play);
  if (!mayLay(play)) return;
  if (thought.value === null) {
    play.tell(play.say("snow_tails.hand.pick_first"));
    return;
  }
  if (thought.slots.includes(slot)) return lay(play, thought.value, without(thought.slots, slot));
  const slots = heldOf(play, thought.value) === 1 ? [slot] : [...thought.slots, slot];
  const action = writePlay(thought.value, slots);
  if (play.base.legal.includes(action)) lay(play, thought.value, slots);
  else void refuse(play, action);
}

const without = (slots: readonly Slot[], slot: Slot): Slot[] => slots.filter((each) => each !== slot);

/** Cards lie where they may go; where that leads to one end only, it is taken: what is left is to confirm it. */
export function lay(play: Play, value: number | null, slots: readonly Slot[]): void {
  const thought = thoughtOf(play);
  thinkAnew(play);
  thought.value = value;
  thought.slots = slots;
  const preview = shownPreview(play);
  const [only, ...others] = preview?.outcomes ?? [];
  if (preview?.action && only && !others.length && play.settings.confirm)
    go(play, [preview.action, ...only.actions], only);
}

/** Away with the draft. */
function thinkAnew(play: Play): void {
  const thought = thoughtOf(play);
  thought.end = thought.risk = thought.pointed = thought.outcome = thought.chosen = null;
  while (play.pending !== null || play.draft.length) {
    const before = play.draft.length + (play.pending === null ? 0 : 1);
    play.takeBack();
    if (play.draft.length + (play.pending === null ? 0 : 1) === before) return; // there was no choice
  }
}

async function refuse(play: Play, action: string): Promise<void> {
  thinkAnew(play);
  const why = await play.why(action);
  if (why) play.tell(why);
}

/** Cards of a value are taken up, and whatever lay there goes back into the hand; picked again, they go back as well. */
export function pick(play: Play, value: number): void {
  if (mayLay(play)) lay(play, thoughtOf(play).value === value ? null : value, []);
}

/** So many cards of this value are in hand. */
export function heldOf(play: Play, value: number | null): number {
  return play.base.own?.hand.filter((each) => each === value).length ?? 0;
}

/**
 * Go for an outcome of the preview that is shown. A crash that could be avoided is asked about once: by the confirmation,
 * or here for those who want none.
 */
export function take(play: Play, outcome: Outcome): void {
  const preview = shownPreview(play);
  const thought = thoughtOf(play);
  if (!preview || !asked(play)) return;
  const actions = preview.action === null ? outcome.actions : [preview.action, ...outcome.actions];
  const crashes = !play.settings.confirm && rank(outcome.kind) >= rank("crash") && avoidable(play);
  if (crashes && thought.warned !== outcome) {
    thought.warned = outcome;
    thought.risk = { actions, outcome };
    return;
  }
  go(play, actions, outcome);
}

export function go(play: Play, actions: readonly string[], outcome: Outcome): void {
  const thought = thoughtOf(play);
  thought.risk = thought.outcome = thought.end = thought.pointed = null;
  thought.chosen = outcome;
  play.chooseAll(actions);
}

/** A space of the board is chosen: the only outcome there, or which of them? */
export function goTo(play: Play, space: number): void {
  const outcomes = shownPreview(play)?.outcomes.filter((outcome) => outcome.end === space) ?? [];
  const thought = thoughtOf(play);
  thought.risk = null;
  if (outcomes.length === 1) take(play, outcomes[0]!);
  else if (outcomes.length) thought.end = space;
}

/** What the draft leads to, by its actions: also where a hint or a lesson has laid them out. */
export function drafted(play: Play): Outcome | null {
  const begins = (actions: readonly string[]): boolean => actions.every((each, n) => each === play.draft[n]);
  const found = (play.base.own?.previews ?? []).flatMap(({ action, outcomes }) =>
    outcomes.filter(({ actions }) => begins(action === null ? actions : [action, ...actions])),
  );
  return found.sort((a, b) => b.actions.length - a.actions.length)[0] ?? null;
}

/** Put down what is only thought of; false if there is nothing. */
export function back(play: Play): boolean {
  const thought = thoughtOf(play);
  if (!asked(play)) return false;
  if (thought.risk) thought.risk = null;
  else if (thought.end !== null) thought.end = null;
  else if (thought.value !== null && askedFor(play, "play")) {
    thought.value = null;
    thought.slots = [];
  } else return false;
  thought.outcome = thought.pointed = null;
  return true;
}
