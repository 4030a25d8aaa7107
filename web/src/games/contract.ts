/**
 * What the shell and a game's folder know of each other. The shell finds `games/<slug>/index.ts` by name; a game without
 * one has the page of `games/plain`.
 */
import type { Component } from "svelte";
import type { LogEntry } from "../protocol";
import type { Settings } from "../table/settings.svelte";
import type { say } from "../words/say";

/** Something that happened, of one kind. Each game's `events.ts` is made of these. */
export interface Happened<Kind extends string, Values extends object = object> {
  kind: Kind;
  /** Whom it happened to: the letter of a seat, null if it happened to all. */
  seat: string | null;
  values: Values;
  /** The sentence of the log. */
  text: string;
}

/** What the shell knows of any game's events. */
export type AnyEvent = Happened<string>;

/** An entry of the log; its events are those of the game. */
export interface Entry<Event = AnyEvent> extends Omit<LogEntry, "events"> {
  events: Event[];
}

/**
 * What one seat did in one go, as far as it stands: a line of the log and one movement on the board, however many
 * actions it took. What was taken back, the beginning and an undo are turns of their own, of one entry.
 */
export interface Turn<Event = AnyEvent> {
  /** Null for what nobody did, such as the beginning. */
  seat: string | null;
  /** `stand_in`: a bot plays for somebody from here on; `back`: no longer. `late`: somebody is out of time now. */
  kind: LogEntry["kind"] | "stand_in" | "back" | "late";
  /** Empty only for `stand_in`, `back` and `late`, and for what is only drafted. */
  entries: readonly Entry<Event>[];
  /** The number of its first entry, by which it is known while it grows, and of its last. */
  first: number;
  last: number;
  /** What happened in all of it. */
  events: readonly Event[];
  undone: boolean;
}

/** A thing in a line of the log: its name, a small picture if it has one, and what it lights when it is pointed at. */
export interface Thing {
  text: string;
  /** Drawn before the name, 1em high. */
  Picture?: Component<Record<string, unknown>>;
  /** What of the text is the name, if not all of it: an article or a number stands before the picture. */
  name?: string;
  /** What the picture is given. */
  of?: Record<string, unknown>;
  /** What of the board is meant, by a name that the game's own board knows: `play.lit` has it while it is pointed at. */
  lights?: string;
}

/** A line of the log. What happened to others than the turn's seat, or to all, has a line with its own sign. */
export interface Line {
  seat: string | null;
  parts: readonly (string | Thing)[];
}

/** What the shell reads of any game's view. */
export interface AnyView {
  /** Null when the match is over. */
  to_move: string | null;
  /** The final places by seat, once the match is over; null for none. */
  places: (number | null)[] | null;
}

/** Before the first position is there. Games are shown when there is one. */
export const NOTHING: Shown = {
  view: { to_move: null, places: null },
  own: null,
  prompt: "",
  legal: [],
};

/** What the shell reads of what never changes in a match. */
export interface AnyFixed {
  /** The colours of the seats, if the game gives them any. */
  colours?: string[];
}

/** A position as the viewer may know it. */
export interface Shown<View = AnyView, Own = unknown> {
  /** What everyone sees: an `AnyView`, and what the game adds to it. */
  view: View;
  /** What only this seat knows (a hand ...), null for an onlooker. */
  own: Own | null;
  /** What is asked of whoever is to move, in a sentence. */
  prompt: string;
  legal: string[];
  /** The final scores by seat, once the match is over. */
  scores?: number[];
}

/** A position after actions that have not been played. */
export interface Tried<View = AnyView, Own = unknown, Event = AnyEvent> extends Shown<View, Own> {
  /** The last of the actions. */
  action: string;
  /** The decision passes on: the turn is complete. */
  done: boolean;
  events: Event[];
}

/**
 * One table as Board, Hand, Seat and Status see it. All fields are reactive. Without types of a game it is what the shell
 * knows of any table; a game's own `types.ts` names its types.
 */
