/** Something that runs along a way at an even pace; `underway` says where it is after a share of the way. */
export class Runner<Place> {
  place = $state.raw<Place | null>(null);
  #frame = 0;

  constructor(private readonly underway: (stops: readonly Place[], share: number) => Place) {}

  /** Along these places, from where it is now. Without time it is there at once. */
  go(way: readonly Place[], milliseconds: number): void {
    this.stop();
    const end = way.at(-1);
    if (end === undefined) return;
    if (this.place === null || milliseconds <= 0) {
      this.place = end;
      return;
    }
    const stops = [this.place, ...way];
    const begin = performance.now();
    const step = (now: number): void => {
      const done = Math.min(1, Math.max(0, now - begin) / milliseconds);
      this.place = this.underway(stops, done);
      if (done < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

/** The two stops that one is between after a share of the way, and how far from the first. */
export function leg<Place>(stops: readonly Place[], share: number): { from: Place; to: Place; far: number } {
  const at = share * (stops.length - 1);
  const n = Math.min(stops.length - 2, Math.floor(at));
  return { from: stops[n]!, to: stops[n + 1]!, far: at - n };
}
