/** Which part of a view is drawn where: single values, what there is for each seat, and the rest. */
import { letterOf } from "../../art/seats";
import type { Shape, ShapeField } from "../../protocol";
import type { Value, Values } from "./types";

/** What the shell shows for every game, or what never changes. */
const SHOWN_ELSEWHERE = new Set(["game", "to_move", "places"]);
const SINGLE = new Set<Shape["kind"]>(["number", "truth", "numbers", "seat", "name", "word"]);

/** A value with its label. */
export interface Labelled {
  label: string;
  shape: Shape;
  value: Value;
}

/** What there is of one kind for each seat. */
export interface SeatRow {
  label: string;
  shape: Shape;
  /** By the letter of the seat. */
  values: Values;
}

export interface Arranged {
  facts: Labelled[];
  seats: SeatRow[];
  groups: Labelled[];
}

export const isSingle = (shape: Shape): boolean => SINGLE.has(shape.kind);

export function arrange(fields: readonly ShapeField[], view: Values): Arranged {
  const arranged: Arranged = { facts: [], seats: [], groups: [] };
  for (const { name, label, shape } of fields) {
    const value = view[name] ?? null;
    if (SHOWN_ELSEWHERE.has(name) || value === null) continue;
    const rows = seatRows(label, shape, value);
    if (rows) arranged.seats.push(...rows);
    else if (isSingle(shape)) arranged.facts.push({ label, shape, value });
    else arranged.groups.push({ label, shape, value });
  }
  return arranged;
}

/** What only one seat sees, as far as there is anything; its own letter says nothing new. */
export function ownParts(fields: readonly ShapeField[], own: Values, seat: string | null): Labelled[] {
  return fields
    .map(({ name, label, shape }) => ({ label, shape, value: own[name] ?? null }))
    .filter(({ shape, value }) => !isEmpty(value) && !(shape.kind === "seat" && value === seat));
}

export const isEmpty = (value: Value): boolean =>
  value === null || (typeof value === "object" && !Object.keys(value).length);

/** A value that has something for each seat, as rows; null if it has not. */
function seatRows(label: string, shape: Shape, value: Value): SeatRow[] | null {
  if (shape.kind === "dict" && shape.key?.kind === "seat" && shape.of)
    return [{ label, shape: shape.of, values: asValues(value) }];
  const [seat, ...others] = shape.of?.fields ?? [];
  if (shape.kind !== "list" || seat?.shape.kind !== "seat") return null;
  const entries = asList(value).map(asValues);
  const letters = entries.map((entry) => String(entry[seat.name]));
  if (new Set(letters).size < letters.length) return null; // a seat may come twice: no table by seats
  return others.map((field) => ({
    label: field.label,
    shape: field.shape,
    values: Object.fromEntries(entries.map((entry, n) => [letters[n]!, entry[field.name] ?? null])),
  }));
}

export const asList = (value: Value): Value[] => (Array.isArray(value) ? value : []);
export const asValues = (value: Value): Values =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};

/** What never changes in a match is told without a shape: what it looks like is all there is to go by. */
export function guessed(value: Value): Shape {
  if (typeof value === "number") return { kind: "number" };
  if (typeof value === "boolean") return { kind: "truth" };
  if (Array.isArray(value)) return { kind: "list", of: guessed(value[0] ?? null) };
  if (value === null || typeof value === "string") return { kind: "word" };
  return {
    kind: "struct",
    fields: Object.entries(value).map(([name, each]) => ({ name, label: name, shape: guessed(each) })),
  };
}

export interface Standing {
  seat: string;
  /** Null for who has no place. */
  place: number | null;
  score: number | null;
}

/** The seats by their places; who has none comes last. */
export function standings(
  places: readonly (number | null)[],
  scores: readonly number[] | undefined,
): Standing[] {
  return places
    .map((place, n) => ({ seat: letterOf(n), place, score: scores?.[n] ?? null }))
    .sort((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || 0);
}