export interface Play<View = AnyView, Own = unknown, Fixed = AnyFixed, Event = AnyEvent> {
  /** The short name of the game. */
  readonly game: string;
  /** What never changes in the match (the deck ...). */
  readonly fixed: Fixed;
  /** The server's last word, as far as it has been animated. */
  readonly base: Shown<View, Own>;
  /** `base` with the draft played on it: what the board draws. */
  readonly shown: Shown<View, Own>;
  /** The viewer's letter, null for an onlooker. */
  readonly seat: string | null;
  /** Is the decision the viewer's, and nothing under way? */
  readonly mine: boolean;
  /** Chosen, not confirmed. */
  readonly draft: readonly string[];
  /** An action that has been chosen while the server has not yet said what it leads to. */
  readonly pending: string | null;
  /** The draft is a whole turn: only confirm or take back are left. */
  readonly done: boolean;
  /**
   * The preview: the position after one more action, which somebody points at or has moved the focus to. It has not been
   * chosen and is never drawn as if it were: translucent and outlined. Ask with `games/pointing.ts`.
   */
  readonly peeked: Tried<View, Own, Event> | null;
  /** The entries of the log that led to `base`: a whole turn, which the board shows as one movement. */
  readonly last: readonly Entry<Event>[];
  /** All entries of the log that led to `base` and stand, the oldest first. */
  readonly log: readonly Entry<Event>[];
  /**
   * The turns of the others since the viewer's last move (for an onlooker: since the last move of whoever is to move),
   * the oldest first: marked on the board in the colour of their seat until the viewer moves.
   */
  readonly since: readonly Turn<Event>[];
  /** What lights up on the board because a line of the log is pointed at: names that the game gave as `Thing.lights`. */
  readonly lit: ReadonlySet<string>;
  /** How long a movement of so many milliseconds takes now: nothing, if it is skipped or nothing is to move. */
  ms(milliseconds: number): number;
  /** Who sits at a seat, by its letter. */
  readonly names: Readonly<Record<string, string>>;
  /** Is the match over? */
  readonly over: boolean;
  /** Did the match begin in its middle, with a position in the place of a deal? */
  readonly given: boolean;
  readonly settings: Settings;
  /** What a bot would play, once asked for; empty otherwise. */
  readonly hinted: readonly string[];
  /** Add to the draft; an illegal action shows the server's reason instead. */
  choose(action: string): void;
  /** Add several actions that were chosen as one, such as a card and the way to go: they are taken back as one, too. */
  chooseAll(actions: readonly string[]): void;
  /** Point at an action (null: at nothing any more): `peeked` follows. Only for what a person does: `games/pointing.ts`. */
  peek(action: string | null): void;
  /** Why an action is not allowed, as a sentence; null if it is. */
  why(action: string): Promise<string | null>;
  /** Show a sentence to the viewer, as a refusal is shown; calmly, if nothing went wrong. */
  tell(sentence: string, calm?: boolean): void;
  /** Open the legend of all signs. */
  explain(): void;
  /** The last step of the draft. */
  takeBack(): void;
  /** Words of the game stand in `games/<slug>/words.en.toml`; their keys begin with the slug: `alpina.hand`. */
  readonly say: typeof say;
}

/** Something the prompt offers as a button. */
export interface Choice {
  label: string;
  action?: string;
  /** For a step that is not yet an action: choose a card first. */
  pick?: () => void;
  /** More, in smaller letters. */
  detail?: string;
  /**
   * Board or hand show it, in sight and to be clicked: mouse and touch see no button. It stays for the keyboard, which
   * makes it visible, and for screen readers.
   */
  onBoard?: boolean;
  /** Is it the one picked already? */
  picked?: boolean;
  /** Is the thing that it stands for pointed at? */
  pointed?: boolean;
  /** It is pointed at, or no longer: for a step that is not yet an action. */
  point?: (at: boolean) => void;
}

/** Something to read between two positions, such as the account of a round: shown over the board, stops nobody. */
export interface Interlude<View = AnyView, Own = unknown, Fixed = AnyFixed, Event = AnyEvent> {
  /** Does it come with this entry of the log? */
  comes(entry: Entry<Event>): boolean;
  /** Is it read in a moment? Then it leaves by itself once the reader is to move, or touches the board. */
  brief?(entry: Entry<Event>): boolean;
  Sheet: Component<{ play: Play<View, Own, Fixed, Event>; entry: Entry<Event> }>;
}

