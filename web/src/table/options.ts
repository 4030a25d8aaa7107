/** What a new table can be told, read off the JSON schema that the server sends with each game: labels are its own. */
import { asRecord } from "../net/kept";
import type { GameInfo } from "../protocol";
import { say } from "../words/say";

export interface Choice {
  value: string;
  label: string;
}

interface Common {
  name: string;
  label: string;
  help: string | undefined;
  /** What most people do not need. */
  advanced: boolean;
  /** Not asked for while this one is used. */
  insteadOf: string | null;
}

/** Some of the choices for each of the choices. */
export type Rows = Record<string, string[]>;

export type Option = Common &
  (
    | { ask: "switch"; usual: boolean }
    | { ask: "choice"; usual: string; choices: Choice[] }
    | { ask: "number"; usual: number | null; least: number | undefined; most: number | undefined }
    | { ask: "course"; usual: string }
    | { ask: "courses"; usual: null }
    | { ask: "rows"; usual: Rows; choices: Choice[]; each: number }
  );

/** Null is as always. */
export type Value = boolean | string | number | string[] | Rows | null;

/** A property of the schema, as far as a form reads it. */
interface Property {
  title?: string;
  description?: string;
  type?: string;
  anyOf?: { type?: string }[];
  enum?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  "x-kind"?: string;
  "x-advanced"?: boolean;
  "x-instead-of"?: string;
  "x-choices"?: string[];
  "x-each"?: number;
  "x-labels"?: Record<string, string>;
  "x-usual"?: unknown;
}

interface Schema {
  $defs?: Record<string, { properties?: Record<string, Property> }>;
}

/** The options of a game that a form can ask for, in the order in which they are declared. */
export function optionsOf({ options }: Pick<GameInfo, "options">): Option[] {
  const [declared] = Object.values((options as Schema).$defs ?? {});
  return Object.entries(declared?.properties ?? {}).flatMap(([name, property]) => {
    const found = readOption(name, property);
    return found ? [found] : [];
  });
}

function readOption(name: string, property: Property): Option | null {
  const common: Common = {
    name,
    label: property.title ?? name,
    help: property.description,
    advanced: property["x-advanced"] ?? false,
    insteadOf: property["x-instead-of"] ?? null,
  };
  const usual = property["x-usual"] ?? property.default;
  const labelled = (values: string[] = []): Choice[] =>
    values.map((value) => ({ value, label: property["x-labels"]?.[value] ?? value }));
  switch (property["x-kind"]) {
    case undefined:
      break;
    case "course":
      return { ...common, ask: "course", usual: String(usual) };
    case "courses":
      return { ...common, ask: "courses", usual: null };
    case "rows": {
      const choices = labelled(property["x-choices"]);
      return { ...common, ask: "rows", usual: usual as Rows, choices, each: property["x-each"] ?? 1 };
    }
    default:
      return null; // a kind that has no widget is left to programs
  }
  if (property.enum)
    return { ...common, ask: "choice", usual: String(usual), choices: labelled(property.enum) };
  const types = [property.type, ...(property.anyOf ?? []).map(({ type }) => type)];
  if (types.includes("boolean")) return { ...common, ask: "switch", usual: usual === true };
  if (types.includes("integer") || types.includes("number")) {
    const { minimum: least, maximum: most } = property;
    return { ...common, ask: "number", usual: typeof usual === "number" ? usual : null, least, most };
  }
  return null;
}

/** The options that are asked for now: without those that another one stands in for. */
export function askedOf(options: readonly Option[], said: Readonly<Record<string, Value>>): Option[] {
  const replaced = new Set(
    options.filter(({ name }) => (said[name] ?? null) !== null).map(({ insteadOf }) => insteadOf),
  );
  return options.filter(({ name }) => !replaced.has(name));
}

/** What is told to the server: what everybody is asked for, and of the rest what was changed. */
export function wishOf(
  options: readonly Option[],
  said: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const wish: Record<string, Value> = {};
  for (const option of askedOf(options, said)) {
    const value = said[option.name] ?? option.usual;
    const usual = JSON.stringify(value) === JSON.stringify(option.usual);
    if (value !== null && !(option.advanced && usual)) wish[option.name] = value;
  }
  return wish;
}

/** Of what was said some time ago, that which can still be said. */
export function readSaid(options: readonly Option[], said: unknown): Record<string, Value> {
  const known = asRecord(said);
  return Object.fromEntries(
    options.flatMap((option) => {
      const value = known[option.name];
      return isPossible(option, value) ? [[option.name, value]] : [];
    }),
  );
}

const isText = (value: unknown): value is string => typeof value === "string";

function isPossible(option: Option, value: unknown): value is Value {
  switch (option.ask) {
    case "switch":
      return typeof value === "boolean";
    case "choice":
      return option.choices.some((choice) => choice.value === value);
    case "number":
      return (
        typeof value === "number" &&
        value >= (option.least ?? -Infinity) &&
        value <= (option.most ?? Infinity)
      );
    case "course":
      return isText(value);
    case "courses":
      return Array.isArray(value) && value.every(isText);
    case "rows": {
      const rows = asRecord(value);
      const isRow = (row: unknown): boolean =>
        Array.isArray(row) && row.every((each) => option.choices.some((choice) => choice.value === each));
      return option.choices.every(({ value: row }) => isRow(rows[row]));
    }
  }
}

export interface ToldOption {
  name: string;
  label: string;
  value: string;
  /** The courses that it names, as they are written. */
  courses?: string[];
}

/** How a table differs from others, in words: what everybody is asked for, and of the rest what is unusual. */
export function toldOptions(game: Pick<GameInfo, "options">, values: Record<string, unknown>): ToldOption[] {
  const options = optionsOf(game);
  const used = Object.entries(values).filter(([, value]) => !(Array.isArray(value) && !value.length));
  const said = readSaid(options, Object.fromEntries(used));
  return askedOf(options, said).flatMap((option) => {
    const value = said[option.name] ?? option.usual;
    const usual = JSON.stringify(value) === JSON.stringify(option.usual);
    if (value === null || (option.advanced && usual)) return [];
    const { name, label } = option;
    if (option.ask === "course" || option.ask === "courses")
      return [{ name, label, value: "", courses: [value].flat() as string[] }];
    return [{ name, label, value: inWords(option, value) }];
  });
}

function inWords(option: Option, value: Value): string {
  if (option.ask === "switch") return value ? say("settings.on") : say("settings.off");
  if (option.ask === "choice") return option.choices.find((choice) => choice.value === value)?.label ?? "";
  return option.ask === "rows" ? say("options.changed") : String(value);
}
