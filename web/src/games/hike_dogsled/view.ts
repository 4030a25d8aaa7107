// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.

/** How a seat stands at the end. */
export interface Account {
  seat: string;
  place: number;
  position: number | null;
  ready_huskies: number;
  care: number;
  printed: number;
}

/** Care cards. */
export interface Care {
  singles: number;
  doubles: number;
}

/** The cards in the centre: huskies, and how many of equipment and single care. */
export interface Centre {
  huskies: Array<string>;
  equipment: number;
  care: number;
}

/** An edge of a card that would not match its neighbour. */
export interface Clash {
  slot: string;
  edge: "bottom" | "left" | "right" | "top";
  neighbour: string;
}

/** What was discarded in the race, this day included as far as everyone may know. */
export interface Discards {
  equipment: number;
  singles: number;
  doubles: number;
}

/** A field: its terrain, and whether it requires equipment. */
export interface FieldView {
  terrain: string;
  equipment: boolean;
}

/** The hand of a seat. */
export interface Hand {
  huskies: Array<string>;
  equipment: number;
  singles: number;
  doubles: number;
}

/** A husky: its name, its points like SSI, the colours of its edges; a youngster has neither of these. */
export interface HuskyView {
  name: string;
  points: string;
  left: string | null;
  right: string | null;
  top: string | null;
  bottom: string | null;
}

/** A slot of a sled. */
export interface Kennel {
  husky: string | null;
  state: "ready" | "rest" | "tired" | null;
  equipped: boolean;
}

/** The cards of a hand that everyone knows; the others are hidden. */
export interface Known {
  huskies: Array<string>;
  equipment: number;
  singles: number;
  doubles: number;
  hidden: number;
}

/** A landscape: its name and its fields in travel order. */
export interface LandscapeView {
  name: string;
  fields: Array<FieldView>;
}

/** A loose card at work. */
export interface Loose {
  card: string;
  by: string;
  target: string | null;
  received: Record<string, string>;
}

/** A loose card: its name, which of the four it is, and what it does. */
export interface LooseView {
  name: string;
  effect: string;
  text: string;
}

/** Something that the use of a husky can lead to. */
export interface Outcome {
  actions: Array<string>;
  to: number;
  lost: string;
  paid: number;
  rests: number;
  finish: boolean;
}

/** What a seat sees and others do not. */
export interface Own {
  seat: string;
  hand: Hand;
  pick: string | null;
  clashes: Record<string, Array<Clash>>;
  previews: Array<Preview>;
  refreshed: Array<Preview>;
  care_locked: boolean;
  must_care: boolean;
  today: Today | null;
}

/** What the use of a husky leads to; or, at a field that requires equipment, each way to go on. */
export interface Preview {
  action: string | null;
  slot: string;
  custom: "I" | "P" | "S" | null;
  outcomes: Array<Outcome>;
}

/** What everyone knows of a seat. */
export interface Seat {
  seat: string;
  status: "eliminated" | "racer" | "ready" | "unready";
  declared: number | null;
  sled: Record<string, Kennel>;
  points: [number, number, number];
  hand_size: number;
  hand: Known;
  mentors: number;
  care_pile: Array<"double" | "single">;
  position: number | null;
  catch_up: "double" | "single" | null;
  ready_huskies: number;
  printed: number;
}

/** What never changes in a match, for a client to fetch once. */
export interface TableView {
  huskies: Record<string, HuskyView>;
  landscapes: Record<string, LandscapeView>;
  start: string;
  finish: string;
  loose_cards: Record<string, LooseView>;
  edges: Record<string, string>;
  slots: Array<string>;
  columns: number;
  neighbours: Record<string, Record<string, string>>;
  laid: number;
  sideways: number;
  loose: boolean;
  simultaneous: boolean;
}

/** How a racer stands while others do not see it: in their view it is still where the day began. */
export interface Today {
  decision: "action" | "bonus" | "declare" | "field" | "mentor" | "over" | "pick" | "rest" | "runaway" | "settle" | "step" | "target" | "tuck";
  in_use: string | null;
  to_rest: number;
  seat: Seat;
}

/** Everything a seat may know: what everyone sees, and its own. */
export interface View {
  game: "hike_dogsled";
  to_move: string | null;
  decision: "action" | "bonus" | "declare" | "field" | "mentor" | "over" | "pick" | "rest" | "runaway" | "settle" | "step" | "target" | "tuck";
  phase: "over" | "preparations" | "race";
  day: number;
  last_day: number | null;
  turn: string | null;
  secret: boolean;
  track: Array<string | null>;
  fields: number | null;
  terrain: [number, number, number];
  equipment_fields: number;
  deck: number;
  centre: Centre;
  to_reveal: number;
  care_pile: Care;
  discards: Discards;
  removed: Array<string>;
  loose: Loose | null;
  loose_seen: Array<string>;
  order: Array<string>;
  in_use: string | null;
  to_rest: number;
  still: number;
  seats: Array<Seat>;
  result: Array<Account> | null;
  places: Array<number> | null;
  own?: Own | null;
}
