/** The track as it lies on the screen: landscape cards in rows, each field a tile. */
import { leg } from "../runner.svelte";
import type { FieldView, TableView, View } from "./view";

export interface Point {
  x: number;
  y: number;
}

export interface Field extends FieldView {
  /** Its position on the track, 1 for the first; null while it is not known. */
  number: number | null;
}

export interface Land {
  /** Its place: 0 is the start, then 1 ..., the finish last. */
  at: number;
  kind: "start" | "middle" | "finish";
  id: string | null;
  name: string;
  fields: Field[];
  sideways: boolean;
}

/** All landscapes from start to finish; those that are face-down have no fields yet. */
export function landsOf(fixed: TableView, view: View): Land[] {
  const ids = [fixed.start, ...view.track, fixed.finish];
  let number: number | null = 0;
  return ids.map((id, at) => {
    const card = id === null ? null : fixed.landscapes[id]!;
    if (!card) number = null;
    const fields = (card?.fields ?? []).map((field) => {
      if (number !== null) number += 1;
      return { ...field, number };
    });
    const kind = at === 0 ? "start" : at === ids.length - 1 ? "finish" : "middle";
    return { at, kind, id, name: card?.name ?? "", fields, sideways: !card && at === fixed.sideways };
  });
}

/** Every field whose position is known, by its position. */
export function fieldsOf(fixed: TableView, view: View): Map<number, Field & { land: Land }> {
  const found = new Map<number, Field & { land: Land }>();
  for (const land of landsOf(fixed, view))
    for (const field of land.fields) if (field.number !== null) found.set(field.number, { ...field, land });
  return found;
}

// --- in tiles

/** Where pawns wait on the start card, and where the flag stands on the finish, in tiles. */
const START = 1.7;
const FINISH = 1.2;
/** A card that lies face-down, upright or sideways. */
const DOWN = { upright: 1.15, sideways: 1.75 };
/** Room on both sides of a card, and between cards. */
const RIM = 0.16;
const GAP = 0.14;
/** A tile is at most so large, and with a picture above it at least so large. */
const LARGEST = 46;
const PICTURED = 21;
const TALL = { pictured: 1.98, bare: 1.3 };

export interface Tile extends Field {
  x: number;
  y: number;
}

export interface Placed extends Land {
  x: number;
  y: number;
  width: number;
  height: number;
  tiles: Tile[];
  /** Where pawns wait, or the flag stands; else where the middle is. */
  spot: Point;
}

export interface Layout {
  tile: number;
  /** Is there a picture above the fields? */
  pictured: boolean;
  width: number;
  height: number;
  lands: Placed[];
  /** The middle of each field by its position; 0 is the start. */
  centres: Map<number, Point>;
}

function breadth(land: Land): number {
  if (land.kind === "start") return land.fields.length + START + 2 * RIM;
  if (land.kind === "finish") return land.fields.length + FINISH + 2 * RIM;
  if (land.id === null) return DOWN[land.sideways ? "sideways" : "upright"];
  return land.fields.length + 2 * RIM;
}

/** Cards in so many rows, none broken, as evenly as they go. */
function inRows(widths: readonly number[], rows: number): number[][] | null {
  const total = widths.reduce((sum, width) => sum + width + GAP, 0);
  for (let most = total / rows; most <= total; most += total / 60) {
    const found: number[][] = [[]];
    let room = most;
    widths.forEach((width, n) => {
      if (width > room + 1e-6 && found.at(-1)!.length) {
        found.push([]);
        room = most;
      }
      found.at(-1)!.push(n);
      room -= width + GAP;
    });
    if (found.length <= rows) return found.length === rows ? found : null;
  }
  return null;
}

const lengthOf = (row: readonly number[], widths: readonly number[]): number =>
  row.reduce((sum, n) => sum + widths[n]! + GAP, -GAP);

/** The largest tiles with which the whole track fits into a box; the rows are read like lines of text. */
export function layOut(lands: readonly Land[], wide: number, high: number): Layout {
  const widths = lands.map(breadth);
  let best = { tile: 0, rows: [lands.map((_, n) => n)], pictured: false };
  for (let n = 1; n <= lands.length; n++) {
    const rows = inRows(widths, n);
    if (!rows) continue;
    const longest = Math.max(...rows.map((row) => lengthOf(row, widths)));
    for (const pictured of [true, false]) {
      const room = high / n / (TALL[pictured ? "pictured" : "bare"] + GAP);
      const tile = Math.min(wide / longest, room, LARGEST);
      // More rows, or no pictures, have to make the tiles much larger.
      if (pictured && tile < PICTURED) continue;
      if (tile > best.tile * (best.pictured && !pictured ? 1.3 : 1.14)) best = { tile, rows, pictured };
    }
  }
  const { rows, pictured } = best;
  const tile = Math.max(6, best.tile);
  const height = TALL[pictured ? "pictured" : "bare"] * tile;
  const longest = Math.max(...rows.map((row) => lengthOf(row, widths))) * tile;
  const lying: Placed[] = [];
  rows.forEach((row, r) => {
    let x = Math.max(0, (wide - longest) / 2);
    for (const n of row) {
      lying.push(place(lands[n]!, x, r * (height + GAP * tile), widths[n]! * tile, height, tile));
      x += (widths[n]! + GAP) * tile;
    }
  });
  const centres = new Map<number, Point>();
  for (const land of lying) {
    if (land.kind === "start") centres.set(0, land.spot);
    for (const { number, x, y } of land.tiles) if (number !== null) centres.set(number, { x, y });
  }
  const whole = rows.length * (height + GAP * tile) - GAP * tile;
  return { tile, pictured, width: wide, height: whole, lands: lying, centres };
}

function place(land: Land, x: number, y: number, width: number, height: number, tile: number): Placed {
  const line = y + height - tile * 0.65;
  const ahead = (tiles: number): number => x + tiles * tile;
  const first = RIM + (land.kind === "start" ? START : 0);
  const tiles = land.fields.map((field, n) => ({ ...field, x: ahead(first + n + 0.5), y: line }));
  const spots = {
    start: { x: ahead(RIM + START / 2), y: line },
    finish: { x: ahead(RIM + land.fields.length + FINISH / 2), y: line },
    middle: { x: x + width / 2, y: y + height / 2 },
  };
  return { ...land, x, y, width, height, tiles, spot: spots[land.kind] };
}

/** Where one is after a share of the way along some points. */
export function underway(stops: readonly Point[], share: number): Point {
  const { from, to, far } = leg(stops, share);
  return { x: from.x + (to.x - from.x) * far, y: from.y + (to.y - from.y) * far };
}
