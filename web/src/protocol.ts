// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.

export const PROTOCOL = 2;

/** A move (undo, chat) is stored for good. */
export interface Ack {
  t: "ack";
  id: string;
  seq: number;
}

/** An action that could be played, and what it is worth. */
export interface Advised {
  action: string;
  win: number | null;
}

/** What could have been played, and how likely the seat wins by it, as far as it could know. */
export interface Alternative {
  action: string;
  win: number;
}

/** How far the analysis of a match is, and what it found once it is done. */
export interface AnalysisState {
  state: "done" | "failed" | "none" | "running" | "waiting";
  done: number;
  of: number;
  analysis: MatchAnalysis | null;
}

/** Begin a step of a lesson, counted from 0: its seat is mine, the weakest bots have the others. */
export interface BeginStep {
  step: number;
  name?: string | null;
}

/** What everyone may know of a chair. */
export interface ChairInfo {
  kind: "bot" | "human" | "open";
  name: string | null;
  level: string | null;
  seat: string | null;
  present: boolean;
  stand_in: string | null;
  stood_in: Array<number>;
  agreed: Array<number>;
  timed_out: boolean;
  thinking_ms: number;
  course: string | null;
  colour: string | null;
}

/** How a chair is to be filled. */
export interface ChairWish {
  kind?: "bot" | "human" | "open";
  name?: string | null;
  level?: string | null;
}

/** Something said at the table, as plain text. */
export interface Chat {
  t: "chat";
  number: number;
  chair: number;
  name: string;
  text: string;
  at: number;
}

/** The colour that I want my pieces to have. */
export interface ChooseColour {
  colour: string;
}

/** The clock of the seat to move: milliseconds left, None without a limit; the chair whose clock runs. */
export interface ClockInfo {
  kind: "bank" | "move" | "none";
  seconds: number;
  increment: number;
  of_days: boolean;
  left_ms: Array<number | null>;
  running: number | null;
}

/** No clock, so many seconds for each move, or a bank with an increment for each move. With a day or more, people play when they come by: the clock goes on while the server restarts. */
export interface ClockWish {
  kind?: "bank" | "move" | "none";
  seconds?: number;
  increment?: number;
}

/** A course that comes with a game, and its figures in the game's own words. */
export interface CourseInfo {
  id: string;
  name: string;
  about: string;
  report: unknown;
}

/** A course as it is written: its ID or name, its line, or a file. */
export interface CourseText {
  course: string;
}

/** The chairs that a browser holds and wants to hear of, in the place of those it named before. */
export interface Follow {
  tokens: Array<string>;
  follower?: string | null;
  push?: PushAddress | null;
}

/** A browser that is told of its turns: whoever knows `follower` can change that and end it. */
export interface Following {
  follower: string;
  feed: string;
  followed: number;
}

/** A game that can be played here. */
export interface GameInfo {
  game: string;
  name: string;
  about: string;
  players: Array<number>;
  minutes: number;
  rules_version: number;
  levels: Array<string>;
  level: string;
  stand_ins: Record<string, string>;
  options: Record<string, unknown>;
  lesson: boolean;
}

/** A game for a client that does not know it: what its views are made of, and its rules. */
export interface GameShape {
  game: string;
  name: string;
  about: string;
  view: Array<ShapeField>;
  own: Array<ShapeField>;
  rules: Record<string, string>;
}

/** Something that happened, as the one who reads it may know it, with its sentence. */
export interface Happening {
  kind: string;
  seat: string | null;
  values: Record<string, unknown>;
  text: string;
}

/** The first message on the socket of a table: by which tokens; `since` resumes a lost connection. */
export interface Hello {
  t: "hello";
  protocol: number;
  tokens?: Array<string>;
  invite?: string | null;
  since?: number | null;
  language?: string;
}

/** What would a good bot play in my place, after the actions that I have in mind? */
export interface Hint {
  t: "hint";
  id: string;
  seq: number;
  actions?: Array<string | number | Record<string, unknown>>;
}

/** What a good bot would play, and why. */
export interface Hinted {
  t: "hinted";
  id: string;
  seq: number;
  action: string;
  why: string;
  options: Array<Advised>;
}

/** Take an open chair. */
export interface Join {
  name: string;
  invite?: string | null;
  chair?: number | null;
}

/** A chair was taken: the token is for its holder alone. */
export interface Joined {
  table: TableInfo;
  chair: number;
  token: string;
}

