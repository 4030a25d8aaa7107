/**
 * A walk through something that is told in steps, such as the scores: it goes on by itself to its end, and can be
 * skipped, gone through by hand, and repeated. To be made when a component is.
 */
export class Walk {
  #at = $state<number | null>(null);
  /** Does it go on by itself? Not once somebody has gone a step by hand. */
  #walking = $state(true);

  /** `end`: the last step; `pause`: milliseconds before the next one; `atEnd`: nobody has to watch, it begins at its end. */
  constructor(
    private readonly end: () => number,
    pause: () => number,
    private readonly atEnd: () => boolean = () => false,
  ) {
    $effect(() => {
      if (!this.#walking || this.done) return;
      const next = this.step + 1; // read here, so that each step sets out for the one after it
      const timer = setTimeout(() => (this.#at = next), Math.max(pause(), 50));
      return () => clearTimeout(timer);
    });
  }

  get step(): number {
    const end = this.end();
    return Math.min(this.#at ?? (this.atEnd() ? end : 0), end);
  }

  get done(): boolean {
    return this.step >= this.end();
  }

  /** To a step, by hand. */
  go(to: number): void {
    this.#walking = false;
    this.#at = Math.max(0, Math.min(this.end(), to));
  }

  skip(): void {
    this.go(this.end());
  }

  /** From the first step on, by itself. */
  again(): void {
    this.#at = 0;
    this.#walking = true;
  }
}
