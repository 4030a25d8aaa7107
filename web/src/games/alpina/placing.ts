/** Where a note goes so that it hides as little as possible of what it speaks of. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 12;
const EDGE = 6;

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/**
 * The place of a note of a size within a room. `about` is what it speaks of (the first is the thing itself), `field`
 * is better left free too. Of places that hide equally little the nearest to the thing is taken.
 */
export function placeNote(size: { width: number; height: number }, room: Box, about: Box[], field: Box): Box {
  const [thing = field] = about;
  const middle = thing.y + thing.height / 2 - size.height / 2;
  const centre = thing.x + thing.width / 2 - size.width / 2;
  const right = room.x + room.width - size.width - EDGE;
  const bottom = room.y + room.height - size.height - EDGE;
  const spots: Array<[number, number]> = [
    [field.x + field.width + GAP * 2, middle],
    [field.x - size.width - GAP * 2, middle],
    [thing.x + thing.width + GAP, middle],
    [thing.x - size.width - GAP, middle],
    [centre, thing.y - size.height - GAP],
    [centre, thing.y + thing.height + GAP],
    [room.x + EDGE, room.y + EDGE],
    [right, room.y + EDGE],
    [room.x + EDGE, bottom],
    [right, bottom],
    [centre, room.y + EDGE],
    [centre, bottom],
  ];
  const clamp = (value: number, low: number, high: number) =>
    Math.max(low, Math.min(value, Math.max(low, high)));
  const boxes = spots.map(([x, y]) => ({
    x: clamp(x, room.x + EDGE, right),
    y: clamp(y, room.y + EDGE, bottom),
    ...size,
  }));
  const cost = (box: Box) =>
    about.reduce((sum, each) => sum + overlap(box, each), 0) * 4 +
    overlap(box, thing) * 20 +
    overlap(box, field) * 0.5 +
    Math.hypot(
      box.x + box.width / 2 - thing.x - thing.width / 2,
      box.y + box.height / 2 - thing.y - thing.height / 2,
    );
  return boxes.reduce((best, box) => (cost(box) < cost(best) ? box : best));
}
