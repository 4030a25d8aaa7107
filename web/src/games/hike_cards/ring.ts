/** Where the seats stand around the table. */

export interface Point {
  x: number;
  y: number;
}

/**
 * The places of `n` seats on the trail around a table of this size, in the order of the seats from `first`, who sits at
 * the bottom; the next one clockwise is to the left, as people sit.
 */
export function places(n: number, first: number, width: number, height: number): Point[] {
  return Array.from({ length: n }, (_, seat) => spot(((seat - first + n) % n) / n, width, height));
}

/** A point of the trail: 0 is the bottom, a quarter further the left side, then the top, then the right. */
export function spot(part: number, width: number, height: number): Point {
  const angle = Math.PI / 2 + part * 2 * Math.PI;
  return { x: width / 2 + (Math.cos(angle) * width) / 2, y: height / 2 + (Math.sin(angle) * height) / 2 };
}

/** Does a seat stand on what is listed at the right of the pile, words and all? The middle is half a table from both sides. */
export function coversTheList(spots: readonly Point[], width: number, height: number, card: number): boolean {
  const [left, right] = [width / 2 + card * 0.66, width / 2 + card * 0.66 + LIST.width];
  return spots.some(
    ({ x, y }) =>
      x + MARK.right > left &&
      x - MARK.left < right &&
      y + MARK.below > (height - LIST.height) / 2 &&
      y - MARK.above < (height + LIST.height) / 2,
  );
}
/** Three suits with their names, and what is said above and below them. */
const LIST = { width: 68, height: 148 };
/** How far a mark reaches from its middle, with the news above it. */
const MARK = { left: 17, right: 17, above: 33, below: 17 };

/** An arrow of the trail between a seat and the next, and which way it points (in degrees, 0 is to the right). */
export interface Arrow extends Point {
  turn: number;
}

export function arrows(n: number, first: number, width: number, height: number, clockwise: boolean): Arrow[] {
  return Array.from({ length: n }, (_, seat) => {
    const part = (((seat - first + n) % n) + 0.5) / n;
    const [before, after] = [spot(part - 0.01, width, height), spot(part + 0.01, width, height)];
    const turn = (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI;
    return { ...spot(part, width, height), turn: clockwise ? turn : turn + 180 };
  });
}
