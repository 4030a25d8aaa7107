/** The mark of each seat: a colour and a shape, so that neither is needed to know it. */

export type Shape = "circle" | "square" | "triangle" | "diamond" | "hexagon" | "star";

export interface SeatMark {
  shape: Shape;
  /** As a CSS value. */
  colour: string;
}

const MARKS: readonly SeatMark[] = [
  { shape: "circle", colour: "var(--seat-yellow)" },
  { shape: "square", colour: "var(--seat-blue)" },
  { shape: "triangle", colour: "var(--seat-purple)" },
  { shape: "diamond", colour: "var(--seat-red)" },
  { shape: "hexagon", colour: "var(--seat-green)" },
  { shape: "star", colour: "var(--seat-orange)" },
];

/** The mark of a seat by its letter. */
export function markOf(seat: string): SeatMark {
  return MARKS[Math.max(0, seat.charCodeAt(0) - "A".charCodeAt(0)) % MARKS.length]!;
}
