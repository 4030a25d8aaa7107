/**
 * One step of a lesson at its table: what is wanted, whether it has been played, and what is said to a turn that is
 * allowed but not what the step is about. What is not allowed is refused by the server, as at any table.
 */
import type { LessonStep } from "../protocol";
import { LivePlay } from "../table/play.svelte";
import type { TableStore } from "../table/store.svelte";
import { say } from "../words/say";

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
  /** Does the draft lead elsewhere, or has it led there? */
  readonly astray: boolean = $derived.by(() => {
    const { draft, done } = this.play;
    if (this.free) return false;
    if (!draft.length) return this.#wrong;
    return done ? !this.#isWanted() : !new RegExp(this.step.begins).test(draft.join(";")) || this.#isSpoilt();
  });

  constructor(
    readonly step: LessonStep,
    readonly number: number,
    store: TableStore,
  ) {
    this.play = new LivePlay(store);
    this.play.consents = () => this.#consents();
    this.play.advised = !step.show.length;
    this.play.enough = () => this.done && step.show.length > 0;
  }

  /** Is there no connection, and the table one that was written down? */
  get recorded(): boolean {
    return this.play.store.recorded;
  }

  #consents(): boolean {
    this.#wrong = !this.free && !this.#isWanted();
    if (this.#wrong) this.play.tell(say("lesson.taken_back"), true);
    return !this.#wrong;
  }

  #isWanted(): boolean {
    const { fits, must } = this.step;
    const kinds = new Set(this.play.drafted.events.map((event) => event.kind));
    return (
      new RegExp(fits).test(this.play.draft.join(";")) &&
      must.every((kind) => kinds.has(kind)) &&
      !this.#isSpoilt()
    );
  }

  /** Does the draft do what must not happen, however it goes on? */
  #isSpoilt(): boolean {
    return this.play.drafted.events.some(({ kind }) => this.step.must_not.includes(kind));
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
