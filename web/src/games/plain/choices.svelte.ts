/** What the prompt offers: every legal action by its notation; where there are very many, in steps. The hand shows some. */
import type { Choice } from "../contract";
import { onePer } from "../kept.svelte";
import { grouped } from "./grouping";
import { inHand } from "./holding";
import type { Play } from "./types";

/** The groups that have been chosen on the way to an action, the last one the smallest. */
class Narrowing {
  groups = $state.raw<readonly string[][]>([]);
}

const narrowingOf = onePer(
  (play: Play) => play.shown.legal,
  () => new Narrowing(),
);

export function choices(play: Play): Choice[] {
  const narrowing = narrowingOf(play);
  const shown = inHand(play);
  return grouped(narrowing.groups.at(-1) ?? play.shown.legal).map(({ label, actions }) =>
    actions.length === 1
      ? { label, action: actions[0]!, onBoard: shown.has(actions[0]!) }
      : {
          label,
          detail: play.say("plain.answers", { n: actions.length }),
          pick: () => (narrowing.groups = [...narrowing.groups, actions]),
        },
  );
}

/** Back to the larger group; false if there is none. */
export function back(play: Play): boolean {
  const narrowing = narrowingOf(play);
  if (!narrowing.groups.length) return false;
  narrowing.groups = narrowing.groups.slice(0, -1);
  return true;
}
