// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.

/** A card by its face and its condition; `words` is the condition as a sentence. */
export interface CardView {
  animal: string;
  land: string;
  base: number;
  per: number;
  count: string;
  where: string;
  own: boolean;
  words: string;
}

/** What a seat sees and others do not. */
export interface Own {
  seat: string;
  hand: Array<string>;
}

/** What everyone knows of a seat; its hand once the match is over (AL-R-26). */
export interface Seat {
  seat: string;
  colour: string;
  hikers: number;
  hand_size: number;
  forecast: number;
  hand: Array<string> | null;
}

/** A card in the grid, whose hiker stands on it, and the forecast of AL-R-23. `points` is what the hiker earns on the grid as it is, or, without one, what a hiker put there now would earn; `counts` are the cells it counts. */
export interface Spot {
  cell: [number, number];
  card: string;
  hiker: string | null;
  points: number;
  counts: Array<[number, number]>;
}

/** What never changes in a match, for a client to fetch once: the deck, and the colours by seat. */
export interface TableView {
  cards: Record<string, CardView>;
  colours: Array<string>;
}

/** Everything a seat may know: what everyone sees, and its own. */
export interface View {
  game: "alpina";
  to_move: string | null;
  decision: "card" | "hiker" | "over";
  turn: number;
  turns: 24;
  pile: number;
  rows: [number, number];
  columns: [number, number];
  grid: Array<Spot>;
  laid: [number, number] | null;
  open_cells: Array<[number, number]>;
  hiker_cells: Array<[number, number]>;
  seats: Array<Seat>;
  places: Array<number> | null;
  own?: Own | null;
}
