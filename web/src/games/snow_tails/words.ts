/** Moves and what they lead to, in words. */
import type { Play } from "./types";
import { SLOTS, readNumbered, readPlay, type Slot } from "./read";
import type { Outcome, Preview } from "./view";

type Step = "F" | "L" | "R";
const LETTERS: Record<string, "forward" | "left" | "right"> = { F: "forward", L: "left", R: "right" };

/** Names in a row, with the word for "and" before the last. */
export function listed(names: readonly string[]): string {
  const { lang } = document.documentElement;
  return new Intl.ListFormat(!lang || lang === "en" ? "en-GB" : lang, { type: "conjunction" }).format(names);
}

export function slotsInWords(play: Play, slots: readonly Slot[]): string {
  return listed(
    SLOTS.filter((slot) => slots.includes(slot)).map((slot) => play.say(`snow_tails.slot.${slot}`)),
  );
}

/** An action in words. */
export function nameOf(play: Play, action: string): string {
  const cards = readPlay(action);
  if (cards) {
    return play.say(cards.slots.length > 1 ? "snow_tails.action.plays" : "snow_tails.action.play", {
      value: cards.value,
      slots: slotsInWords(play, cards.slots),
    });
  }
  const step = LETTERS[action];
  if (step) return play.say(`snow_tails.step.${step}`);
  const numbered = readNumbered(action);
  if (numbered?.word === "start") return play.say("snow_tails.action.start", { n: numbered.n });
  if (numbered) return play.say("snow_tails.action.discard", { n: numbered.n });
  return play.say(action === "bonus" ? "snow_tails.action.bonus" : "snow_tails.action.none");
}

export const sideInWords = (play: Play, side: string | null | undefined): string =>
  play.say(side === "left" ? "snow_tails.side.left" : "snow_tails.side.right");

/** Speed 5, drift 1 to the left. */
export function paceInWords(
  play: Play,
  { speed, drift, side }: Pick<Preview, "speed" | "drift" | "side">,
): string {
  if (!drift) return play.say("snow_tails.pace.straight", { n: speed });
  return play.say("snow_tails.pace.drift", { n: speed, drift, side: sideInWords(play, side) });
}

/** All that an outcome means besides its end, each as a few words; none for a clean move. */
export function consequences(play: Play, outcome: Outcome): string[] {
  const { say } = play;
  const told: string[] = [];
  if (outcome.bonus) told.push(say("snow_tails.out.bonus", { n: outcome.bonus }));
  for (const line of outcome.lines ?? []) {
    if (!line.dents) continue;
    told.push(say("snow_tails.out.line", { speed: line.speed, limit: line.limit, n: line.dents }));
  }
  if (outcome.saplings?.length) told.push(say("snow_tails.out.saplings", { n: outcome.saplings.length }));
  if (outcome.crash === "sled")
    told.push(say("snow_tails.out.sled", { name: play.names[outcome.hit ?? ""] ?? outcome.hit ?? "" }));
  else if (outcome.crash) told.push(say(`snow_tails.out.${outcome.crash as "side"}`));
  if (outcome.spared) told.push(say("snow_tails.out.spared"));
  if (outcome.kind === "wreck") told.push(say("snow_tails.out.wreck"));
  if (outcome.finish) told.push(say("snow_tails.out.finish"));
  if (outcome.next_turn)
    told.push(say(outcome.next_turn === "wreck" ? "snow_tails.out.next_wreck" : "snow_tails.out.next_dent"));
  return told;
}

/** Clean, 2 dents, crash, wreck. */
export function kindInWords(play: Play, outcome: Outcome): string {
  if (outcome.kind === "dent") return play.say("snow_tails.kind.dent", { n: outcome.dents ?? 0 });
  if (outcome.kind === "crash")
    return outcome.dents
      ? play.say("snow_tails.kind.crash_dents", { n: outcome.dents })
      : play.say("snow_tails.kind.crash");
  return play.say(outcome.kind === "wreck" ? "snow_tails.kind.wreck" : "snow_tails.kind.clean");
}

/** Steps as one says them in passing: 2 straight, 1 to the left, 1 straight. */
export function wayInWords(play: Play, steps: string): string {
  const runs = steps.match(/F+|L+|R+/g) ?? [];
  return runs.map((run) => play.say(`snow_tails.way.${run[0] as Step}`, { n: run.length })).join(", ");
}

export function endInWords(play: Play, outcome: Outcome): string {
  const kind = kindInWords(play, outcome);
  if (!outcome.path.length) return play.say("snow_tails.end.stays", { kind });
  const way = wayInWords(play, outcome.steps.slice(0, outcome.path.length));
  return play.say(outcome.bonus ? "snow_tails.end.bonus" : "snow_tails.end.way", { way, kind });
}

/** The best that cards of a value can do: 7 spaces, clean. */
export function bestInWords(play: Play, outcome: Outcome): string {
  if (!outcome.path.length && outcome.kind === "clean") return play.say("snow_tails.hand.stands");
  return play.say("snow_tails.hand.spaces", { n: outcome.path.length, kind: kindInWords(play, outcome) });
}
