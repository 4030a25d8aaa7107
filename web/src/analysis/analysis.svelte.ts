/** The analysis of a match beside its replay: what it found, and where in it we are. */
import { api } from "../net/api";
import type { ViewMessage } from "../net/messages";
import type { ReplayPlay } from "../table/replay.svelte";
import { pointAt, points, stepOf, type Knowledge } from "./figures";
import { Making } from "./making.svelte";
import type { Judgement, Moment } from "../protocol";

export class Analysis extends Making {
  knowledge = $state<Knowledge>("knew");
  /** What was seen within turns of several actions, by the step of each; empty until it is there. */
  within = $state.raw<ReadonlyMap<number, readonly ViewMessage[]>>(new Map());
  /** Which point was gone to; several decisions may have led to one step. */
  #picked = $state(0);

  readonly decisions: readonly Judgement[] = $derived(this.info?.analysis?.decisions ?? []);
  readonly points = $derived(points(this.decisions, this.knowledge));
  readonly mistakes: readonly Judgement[] = $derived(this.decisions.filter(({ grade }) => grade !== null));
  /** What decided the match, and how each moved the chances. */
  readonly moved: ReadonlyMap<Judgement, Moment> = $derived(
    new Map((this.info?.analysis?.moments ?? []).map((each) => [this.decisions[each.decision]!, each])),
  );
  readonly moments: readonly Judgement[] = $derived([...this.moved.keys()]);
  /** The point of the curve that the replay shows. */
  readonly point: number = $derived.by(() => {
    const { at } = this.play;
    return stepOf(this.decisions, this.#picked) === at ? this.#picked : pointAt(this.decisions, at);
  });
  /** What was decided to come to this point; null before the first decision. */
  readonly decision: Judgement | null = $derived(this.decisions[this.point - 1] ?? null);

  constructor(
    table: string,
    readonly play: ReplayPlay,
  ) {
    super(table);
  }

  protected override async complete(): Promise<void> {
    if (!this.within.size) this.within = await this.#lookWithin();
  }

  async #lookWithin(): Promise<ReadonlyMap<number, readonly ViewMessage[]>> {
    const found = new Map<number, ViewMessage[]>();
    for (let since = -1; ;) {
      const more = await api.within(this.table, since);
      for (const view of more) found.set(view.seq, [...(found.get(view.seq) ?? []), view]);
      const last = more.at(-1);
      if (!last) return found;
      since = last.seq;
    }
  }

  /** Show a point of the curve on the board. */
  go(point: number): void {
    if (!this.decisions.length) return;
    this.#picked = Math.max(0, Math.min(this.decisions.length, point));
    this.play.playing = false;
    this.play.go(stepOf(this.decisions, this.#picked));
  }

  /** Show what a decision led to. */
  goTo(decision: Judgement): void {
    this.go(this.decisions.indexOf(decision) + 1);
  }
}
