/** The colours of edges as they are painted. A data file may name any: those that we do not know get one of their own. */
import type { TableView } from "./view";

const KNOWN: Record<string, string> = {
  blue: "#2f7fc4",
  rose: "#d8467c",
  red: "#c73a2b",
  green: "#3c8f4a",
  yellow: "#c99a12",
  orange: "#d9772f",
  purple: "#7d57c1",
  violet: "#7d57c1",
  grey: "#6b7683",
  white: "#8fa3b5",
  black: "#39434e",
};
const OTHERS = ["#2f7fc4", "#d8467c", "#3c8f4a", "#c99a12", "#7d57c1", "#6b7683"];

/** Which pattern: the first colour of the file has a wave, the second a zigzag. */
export const patternOf = ({ edges }: TableView, letter: string | null): number =>
  letter === null ? 0 : Math.max(0, Object.keys(edges).indexOf(letter));

/** The paint of an edge; null for a youngster's, which fits everywhere. */
export function colourOf(fixed: TableView, letter: string | null): string | null {
  if (letter === null) return null;
  const known = KNOWN[(fixed.edges[letter] ?? "").toLowerCase()];
  return known ?? OTHERS[patternOf(fixed, letter) % OTHERS.length]!;
}
