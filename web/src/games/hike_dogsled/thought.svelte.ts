/** What the viewer has in mind on the way to an answer, and what is pointed at. A new position clears it; so does an answer. */
import { onePer } from "../kept.svelte";
import { cardInWords } from "./names";
import type { Play } from "./types";
import {
  actionsOn,
  asked,
  askedFor,
  columnOf,
  decisionOf,
  fixedOf,
  huskyIn,
  laying,
  ownOf,
  previewOf,
  previewsOf,
  seatOf,
  viewOf,
  waysOf,
} from "./read";
import type { Clash, Outcome } from "./view";

export type Source = "centre" | "hand" | "sled";

interface Idea {
  /** The card that is picked up, and from where. */
  card: string | null;
  from: Source | null;
  /** The slot whose husky is lifted out, for a swap. */
  lifted: string | null;
  /** The husky that is to run: with which custom terrain? */
  runner: string | null;
  /** The kind of care that is picked up. */
  care: "single" | "double" | null;
  /** The tired husky that either kind of care could refresh. */
  nursed: string | null;
}
const NO_IDEA: Idea = { card: null, from: null, lifted: null, runner: null, care: null, nursed: null };

export class Thought {
  #idea = $state.raw(NO_IDEA);
  /** The length of the draft that the idea belongs to: whatever is chosen, and however, the idea has had its time. */
  #at = $state(0);
  /** The card of the centre, the hand or the sled that is pointed at. */
  pointed = $state<string | null>(null);
  /** The action that is pointed at: a husky's way is drawn. */
  way = $state<string | null>(null);

  constructor(private readonly play: Play) {}

  get idea(): Idea {
    return this.#at === this.play.draft.length ? this.#idea : NO_IDEA;
  }
  /** Have something in mind, besides what one has; `ahead`: once so many answers that are on their way are given. */
  think(change: Partial<Idea>, ahead = 0): void {
    this.#idea = { ...this.idea, ...change };
    this.#at = this.play.draft.length + ahead;
  }
  forget(): void {
    this.#idea = NO_IDEA;
    this.way = null;
  }
}

export const thoughtOf = onePer(
  (play: Play) => play.base.view,
  (play) => new Thought(play),
);

/** The card that is to go somewhere: picked up, or received and to be placed at once. */
export function heldCard(play: Play): { card: string; from: Source } | null {
  const { card, from } = thoughtOf(play).idea;
  if (askedFor(play, "settle")) {
    const received = viewOf(play).loose?.received[play.seat ?? ""];
    return received ? { card: received, from: "hand" } : null;
  }
  return laying(play) && card !== null && from !== null ? { card, from } : null;
}

/** The slot that is lifted from, while a swap is being thought of. */
export const liftedSlot = (play: Play): string | null => (laying(play) ? thoughtOf(play).idea.lifted : null);

/** Where the card in mind can go: actions by slot, and by "hand". */
export function targets(play: Play): Map<string, string> {
  const held = heldCard(play);
  const ways = waysOf(play);
  const lifted = liftedSlot(play);
  if (lifted !== null) {
    const card = held?.card ?? huskyIn(seatOf(play, play.seat), lifted) ?? "";
    return ways.swap.get(lifted)?.get(card) ?? new Map<string, string>();
  }
  if (!held) return new Map<string, string>();
  if (held.from === "centre") return ways.centre.get(held.card) ?? new Map<string, string>();
  const found = new Map(ways.hand.get(held.card));
  // A card of the hand may also take the place of a husky.
  for (const [slot, cards] of ways.swap) {
    const action = cards.get(held.card)?.get(slot);
    if (action) found.set(slot, action);
  }
  return found;
}

/** Where the sled could get: each way past a field that requires equipment, the one that is pointed at, or a husky's way. */
export function aheadOf(play: Play): readonly Outcome[] {
  if (!asked(play)) return [];
  const { way } = thoughtOf(play);
  if (!askedFor(play, "field")) return (way === null ? null : previewOf(play, way))?.outcomes ?? [];
  const all = ownOf(play)?.previews[0]?.outcomes ?? [];
  const pointed = all.filter(({ actions }) => actions[0] === play.peeked?.action);
  return pointed.length ? pointed : all;
}

