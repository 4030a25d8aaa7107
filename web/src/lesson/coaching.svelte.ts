/**
 * One step of a lesson at its table: what is wanted, whether it has been played, and what is said to a turn that is
 * allowed but not what the step is about. What is not allowed is refused by the server, as at any table.
 */
import type { LessonStep } from "../protocol";
import { LivePlay } from "../table/play.svelte";
import type { TableStore } from "../table/store.svelte";

export class Coaching {
  readonly play: LivePlay;
  /** Was the last turn that somebody wanted to play another one than wanted? */
  #wrong = $state(false);

  /** The learner's turn has been played. */
  readonly done: boolean = $derived.by(() =>
    this.play.log.some((entry) => entry.kind === "move" && entry.seat === this.play.seat),
  );
  /** Whatever is played now is theirs to decide. */
  readonly free: boolean = $derived.by(() => this.done || !this.step.show.length);
  /** Does the draft lead elsewhere? */
  readonly astray: boolean = $derived.by(() => {
    const { draft } = this.play;
    if (this.free) return false;
    return draft.length ? !new RegExp(this.step.begins).test(draft.join(";")) : this.#wrong;
  });

  constructor(
    readonly step: LessonStep,
    readonly number: number,
    store: TableStore,
    /** Is there no connection, and the table one that was written down? */
    readonly recorded = false,
  ) {
    this.play = new LivePlay(store);
    this.play.consents = () => this.#consents();
    this.play.advised = !step.show.length;
    this.play.enough = () => this.done && step.show.length > 0;
  }

  #consents(): boolean {
    this.#wrong = !this.free && !this.#isWanted();
    return !this.#wrong;
  }

  #isWanted(): boolean {
    const { fits, must, must_not } = this.step;
    const kinds = new Set(this.play.drafted.events.map((event) => event.kind));
    return (
      new RegExp(fits).test(this.play.draft.join(";")) &&
      must.every((kind) => kinds.has(kind)) &&
      !must_not.some((kind) => kinds.has(kind))
    );
  }

  /** Lay the wanted turn out, to be confirmed. */
  show(): void {
    this.#wrong = false;
    void this.play.layOut(this.step.show);
  }

  close(): void {
    this.play.store.close();
  }
}
