/** Which part of a course is on the screen: it follows what matters, until somebody looks elsewhere. */
import type { Box } from "./shape";

/** Pixels of the screen for a unit of the course (a lane is 100 wide). */
const NEAREST = 0.9;
const FOLLOW_NEAREST = 0.52;
const FOLLOW_FURTHEST = 0.19;
/** Pixels along the edges where other things lie on the course: place cards above, buttons and the map below. */
const RIM = { top: 58, bottom: 62, side: 22 };
/** So much of the height is left to them at most, at each edge: on a low board the course is wanted more. */
const MOST_RIM = 0.2;
const SLACK = 6; // pixels before a press becomes a drag

export type Mode = "follow" | "whole" | "free";

interface Sight {
  x: number;
  y: number;
  scale: number;
}

export class Camera {
  width = $state(0);
  height = $state(0);
  mode = $state<Mode>("follow");
  /** Where somebody looks of their own will. */
  #free = $state.raw<Sight>({ x: 0, y: 0, scale: 0.4 });
  /** A finger or mouse moves the course. */
  held = $state(false);
  #pointers = new Map<number, { x: number; y: number }>();
  #moved = 0;

  /** `whole`: the course; `matters`: what is to be seen now, the least first if not all of it fits. */
  constructor(
    private readonly whole: () => Box,
    private readonly matters: () => readonly Box[],
  ) {}

  readonly sight: Sight = $derived.by(() => {
    if (this.mode === "free") return this.#free;
    if (this.mode === "whole") return this.#fit(this.whole(), 1);
    for (const box of this.matters()) {
      const sight = this.#fit(box, FOLLOW_NEAREST);
      if (sight.scale >= FOLLOW_FURTHEST) return sight;
    }
    const last = this.matters().at(-1) ?? this.whole();
    return this.#fit(last, FOLLOW_NEAREST, FOLLOW_FURTHEST);
  });

  get transform(): string {
    const { x, y, scale } = this.sight;
    return `translate(${this.width / 2 - x * scale}px, ${this.height / 2 - y * scale}px) scale(${scale})`;
  }

  /** What of the course is on the screen. */
  get window(): Box {
    const { x, y, scale } = this.sight;
    const [width, height] = [this.width / scale, this.height / scale];
    return { x: x - width / 2, y: y - height / 2, width, height };
  }

  #fit(box: Box, nearest: number, furthest = 0): Sight {
    const most = MOST_RIM * this.height;
    const [top, bottom] = [Math.min(RIM.top, most), Math.min(RIM.bottom, most)];
    const wide = Math.max(1, this.width - 2 * RIM.side);
    const high = Math.max(1, this.height - top - bottom);
    const scale = Math.max(furthest, Math.min(nearest, wide / box.width, high / box.height));
    const off = (bottom - top) / 2 / scale;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 + off, scale };
  }

  look(x: number, y: number): void {
    this.#free = { ...this.sight, x, y, scale: Math.max(this.sight.scale, 0.25) };
    this.mode = "free";
  }

  /** Nearer or further, about a point of the screen. */
  zoom(by: number, at = { x: this.width / 2, y: this.height / 2 }): void {
    const before = this.sight;
    const least = this.#fit(this.whole(), 1).scale * 0.8;
    const scale = Math.max(least, Math.min(NEAREST, before.scale * by));
    const [dx, dy] = [at.x - this.width / 2, at.y - this.height / 2];
    const x = before.x + dx / before.scale - dx / scale;
    const y = before.y + dy / before.scale - dy / scale;
    this.#free = { x, y, scale };
    this.mode = "free";
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 1) this.#moved = 0;
  }

  move(event: PointerEvent, frame: DOMRect): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.#moved += Math.hypot(dx, dy);
    if (this.#moved < SLACK) return;
    this.held = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    const { x, y, scale } = this.sight;
    const share = other ? 2 : 1; // each of two fingers carries half of it
    this.#free = { x: x - dx / scale / share, y: y - dy / scale / share, scale };
    this.mode = "free";
    if (!other) return;
    const gap = (from: { x: number; y: number }): number => Math.hypot(from.x - other.x, from.y - other.y);
    const middle = { x: (now.x + other.x) / 2 - frame.left, y: (now.y + other.y) / 2 - frame.top };
    if (gap(before) > 1) this.zoom(gap(now) / gap(before), middle);
  }

  up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (!this.#pointers.size) this.held = false;
  }

  /** Was the press that has just ended a drag? Then it chooses nothing. */
  get dragged(): boolean {
    return this.#moved >= SLACK;
  }
}
