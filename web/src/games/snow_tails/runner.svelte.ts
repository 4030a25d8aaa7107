/** Something that runs along a way at an even pace. */
import { turned, type Pose } from "./shape";

export class Runner {
  pose = $state.raw<Pose | null>(null);
  #frame = 0;

  /** Along these places, from where it is now. Without time it is there at once. */
  go(way: readonly Pose[], milliseconds: number): void {
    this.stop();
    const end = way.at(-1);
    if (!end) return;
    if (!this.pose || milliseconds <= 0) {
      this.pose = end;
      return;
    }
    const stops = [this.pose, ...way];
    const begin = performance.now();
    const step = (now: number): void => {
      const done = Math.min(1, (now - begin) / milliseconds);
      this.pose = between(stops, done);
      if (done < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

/** Where one is after a share of the way. */
export function between(stops: readonly Pose[], share: number): Pose {
  const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
  const at = eased * (stops.length - 1);
  const n = Math.min(stops.length - 2, Math.floor(at));
  const [from, to] = [stops[n]!, stops[n + 1]!];
  const t = at - n;
  const heading = turned(from.heading, to.heading);
  return {
    x: from.x + (to.x - from.x) * t,
    y: from.y + (to.y - from.y) * t,
    heading: from.heading + (heading - from.heading) * t,
  };
}
