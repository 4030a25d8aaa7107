/** The analysis of a match as the page knows it: how far it is, what it found, and where in it we are. */
import { api, whyNot } from "../net/api";
import type { ViewMessage } from "../net/messages";
import type { ReplayPlay } from "../table/replay.svelte";
import { pointAt, points, stepOf, type Knowledge } from "./figures";
import type { AnalysisState, Judgement, Moment } from "../protocol";

export const ASK_AGAIN_MS = 1000;

export class Analysis {
  info = $state.raw<AnalysisState | null>(null);
  /** Why the server could not be asked, or refused. */
  trouble = $state("");
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
  readonly underWay = $derived(this.info?.state === "waiting" || this.info?.state === "running");
  /** The point of the curve that the replay shows. */
  readonly point: number = $derived.by(() => {
    const { at } = this.play;
    return stepOf(this.decisions, this.#picked) === at ? this.#picked : pointAt(this.decisions, at);
  });
  /** What was decided to come to this point; null before the first decision. */
  readonly decision: Judgement | null = $derived(this.decisions[this.point - 1] ?? null);

  constructor(
    readonly table: string,
    readonly play: ReplayPlay,
  ) {}

  async #ask(question: Promise<AnalysisState>): Promise<void> {
    try {
      const info = await question;
      if (info.state === "done" && !this.within.size) this.within = await this.#lookWithin();
      this.info = info;
      this.trouble = "";
    } catch (error) {
      this.trouble = whyNot(error);
    }
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

  look = (): Promise<void> => this.#ask(api.analysis(this.table));
  start = (): Promise<void> => this.#ask(api.analyse(this.table));
  cancel = (): Promise<void> => this.#ask(api.cancelAnalysis(this.table));

  /** Ask how far it is until it has come to an end; gives what stops the asking. */
  follow(): () => void {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      await this.look();
      // A server that is away for a moment comes back.
      if (!stopped && (this.underWay || this.info === null)) timer = setTimeout(ask, ASK_AGAIN_MS);
    };
    timer = setTimeout(ask, ASK_AGAIN_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
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
