// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.

/** How the points of a round came about; the event `round_ended` has the same values. `points` of a seat are its `share` of the pot if it is a winner, the `odd` points if they go to it, its `bonus`, the `birds` if it has The Worm, and its `trees`. */
export interface Account {
  round: number;
  leftovers: Record<string, number>;
  pot: number;
  winners: Array<string>;
  share: number;
  odd: number;
  odd_to: string | null;
  odd_why: "first_out" | "latest_play" | "left_last" | null;
  bonus: Record<string, number>;
  worm: string | null;
  birds: number;
  trees: Record<string, number>;
  points: Record<string, number>;
  totals: Record<string, number>;
}

/** A card: its name, how many there are, and what it does in a sentence. A suit has the three suits that may follow it, and where its row comes from (`given`, `found`, `reconstructed`, `deck`, or `option` for a table of the match's own); a specialty card has None. */
export interface CardView {
  name: string;
  copies: number;
  follow: Array<string> | null;
  source: string | null;
  words: string;
}

/** What a seat sees and others do not: its hand, sorted as the cards of the table are. */
export interface Own {
  seat: string;
  hand: Array<string>;
}

/** A card of the pile: `peak`, or `wind=lake` for The Wind as Lake, and who played it, if known. `kind` is the card itself (`wind`), `suit` what The Wind stands for. */
export interface Played {
  card: string;
  seat: string | null;
  kind: string;
  suit: string | null;
}

/** What everyone knows of a seat. */
export interface Seat {
  seat: string;
  status: "active" | "eliminated" | "out" | "spent";
  left: number | null;
  hand_size: number;
  leftovers: Array<string>;
  bugs: number;
  planted: Array<string>;
  worm: boolean;
  last: string | null;
  total: number;
}

/** What never changes in a match, for a client to fetch once. */
export interface TableView {
  cards: Record<string, CardView>;
  hand_size: number;
  bonus: number;
  target: number;
}

/** Everything a seat may know: what everyone sees, and its own. */
export interface View {
  game: "hike_cards";
  to_move: string | null;
  decision: "bird" | "lake" | "over" | "plant" | "play";
  round: number;
  dealer: string;
  turn: string | null;
  direction: "clockwise" | "counter-clockwise";
  pile: Array<Played>;
  suit: string | null;
  follow: Array<string>;
  specialties: boolean;
  demand: "drought" | "sun" | null;
  to_answer: Array<string>;
  peaks_draw: boolean;
  trails_reverse: boolean;
  birds: number;
  worm_by: string | null;
  worm_holder: string | null;
  deck: number;
  target: number;
  seats: Array<Seat>;
  account: Account | null;
  places: Array<number> | null;
  own?: Own | null;
}
