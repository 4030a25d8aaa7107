/**
 * A walk through an account, step by step: it runs by itself to the end, can be stepped through, skipped and repeated.
 * Made while a component is set up, which it then belongs to.
 */
import type { Settings } from "../table/settings.svelte";

export interface WalkOf {
  /** How many steps there are; after the last one everything is told. */
  steps: () => number;
  /** How long a step is looked at. */
  milliseconds: number;
  settings: Settings;
  /** Is all of it known already? Then it begins at its end. So it does for those who want no motion. */
  known?: () => boolean;
  /** The end has been reached (again). */
  onend?: (() => void) | undefined;
}

export class Walk {
  #at = $state<number | null>(null);
  /** Does it go on by itself? */
  walking = $state(true);
  readonly end = $derived.by(() => this.of.steps());
  readonly #begin = $derived.by(() => {
    const { known, settings } = this.of;
    return known?.() || settings.still || settings.pace(1) === 0 ? this.end : 0;
  });
  /** The step that is told; `end` when everything is. */
  readonly step = $derived(Math.min(this.#at ?? this.#begin, this.end));
  readonly done = $derived(this.step >= this.end);

  constructor(private readonly of: WalkOf) {
    $effect(() => {
      const { step, done, walking } = this; // read here: what is read in the timer alone starts no other
      if (done) of.onend?.();
      if (done || !walking) return;
      const stay = Math.max(of.settings.pace(of.milliseconds), 50);
      const timer = setTimeout(() => (this.#at = step + 1), stay);
      return () => clearTimeout(timer);
    });
  }

  /** Look at one step, and stay there. */
  go(to: number): void {
    this.walking = false;
    this.#at = Math.max(0, Math.min(this.end, to));
  }

  /** Everything at once. */
  skip(): void {
    this.go(this.end);
  }

  /** From the beginning. */
  repeat(): void {
    this.#at = 0;
    this.walking = true;
  }
}