export function putDown(play: Play): void {
  thoughtOf(play).forget();
  play.peek(null);
}

/** Anything that is thought of is answered by this action. */
export function choose(play: Play, action: string): void {
  putDown(play);
  play.choose(action);
}

async function refuse(play: Play, action: string): Promise<void> {
  const why = await play.why(action);
  if (why) play.tell(why);
}

/** A card is picked up. No mentor is wanted by somebody who does that right away. */
function hold(play: Play, card: string, from: Source): void {
  const thought = thoughtOf(play);
  const same = thought.idea.card === card && thought.idea.from === from;
  if (from === "centre" || same) putDown(play);
  if (same) return;
  const early = askedFor(play, "mentor");
  thought.think({ card, from, care: null }, early ? 1 : 0);
  if (early) play.choose("none");
}

/** Another card is wanted than the one that a whole draft has laid: that one goes back first, unless more has been done. */
function layAnother(play: Play): void {
  if (!play.mine || !play.done || play.pending !== null || viewOf(play).phase !== "preparations") return;
  if (play.draft.filter((action) => action !== "none").length > 1)
    play.tell(play.say("hike_dogsled.sled.take_back_first"));
  else
    for (let before = Infinity; play.draft.length && play.draft.length < before;) {
      before = play.draft.length;
      play.takeBack();
    }
}

/** There may be no room for names on the cards, and the log goes by names: whoever cannot take a card is told who it is. */
function introduce(play: Play, card: string): void {
  if (fixedOf(play).huskies[card]) play.tell(cardInWords(fixedOf(play), card), true);
  else play.tell(play.say(card === "E" ? "hike_dogsled.hand.equipment" : "hike_dogsled.hand.care"), true);
}

/** A card of the centre is clicked. */
export function takeUp(play: Play, card: string): void {
  layAnother(play);
  const decision = asked(play) ? decisionOf(play) : null;
  if (!play.mine) introduce(play, card);
  if (decision === null) return;
  if (decision === "runaway" || decision === "pick") chooseOrRefuse(play, `pick ${card}`);
  else if (card === "E" || card === "C") {
    putDown(play);
    const take = `draft ${card} hand`;
    if (decision === "mentor") play.chooseAll(["none", take]);
    else chooseOrRefuse(play, take);
  } else if (decision === "mentor" || waysOf(play).centre.has(card)) hold(play, card, "centre");
  else void refuse(play, `draft ${card} ${firstVacant(play)}`);
}

function chooseOrRefuse(play: Play, action: string): void {
  if (play.shown.legal.includes(action)) choose(play, action);
  else void refuse(play, action);
}

function firstVacant(play: Play): string {
  const sled = seatOf(play, play.seat)?.sled ?? {};
  return Object.keys(sled).find((slot) => sled[slot]!.husky === null) ?? Object.keys(sled)[0] ?? "T1";
}

/** A husky of the hand is clicked. */
export function takeFromHand(play: Play, card: string): void {
  layAnother(play);
  const decision = asked(play) ? decisionOf(play) : null;
  if (!play.mine) introduce(play, card);
  if (decision === null) return;
  const { hand, swap } = waysOf(play);
  const swaps = [...swap.values()].some((cards) => cards.has(card));
  if (decision === "pick") chooseOrRefuse(play, `pick ${card}`);
  else if (decision === "mentor" || hand.has(card) || swaps) hold(play, card, "hand");
  else void refuse(play, `place ${card} ${firstVacant(play)}`);
}

/** A slot of the own sled is clicked. */
export function takeSlot(play: Play, slot: string): void {
  if (!asked(play)) return;
  const decision = decisionOf(play);
  if (decision === "step") run(play, slot);
  else if (decision === "rest" || decision === "tuck") chooseOrRefuse(play, `${decision} ${slot}`);
  else if (decision === "pick") {
    const husky = huskyIn(seatOf(play, play.seat), slot);
    if (husky) chooseOrRefuse(play, `pick ${husky}`);
  } else if (laying(play)) putInto(play, slot);
  else if (decision === "mentor" && huskyIn(seatOf(play, play.seat), slot)) {
    putDown(play);
    thoughtOf(play).think({ lifted: slot }, 1);
    play.choose("none");
  }
}

