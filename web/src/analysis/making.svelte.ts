/** The analysis of a match as the server makes it: asked for, followed until it is done, or cancelled. */
import { api, whyNot } from "../net/api";
import type { AnalysisState } from "../protocol";

export const ASK_AGAIN_MS = 1000;

export class Making {
  info = $state.raw<AnalysisState | null>(null);
  /** Why the server could not be asked, or refused. */
  trouble = $state("");

  readonly underWay = $derived(this.info?.state === "waiting" || this.info?.state === "running");

  constructor(readonly table: string) {}

  /** What else is wanted of an analysis that is done, before it is shown. */
  protected complete(): Promise<void> {
    return Promise.resolve();
  }

  async #ask(question: Promise<AnalysisState>): Promise<void> {
    try {
      const info = await question;
      if (info.state === "done") await this.complete();
      this.info = info;
      this.trouble = "";
    } catch (error) {
      this.trouble = whyNot(error);
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
}
