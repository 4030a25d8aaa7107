/** From the points of a course to what SVG paints, and where things stand on it. */
import { say } from "../../words/say";
import { leg } from "../runner.svelte";
import type { CourseShape, CourseView, TableView, View } from "./view";

export type Point = readonly [number, number];

/** Where a sled stands and where it looks, in degrees. */
export interface Pose {
  x: number;
  y: number;
  heading: number;
}

/** The way of a sled. */
export interface Trail {
  seat: string;
  way: readonly number[];
  /** gone: since one's last move; lit: pointed at in the log; thought: not gone at all. */
  kind: "gone" | "lit" | "thought";
}

/** A line through points, in SVG's words; `closed` for a field. */
export function lineOf(points: readonly Point[], closed = false): string {
  return `M${points.map((point) => point.join(" ")).join("L")}${closed ? "Z" : ""}`;
}

export const linesOf = (lines: readonly (readonly Point[])[]): string =>
  lines.map((line) => lineOf(line)).join("");

export function poseOf(shape: CourseShape, space: number): Pose {
  const { centre, heading } = shape.spaces[space]!;
  return { x: centre[0], y: centre[1], heading };
}

/** The course of a race; 1 for the first. */
export function courseOf(fixed: TableView, race: number): CourseView {
  return fixed.courses[fixed.races[race - 1]?.course ?? 0]!;
}

export const courseNow = (fixed: TableView, view: View): CourseView => courseOf(fixed, view.race);

/** Its line of text is not for people. */
export const nameOfCourse = (course: CourseView): string => course.name || say("snow_tails.editor.unnamed");

/** The shortest turn from one heading to another. */
export function turned(from: number, to: number): number {
  return from + ((((to - from) % 360) + 540) % 360) - 180;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function around(points: readonly Point[], rim: number): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - rim, Math.min(...ys) - rim];
  return { x: left, y: top, width: Math.max(...xs) + rim - left, height: Math.max(...ys) + rim - top };
}

/** The point of a line that is nearest to another point. */
function nearest([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): Point {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = dx || dy ? ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) : 0;
  const t = Math.max(0, Math.min(1, along));
  return [x1 + t * dx, y1 + t * dy];
}

const between = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x2 - x1, y2 - y1);

/** The middle of the track from beside a space on, so far. */
export function ahead({ middle, spaces }: CourseShape, space: number, far: number): Point[] {
  const { centre } = spaces[space]!;
  const feet = middle.slice(1).map((end, n) => nearest(centre, middle[n]!, end));
  const gaps = feet.map((foot) => between(centre, foot));
  let n = gaps.indexOf(Math.min(...gaps));
  const way: Point[] = [feet[n]!];
  for (let left = far; left > 0 && n + 1 < middle.length; n++) {
    const [from, to] = [way.at(-1)!, middle[n + 1]!];
    const step = between(from, to);
    const share = step > left ? left / step : 1;
    way.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
    left -= step;
  }
  return way;
}

const CELL = 430;
const CLEAR = 500; // from the middle of the track: half its width, the flags, and a rim

/** Pines beside the track, always the same ones for the same course. */
export function pines(shape: CourseShape): { x: number; y: number; size: number }[] {
  const found = [];
  let seed = shape.width * 31 + shape.height;
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let y = -CELL; y < shape.height + CELL; y += CELL) {
    for (let x = -2 * CELL; x < shape.width + 2 * CELL; x += CELL) {
      const at: Point = [Math.round(x + random() * CELL), Math.round(y + random() * CELL)];
      const size = 0.8 + random() * 0.8;
      const near = shape.middle.some(
        (point, n) => n > 0 && between(at, nearest(at, shape.middle[n - 1]!, point)) < CLEAR,
      );
      if (!near && random() < 0.62) found.push({ x: at[0], y: at[1], size });
    }
  }
  return found;
}

/** Where one is after a share of the way, and how one lies: slow at both ends. */
export function underway(stops: readonly Pose[], share: number): Pose {
  const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
  const { from, to, far } = leg(stops, eased);
  const heading = turned(from.heading, to.heading);
  return {
    x: from.x + (to.x - from.x) * far,
    y: from.y + (to.y - from.y) * far,
    heading: from.heading + (heading - from.heading) * far,
  };
}