/** What one decision was worth. */
export interface Judgement {
  step: number;
  seat: number;
  played: string;
  best: string;
  loss: number;
  grade: "blunder" | "mistake" | "slip" | null;
  knew: WinShares;
  open: WinShares;
  alternatives: Array<Alternative>;
  reason: string | null;
}

/** A course that has passed its checks: its figures, and all that there is to paint of it. */
export interface LaidCourse {
  report: unknown;
  shape: unknown;
}

/** A game taught by playing it. The last step is a match in progress. */
export interface Lesson {
  game: string;
  name: string;
  steps: Array<LessonStep>;
}

/** A step of a lesson: what is said in it, and which turns it is about. A turn is its actions with a semicolon between them. `fits` and `begins` are regular expressions for turns that are accepted, and for their beginnings. */
export interface LessonStep {
  name: string;
  title: string;
  tell: string;
  task: string;
  other: string;
  done: string;
  show: Array<string>;
  fits: string;
  begins: string;
  must: Array<string>;
  must_not: Array<string>;
}

/** One line of a table's log: who did what, and what came of it. Undone entries stay, marked. */
export interface LogEntry {
  seq: number;
  kind: "move" | "start" | "undo";
  seat: string | null;
  actions: Array<string>;
  events: Array<Happening>;
  undone: boolean;
  at: number;
}

/** A table was made: its invite is for friends, the tokens (by chair) are for their holders alone. */
export interface Made {
  table: TableInfo;
  invite: string;
  tokens: Record<string, string>;
}

/** A finished match, decision by decision. */
export interface MatchAnalysis {
  bot: string;
  seats: Array<string>;
  decisions: Array<Judgement>;
  moments: Array<Moment>;
  deciding: Moment | null;
}

/** How a match ended, by chair. */
export interface MatchResult {
  ended: number;
  scores: Array<number>;
  places: Array<number | null>;
  winners: Array<number>;
}

/** A table that one of the tokens belongs to, as it stands for its chair. */
export interface Mine {
  table: TableInfo;
  chair: number;
  my_turn: boolean;
  waited_ms: number | null;
  result: MatchResult | null;
}

/** A turn that has decided the match. */
export interface Moment {
  decision: number;
  mover: number;
  before: number;
  after: number;
}

/** Actions to be played, all or none of them, on position number `seq`. `id` makes a resend harmless. */
export interface Move {
  t: "move";
  id: string;
  seq: number;
  actions: Array<string | number | Record<string, unknown>>;
}

/** The host silences the chat, or lets it speak again. */
export interface Mute {
  muted: boolean;
}

/** A table to be made. The first human chair is the host's; further human chairs are hot seats. */
export interface NewTable {
  game: string;
  chairs: Array<ChairWish>;
  options?: Record<string, unknown>;
  data?: string | null;
  privacy?: "private" | "public";
  clock?: ClockWish;
}

/** What a parcel holds. It is gone from here now. */
export interface Parcel {
  sealed: string;
}

/** The parcel can be fetched, once, for so long. */
export interface ParcelKept {
  seconds: number;
}

/** A parcel for another browser: where it lies, a proof for whoever fetches it, and what it holds. */
export interface ParcelLeft {
  place: string;
  proof: string;
  sealed: string;
}

/** Fetch a parcel, by a code. */
export interface ParcelWanted {
  place: string;
  proof: string;
}

/** Are you there? */
export interface Ping {
  t: "ping";
}

/** I am here, and this is how far the log is (None before a hello): who has seen less says hello again. */
export interface Pong {
  t: "pong";
  seq: number | null;
}

/** Where and under which keys a browser takes messages (`PushSubscription`), in URL-safe base64. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The key by which browsers know this server's messages; None if it sends none. */
export interface PushKey {
  key: string | null;
}

/** A sign to the others at the table, which is shown for a moment and not kept. */
export interface React {
  t: "react";
  id: string;
  kind: "good_match" | "oops" | "thanks" | "thinking" | "well_played" | "wow";
}

/** A sign that somebody gives now. */
export interface Reaction {
  t: "reaction";
  chair: number;
  name: string;
  kind: "good_match" | "oops" | "thanks" | "thinking" | "well_played" | "wow";
  at: number;
}

/** The steps of a lesson as they are at their tables, with what people are most likely to try there. */
export interface RecordedLesson {
  build: string;
  steps: Array<RecordedStep>;
}

