/** The mark of each seat: a colour and a shape, so that neither is needed to know it. */
import { getContext, setContext } from "svelte";

export type Shape = "circle" | "square" | "triangle" | "diamond" | "hexagon" | "star" | "heart" | "cross";

export interface SeatMark {
  shape: Shape;
  /** As a CSS value. */
  colour: string;
}

const MARKS: Readonly<Record<string, SeatMark>> = {
  yellow: { shape: "circle", colour: "var(--seat-yellow)" },
  blue: { shape: "square", colour: "var(--seat-blue)" },
  purple: { shape: "triangle", colour: "var(--seat-purple)" },
  red: { shape: "diamond", colour: "var(--seat-red)" },
  green: { shape: "hexagon", colour: "var(--seat-green)" },
  orange: { shape: "star", colour: "var(--seat-orange)" },
  pink: { shape: "heart", colour: "var(--seat-pink)" },
  white: { shape: "cross", colour: "var(--seat-white)" },
};
const ALL = Object.values(MARKS);

/** The colours of a match by seat, as the server names them; none where there is no match. */
export type Colours = () => readonly string[] | undefined;
const COLOURS = Symbol("colours");

/** Everything below this component marks the seats by the colours of its match. */
export function wear(colours: Colours): void {
  setContext(COLOURS, colours);
}

/** To be called when a component is made: how seats are marked in it. */
export function marks(): (seat: string) => SeatMark {
  const colours = getContext<Colours | undefined>(COLOURS);
  return (seat) => markOf(seat, colours?.());
}

/** The letter of a seat by its number, and the other way round. */
export const letterOf = (seat: number): string => String.fromCharCode(65 + seat);
export const numberOf = (letter: string): number => letter.charCodeAt(0) - 65;

/** The mark of a seat by its letter. Colours that we have no mark for are marked as the letter is. */
export function markOf(seat: string, colours: readonly string[] = []): SeatMark {
  const n = Math.max(0, numberOf(seat));
  const found = colours.map(ofColour);
  const known = found.every((mark) => mark !== undefined) && new Set(found).size === found.length;
  return (known && found[n]) || ALL[n % ALL.length]!;
}

/** Light blue is blue. */
const ofColour = (colour: string): SeatMark | undefined => MARKS[colour.split(" ").at(-1)!];

/** The colours of a match by seat: those of the chairs, or those that the match gives to seats. */
export function coloursBySeat(
  chairs: readonly { seat: string | null; colour: string | null }[] = [],
  given?: readonly string[],
): readonly string[] | undefined {
  const seated = chairs.filter(({ seat }) => seat !== null).sort((a, b) => a.seat!.localeCompare(b.seat!));
  const colours = seated.map(({ colour }) => colour).filter((colour) => colour !== null);
  return colours.length && colours.length === seated.length ? colours : given;
}
