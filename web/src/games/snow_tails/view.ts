// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.

/** A mark at the front line of a space in a bend: equal marks of a piece are level (ST-ORDER-3). */
export interface Bud {
  at: [number, number];
  level: number;
}

/** All that there is to paint of a course. */
export interface CourseShape {
  width: number;
  height: number;
  middle: Array<[number, number]>;
  pieces: Array<PieceShape>;
  spaces: Array<SpaceShape>;
  edges: [Array<[number, number]>, Array<[number, number]>];
  lane_lines: Array<Array<[number, number]>>;
  level_lines: Array<[[number, number], [number, number]]>;
  joins: Array<[[number, number], [number, number]]>;
  safety_lines: Array<SafetyLine>;
  finish_line: [[number, number], [number, number]];
  flags: Array<Flag>;
  buds: Array<Bud>;
  start_numbers: Array<StartNumber>;
}

/** A course: its name, its designer, its line of text, and all that there is to paint of it. */
export interface CourseView {
  name: string;
  designer: string;
  line: string;
  fewest_steps: number;
  shape: CourseShape;
}

/** A dog: what it shows, whether that is a card or its printed three, and the cards below. */
export interface Dog {
  shows: number;
  card: boolean;
  covered: [number, number, number, number, number];
}

/** The edition that the table looks like: its ID, its name, and its brake (scale or markers). */
export interface EditionView {
  id: string;
  name: string;
  brake: string;
}

/** A flag beside the track: yellow on the left, red on the right, chequered beside the finish. */
export interface Flag {
  at: [number, number];
  heading: number;
  colour: string;
}

/** A safety line on the way: how fast it is crossed, and the dents for being faster than its limit. */
export interface Line {
  limit: number;
  speed: number;
  dents: number;
}

/** Something that the move can lead to, and one of the ways to it. */
export interface Outcome {
  kind: "clean" | "crash" | "dent" | "wreck";
  end: number;
  steps: string;
  path: Array<number>;
  actions: Array<string>;
  dents?: number;
  crash?: "pillar" | "rock" | "side" | "sled" | "snow" | null;
  hit?: string | null;
  saplings?: Array<number>;
  lines?: Array<Line>;
  bonus?: number;
  finish?: boolean;
  spared?: boolean;
  next_turn?: "dent" | "wreck" | null;
}

/** What a seat sees and others do not. */
export interface Own {
  seat: string;
  hand: Array<number>;
  pile: [number, number, number, number, number];
  previews: Array<Preview>;
}

/** A piece: its token in the course's line, what it is, the side a bend turns to, and its outline. */
export interface PieceShape {
  token: string;
  kind: "corner" | "finish" | "start" | "straight" | "u-turn";
  turns: "left" | "right" | null;
  outline: Array<[number, number]>;
}

/** What a card play leads to; or, once cards are played, what the rest of the move can lead to. */
export interface Preview {
  action: string | null;
  left: number;
  right: number;
  brake: number;
  speed: number;
  drift: number;
  side: "left" | "right" | null;
  bonus: number;
  outcomes: Array<Outcome>;
}

/** A race of the season: its course as an index, and the seat that brought it, None in a single race. */
export interface RaceView {
  course: number;
  designer: string | null;
}

/** How a race ended: each seat's place, None if it has not finished, and points; and the list of all. */
export interface Result {
  race: number;
  places: Record<string, number | null>;
  points: Record<string, number>;
  ranking: Array<string>;
}

/** The line at the entry of a bend, from its left end to its right, and where the sign stands. */
export interface SafetyLine {
  piece: number;
  limit: number;
  line: [[number, number], [number, number]];
  sign: [number, number];
}

/** What everyone knows of a seat. */
export interface Seat {
  seat: string;
  colour: string;
  status: "finished" | "racing" | "waiting" | "wrecked";
  space: number | null;
  position: number | null;
  left: Dog;
  right: Dog;
  brake: number;
  speed: number;
  drift: number;
  side: "left" | "right" | null;
  dents: number;
  hand_size: number;
  pile: number;
  discards: [number, number, number, number, number];
  points: number;
}

/** A space; `spaces[n]` is the one that the rules call number n. */
export interface SpaceShape {
  name: string;
  piece: number;
  lane: number;
  place: number;
  outline: Array<[number, number]>;
  centre: [number, number];
  heading: number;
  ground: string;
  sapling: number | null;
}

/** The number printed on a start space. */
export interface StartNumber {
  number: number;
  space: number;
}

/** What never changes in a match, for a client to fetch once. */
export interface TableView {
  edition: EditionView;
  colours: Array<string>;
  courses: Array<CourseView>;
  races: Array<RaceView>;
  most_rounds: number;
  start_hands: Array<number>;
  points: Array<number>;
}

/** The move under way. */
export interface Turn {
  begin: number;
  path: Array<number>;
  speed: number;
  forward: number;
  drift: number;
  side: "left" | "right" | null;
  bonus: number;
}

/** Everything a seat may know: what everyone sees, and its own. */
export interface View {
  game: "snow_tails";
  to_move: string | null;
  decision: "bonus" | "discard" | "over" | "play" | "start" | "step";
  race: number;
  round: number;
  order: Array<string>;
  turn: number;
  free_starts: Array<number>;
  felled: Array<number>;
  move: Turn | null;
  standing: Array<string>;
  seats: Array<Seat>;
  results: Array<Result>;
  places: Array<number | null> | null;
  own?: Own | null;
}
