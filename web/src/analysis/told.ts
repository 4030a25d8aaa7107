/** The decisions of an analysis in human words, as the game itself puts its actions. */
import type { GamePage } from "../games/contract";
import type { ViewMessage } from "../net/messages";
import type { ReplayPlay } from "../table/replay.svelte";
import { say } from "../words/say";
import { letterOf } from "../art/seats";
import { percent } from "./figures";
import type { Judgement } from "../protocol";

/** Who is called what, and how the game names an action where it was to be chosen. */
export class Telling {
  #seen = new Map<Judgement, ReplayPlay>();

  constructor(
    readonly play: ReplayPlay,
    readonly page: Pick<GamePage, "nameOf">,
    readonly decisions: readonly Judgement[],
    /** The positions within turns of several actions, by the step that the turn leads to. */
    readonly within: ReadonlyMap<number, readonly ViewMessage[]>,
  ) {}

  who(seat: number): string {
    const letter = letterOf(seat);
    return this.play.names[letter] ?? letter;
  }

  action(decision: Judgement, action: string): string {
    return this.page.nameOf?.(this.#before(decision), action) ?? action;
  }

  played = (decision: Judgement): string => this.action(decision, decision.played);
  best = (decision: Judgement): string => this.action(decision, decision.best);

  /** What it cost, in words and per cent. */
  cost(decision: Judgement): string {
    const { grade, seat, knew, best, played } = decision;
    if (grade === null) return say(best === played ? "analysis.best" : "analysis.as_good");
    const [from, to] = [percent(knew.before[seat] ?? 0), percent(knew.after[seat] ?? 0)];
    return say(`analysis.grade.${grade}`, { from, to });
  }

  /** The chances of all seats, in a line. */
  chances(chances: readonly number[]): string {
    return chances
      .map((chance, seat) => say("analysis.chance", { name: this.who(seat), n: percent(chance) }))
      .join(", ");
  }

  /** The position as it was decided upon. */
  #before(decision: Judgement): ReplayPlay {
    const known = this.#seen.get(decision);
    if (known) return known;
    const { step } = decision;
    const first = this.decisions.findIndex((each) => each.step === step);
    const within = this.within.get(step)?.[this.decisions.indexOf(decision) - first - 1];
    const seen = this.play.seen(within ? step : step - 1, letterOf(decision.seat), within);
    this.#seen.set(decision, seen);
    return seen;
  }
}
