/** Something that runs along points at an even pace. */
import type { Point } from "./track";

export class Runner {
  place = $state.raw<Point | null>(null);
  #frame = 0;

  /** Along these points, from where it is now. Without time it is there at once. */
  go(way: readonly Point[], milliseconds: number): void {
    this.stop();
    const end = way.at(-1);
    if (!end) return;
    if (!this.place || milliseconds <= 0) {
      this.place = end;
      return;
    }
    const stops = [this.place, ...way];
    const begin = performance.now();
    const step = (now: number): void => {
      const done = Math.min(1, Math.max(0, now - begin) / milliseconds);
      this.place = between(stops, done);
      if (done < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

/** Where one is after a share of the way. */
export function between(stops: readonly Point[], share: number): Point {
  const at = share * (stops.length - 1);
  const n = Math.min(stops.length - 2, Math.floor(at));
  const [from, to] = [stops[n]!, stops[n + 1]!];
  const t = at - n;
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}
