/** The follow table of a match, as the server tells it. */
import { SUITS } from "./names";
import type { TableView } from "./view";

export type Rows = Readonly<Record<string, readonly string[]>>;

/** The suits that may be put on each suit; nothing where there is no table. */
export function rowsOf(fixed: TableView | null): Rows {
  const rows: Record<string, readonly string[]> = {};
  for (const [card, { follow }] of Object.entries(fixed?.cards ?? {})) if (follow) rows[card] = follow;
  return rows;
}

const SOURCES = ["given", "found", "deck", "option", "reconstructed"] as const;

/** How we know the rows: the suits of each source. */
export function sourcesOf(fixed: TableView): { source: (typeof SOURCES)[number]; suits: string[] }[] {
  return SOURCES.map((source) => ({
    source,
    suits: SUITS.filter((suit) => (fixed.cards[suit]?.source ?? "deck") === source),
  })).filter(({ suits }) => suits.length);
}