function putInto(play: Play, slot: string): void {
  const thought = thoughtOf(play);
  const held = heldCard(play);
  const lifted = liftedSlot(play);
  const husky = huskyIn(seatOf(play, play.seat), slot);
  const action = targets(play).get(slot);
  if (slot === lifted && (!held || !action)) {
    putDown(play); // lifted by mistake
  } else if (action) {
    choose(play, action);
  } else if (lifted !== null) {
    const card = held?.card ?? huskyIn(seatOf(play, play.seat), lifted);
    if (husky && !held) thought.think({ lifted: slot });
    else void refuse(play, `swap ${lifted} ${card} ${slot}`);
  } else if (held) {
    const verb = held.from === "centre" ? "draft" : "place";
    void refuse(play, `${verb} ${held.card} ${slot}`);
  } else if (husky) {
    if (waysOf(play).swap.has(slot)) thought.think({ lifted: slot });
    else void refuse(play, `swap ${slot} ${husky} ${slot}`);
  } else {
    play.tell(play.say("hike_dogsled.sled.pick_first"));
  }
}

/** A husky is to run, or is cared for. */
function run(play: Play, slot: string): void {
  const thought = thoughtOf(play);
  const { idea } = thought;
  const previews = previewsOf(play, slot).filter(({ action }) => action !== null);
  const single = actionsOn(play, "care").get(slot);
  const double = actionsOn(play, "double").get(columnOf(slot));
  const cares = [idea.care === "double" ? undefined : single, idea.care === "single" ? undefined : double];
  const [care, other] = cares.filter((each) => each !== undefined);
  if (previews.length === 1) choose(play, previews[0]!.action!);
  else if (previews.length) thought.think({ runner: idea.runner === slot ? null : slot });
  else if (care !== undefined && other === undefined) choose(play, care);
  else if (care !== undefined) thought.think({ nursed: idea.nursed === slot ? null : slot });
  else void refuse(play, idea.care === "double" ? `double ${columnOf(slot)}` : `use ${slot}`);
}

/** A care card of the hand is clicked. */
export function takeCare(play: Play, kind: "single" | "double"): void {
  const thought = thoughtOf(play);
  const found = actionsOn(play, kind === "single" ? "care" : "double");
  const only = [...found.values()];
  if (!asked(play)) return;
  if (!askedFor(play, "step") || !only.length) {
    void refuse(play, kind === "single" ? `care ${anyTired(play)}` : `double ${columnOf(anyTired(play))}`);
  } else if (only.length === 1) choose(play, only[0]!);
  else thought.think({ care: thought.idea.care === kind ? null : kind });
}

function anyTired(play: Play): string {
  const sled = seatOf(play, play.seat)?.sled ?? {};
  return Object.keys(sled).find((slot) => sled[slot]!.state === "tired") ?? Object.keys(sled)[0] ?? "T1";
}

/** A mentor of the hand is clicked: it is spent, or the server says why it cannot be. */
export function takeMentor(play: Play): void {
  if (!asked(play)) return;
  chooseOrRefuse(play, "mentor");
}

/** A seat is clicked: with whom is a husky swapped? */
export function takeSeat(play: Play, seat: string): void {
  if (askedFor(play, "target")) chooseOrRefuse(play, `with ${seat}`);
}

/** Is there anything that can be put down? */
export const thinking = (play: Play): boolean =>
  Object.values(thoughtOf(play).idea).some((each) => each !== null);

/** Put down what is only thought of; false if there is nothing. */
export function back(play: Play): boolean {
  const thought = thoughtOf(play);
  const { idea } = thought;
  if (!asked(play) || !thinking(play)) return false;
  if (idea.lifted !== null && idea.card !== null) thought.think({ card: null, from: null });
  else putDown(play);
  return true;
}

/** The edges of a card that would clash in a slot, as far as their neighbours stay where they are. */
export function clashesOf(play: Play, card: string, slot: string): Clash[] {
  const clashes = ownOf(play)?.clashes[card] ?? [];
  return clashes.filter((clash) => clash.slot === slot && clash.neighbour !== liftedSlot(play));
}
