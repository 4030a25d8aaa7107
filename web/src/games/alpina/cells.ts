/** The cells of the board as the page draws them, read off a view: no rules, only what the server names. */
import type { Play } from "./types";
import type { Spot, View } from "./view";

export type Cell = readonly [number, number];

/** A place on the board: a card, a free cell, an empty cell that no card can go to, or one beyond the frame. */
export interface Place {
  key: string;
  cell: Cell;
  kind: "card" | "open" | "closed" | "locked";
  spot: Spot | null;
}

/** Rows or columns from the first to the last. */
export type Range = readonly [number, number];

const FRAME = 5;

export const keyOf = (cell: Cell): string => `${cell[0]},${cell[1]}`;
export const locked = (used: Range): boolean => used[1] - used[0] + 1 === FRAME;
export const used = (range: Range): number => range[1] - range[0] + 1;

/** The card and the cell of an action that lays one. */
export function readLay(action: string): { card: string; cell: string; at: Cell } | null {
  const found = /^(\w+)@((-?\d+),(-?\d+))$/.exec(action);
  return found ? { card: found[1]!, cell: found[2]!, at: [Number(found[3]), Number(found[4])] } : null;
}

/** The cell of an action that places a hiker. */
export function readHiker(action: string): string | null {
  return /^hiker (-?\d+,-?\d+)$/.exec(action)?.[1] ?? null;
}

/** A cell as events name it. */
export function readCell(said: string): Cell {
  const [row, col] = said.split(",").map(Number);
  return [row!, col!];
}

export type Side = "above" | "below" | "left" | "right";

/** On which side of another cell one lies, if they share an edge. */
export function sideOf([row, col]: Cell, [otherRow, otherCol]: Cell): Side | null {
  if (Math.abs(row - otherRow) + Math.abs(col - otherCol) !== 1) return null;
  if (row !== otherRow) return row < otherRow ? "above" : "below";
  return col < otherCol ? "left" : "right";
}

/** The rows and columns to be shown: those in use, and those that a card can still open. */
export function windowOf(view: View): { rows: Range; columns: Range } {
  const span = (range: Range, open: number[]): Range => [
    Math.min(range[0], ...open),
    Math.max(range[1], ...open),
  ];
  return {
    rows: span(
      view.rows,
      view.open_cells.map((cell) => cell[0]),
    ),
    columns: span(
      view.columns,
      view.open_cells.map((cell) => cell[1]),
    ),
  };
}

/** Every place of the board, row by row. A card that has been chosen but not yet answered lies there already. */
export function placesOf(view: View, pending: string | null): Place[] {
  const spots = new Map(view.grid.map((spot) => [keyOf(spot.cell), spot]));
  const lay = pending ? readLay(pending) : null;
  if (lay && !spots.has(lay.cell)) {
    spots.set(lay.cell, { cell: [...lay.at], card: lay.card, hiker: null, points: 0, counts: [] });
  }
  const open = new Set(view.open_cells.map(keyOf));
  const { rows, columns } = windowOf(view);
  const rim = view.decision === "over" ? 0 : 1;
  const places: Place[] = [];
  for (let row = rows[0] - rim; row <= rows[1] + rim; row++) {
    for (let col = columns[0] - rim; col <= columns[1] + rim; col++) {
      const cell: Cell = [row, col];
      const key = keyOf(cell);
      const spot = spots.get(key) ?? null;
      const inside = row >= rows[0] && row <= rows[1] && col >= columns[0] && col <= columns[1];
      if (inside) places.push({ key, cell, kind: spot ? "card" : open.has(key) ? "open" : "closed", spot });
      else if (beside(spots, cell)) places.push({ key, cell, kind: "locked", spot: null });
    }
  }
  return places;
}

function beside(spots: Map<string, Spot>, [row, col]: Cell): boolean {
  return [keyOf([row - 1, col]), keyOf([row + 1, col]), keyOf([row, col - 1]), keyOf([row, col + 1])].some(
    (key) => spots.has(key),
  );
}

/** Who laid a card: the one whose move brought it, or the viewer while it is only a draft. */
export function layerOf(play: Play, card: string): string | null {
  for (const entry of play.last) {
    const event = entry.events.find((e) => e.kind === "laid" && e.values.card === card);
    if (event) return event.seat;
  }
  return play.seat;
}