/** What the table of a step says over its socket, to be said again where there is no connection. Turns are written as for `fits` of a step. */
export interface RecordedStep {
  learner: string;
  greeting: Array<unknown>;
  tried: Record<string, unknown>;
  played: Record<string, Array<unknown>>;
}

/** Something was refused and nothing changed: a code for programs, a sentence for people. */
export interface Refusal {
  t: "refused";
  id: string | null;
  seq: number | null;
  code: string;
  why: string;
  key: string;
  values: Record<string, unknown>;
}

/** Play on from the position before a decision: its seat is mine, bots of one level have the others. */
export interface Retry {
  step: number;
  name?: string | null;
  level?: string | null;
}

/** Something to be said at the table. */
export interface Say {
  t: "chat";
  id: string;
  text: string;
}

/** The host fills an open chair with a bot, or opens a bot's chair. */
export interface SetChair {
  chair: number;
  kind: "bot" | "open";
  level?: string | null;
}

/** What a value of a view is. Any value may be null. */
export interface Shape {
  kind: "dict" | "list" | "name" | "number" | "numbers" | "seat" | "struct" | "truth" | "word";
  key?: Shape | null;
  of?: Shape | null;
  fields?: Array<ShapeField>;
}

/** A field of a view: its name, its label for people, and its shape. */
export interface ShapeField {
  name: string;
  label: string;
  shape: Shape;
}

/** Agree (or no longer agree) that a bot plays for somebody who is gone or out of time, or for oneself. */
export interface StandIn {
  chair: number;
  agree?: boolean;
}

/** People came or went, the match started or ended, a clock ran out. */
export interface TableChanged {
  t: "table";
  table: TableInfo;
}

/** What everyone may know of a table. */
export interface TableInfo {
  table: string;
  revision: number;
  status: "over" | "running" | "waiting";
  game: string;
  game_name: string;
  rules_version: number;
  players: number;
  options: Record<string, unknown>;
  privacy: "private" | "public";
  chairs: Array<ChairInfo>;
  host: number;
  seq: number;
  clock: ClockInfo;
  commitment: string;
  chat_muted: boolean;
  watching: number;
  badge: number | null;
  big_paws: number | null;
  rematch: string | null;
  brings_courses: boolean;
  colours: Array<string>;
}

/** The tokens that a browser holds, to find its tables. */
export interface Tokens {
  tokens: Array<string>;
}

/** What actions would lead to, as far as this seat can know. */
export interface Tried {
  t: "tried";
  id: string;
  seq: number;
  view: unknown;
  own: unknown;
  prompt: string;
  legal: Array<string>;
  events: Array<Happening>;
  done: boolean;
}

/** What would these actions lead to? Nothing is played, and nobody else hears of it. */
export interface Try {
  t: "try";
  id: string;
  seq: number;
  actions: Array<string | number | Record<string, unknown>>;
}

/** Take back the last action of one's own, if that is fair. */
export interface Undo {
  t: "undo";
  id: string;
  seq: number;
}

/** Tell this browser no more, and forget its address and its feed. */
export interface Unfollow {
  follower: string;
}

/** Nothing is kept of the browser any more. */
export interface Unfollowed {
  gone: boolean;
}

/** What re-playing a finished match showed: each check with its outcome, in a sentence. */
export interface Verdict {
  table: string;
  names: Array<string>;
  fair: boolean;
  checks: Array<string>;
  commitment: string;
  seed: string | null;
  salt: string | null;
  scores: Array<number>;
  places: Array<number | null>;
}

/** What one seat (or an onlooker) may know of the match after `seq` entries of its log. */
export interface View {
  t: "view";
  seq: number;
  seat: string | null;
  view: unknown;
  own: unknown;
  prompt: string;
  owns?: Array<unknown>;
  legal: Array<string>;
  log: Array<LogEntry>;
  may_undo: boolean;
  scores?: Array<number>;
}

/** The answer to hello. */
export interface Welcome {
  t: "welcome";
  protocol: number;
  version: string;
  build: string;
  table: TableInfo;
  chairs: Array<number>;
  fixed: unknown | null;
  badge: string | null;
}

/** The win probability of every seat: if the best is played, and after what was played. */
export interface WinShares {
  before: Array<number>;
  after: Array<number>;
}

export type FromClient = Hello | Move | Undo | Try | Hint | Say | React | Ping;
export type FromServer = Welcome | View | Tried | Hinted | Ack | Refusal | TableChanged | Chat | Reaction | Pong;