/** The page of a game, in the types that are made from what the game declares. */
export interface GamePage<View = AnyView, Own = unknown, Fixed = AnyFixed, Event = AnyEvent> {
  /** SVG, fills its box. */
  Board: Component<{ play: Play<View, Own, Fixed, Event> }>;
  /** The dock: hand or mat of the viewer. */
  Hand: Component<{ play: Play<View, Own, Fixed, Event> }>;
  /** What is public of a seat, inside its panel. */
  Seat: Component<{ play: Play<View, Own, Fixed, Event>; seat: string }>;
  /** In the header: turn, pile ... */
  Status?: Component<{ play: Play<View, Own, Fixed, Event> }>;
  /**
   * How every point came about. One that walks through the scores (`games/walk.svelte.ts`) says so by `walks` and calls
   * `onwalked` when the walk has come to its end: who won is told then, and not before. What is `known` already is walked through only if somebody wants it again.
   */
  Result: Component<{ play: Play<View, Own, Fixed, Event>; known?: boolean; onwalked?: () => void }>;
  walks?: boolean;
  /**
   * The rules in five minutes, in own words with own pictures. Given `fixed` as in `Play`, null if it is not known, and
   * the short name of the game.
   */
  Rules: Component<{ fixed: Fixed | null; game: string }>;
  /** What the game is called, if the page's catalogue does not know. */
  name?: string;
  /** Where courses of the game are laid; has a page of its own. */
  Editor?: Component<{ level: string | null }>;
  /** A course as a small picture, drawn from the shape that the server tells of it. */
  Thumbnail?: Component<{ shape: unknown }>;
  /** From so many seats on, a small screen shows their shapes without the names; 7, if this says nothing else. */
  crowd?: number;
  /** Are the answers of the prompt the main thing to press? On a small screen they get more room, and wrap. */
  answersFirst?: boolean;
  /** Does the turn end here, even if the next decision is the same seat's? A draft never goes beyond it. */
  endsTurn?(after: Shown<View, Own>): boolean;
  /** What is asked now and how it can be answered: the whole game is playable with these. */
  choices(play: Play<View, Own, Fixed, Event>): Choice[];
  /** What is asked now, if it is said better than by `shown.prompt`. */
  prompt?(play: Play<View, Own, Fixed, Event>): string;
  /** What is said while others decide, if it is not simply whose turn it is. */
  waiting?(play: Play<View, Own, Fixed, Event>): string | null;
  /** An action in words; as it is written without this. */
  nameOf?(play: Play<View, Own, Fixed, Event>, action: string): string;
  /**
   * Does a new turn begin with this entry, even if the same seat had the turn before, which has come to `before`? What
   * comes after an interlude does.
   */
  beginsTurn?(entry: Entry<Event>, before: Entry<Event>): boolean;
  /**
   * A turn in human words, with names and effects instead of codes; the sentences of its events without this. No lines
   * for what is told elsewhere, such as the parts of a day that nobody may know of before its end.
   */
  tell?(turn: Turn<Event>, play: Play<View, Own, Fixed, Event>): readonly Line[];
  /** How many moments it takes to follow a turn: one, if this says nothing else. */
  moments?(turn: Turn<Event>): number;
  /** Who has won, if that is not simply who is in the first place: nobody may have. */
  winners?(play: Play<View, Own, Fixed, Event>): string[];
  /** The picture of the game's badge, if the shell's will not do; what it means is told by the server. */
  badge?: Component<{ size: number; "aria-hidden": "true" }>;
  /** What the badge is called, in a word or two beside its picture. */
  badgeName?(): string;
  interlude?: Interlude<View, Own, Fixed, Event>;
  /** Go back one step that is not yet an action (a picked card); false if there is none. */
  back?(play: Play<View, Own, Fixed, Event>): boolean;
}
