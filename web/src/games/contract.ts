/** What the shell and a game's folder know of each other. The shell finds `games/<slug>/index.ts` by name. */
import type { Component } from "svelte";
import type { Happening, LogEntry } from "../protocol";
import type { Settings } from "../table/settings.svelte";
import type { say } from "../words/say";

/* eslint-disable-next-line -- views are typed by each game's own view.ts */
export type Loose = any;

/** What the shell reads of any game's view. */
export interface AnyView {
  /** Null when the match is over. */
  to_move: string | null;
  /** The final places by seat, once the match is over. */
  places: number[] | null;
}

/** A position as the viewer may know it. */
export interface Shown {
  /** What everyone sees: an `AnyView`, and what the game adds to it. */
  view: Loose;
  /** What only this seat knows (a hand ...), null for an onlooker. */
  own: Loose;
  /** What is asked of whoever is to move, in a sentence. */
  prompt: string;
  legal: string[];
}

/** A position after actions that have not been played. */
export interface Tried extends Shown {
  /** The last of the actions. */
  action: string;
  /** The decision passes on: the turn is complete. */
  done: boolean;
  events: Happening[];
}

/** One table as Board, Hand, Seat and Status see it. All fields are reactive. */
export interface Play {
  /** What never changes in the match (the deck ...); `colours`, if there are any, are those of the seats. */
  readonly fixed: Loose;
  /** The server's last word, as far as it has been animated. */
  readonly base: Shown;
  /** `base` with the draft played on it: what the board draws. */
  readonly shown: Shown;
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
  /** What is being pointed at: the position after one more action. */
  readonly peeked: Tried | null;
  /** The entries of the log that led to `base`, to animate and to mark the last move. */
  readonly last: readonly LogEntry[];
  /** All entries of the log that led to `base` and stand, the oldest first. */
  readonly log: readonly LogEntry[];
  /** Who sits at a seat, by its letter. */
  readonly names: Readonly<Record<string, string>>;
  /** Is the match over? */
  readonly over: boolean;
  readonly settings: Settings;
  /** What a bot would play, once asked for; empty otherwise. */
  readonly hinted: readonly string[];
  /** Add to the draft; an illegal action shows the server's reason instead. */
  choose(action: string): void;
  /** Add several actions that were chosen as one, such as a card and the way to go: they are taken back as one, too. */
  chooseAll(actions: readonly string[]): void;
  /** Point at an action (null: at nothing any more): `peeked` follows. */
  peek(action: string | null): void;
  /** Why an action is not allowed, as a sentence; null if it is. */
  why(action: string): Promise<string | null>;
  /** Show a sentence to the viewer, as a refusal is shown. */
  tell(sentence: string): void;
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
  /** Is it the one picked already? */
  picked?: boolean;
  /** Is the thing that it stands for pointed at? */
  pointed?: boolean;
  /** It is pointed at, or no longer: for a step that is not yet an action. */
  point?: (at: boolean) => void;
}

/** Something to read between two positions, such as the account of a round: shown over the board, stops nobody. */
export interface Interlude {
  /** Does it come with this entry of the log? */
  comes(entry: LogEntry): boolean;
  Sheet: Component<{ play: Play; entry: LogEntry }>;
}

export interface GamePage {
  /** SVG, fills its box. */
  Board: Component<{ play: Play }>;
  /** The dock: hand or mat of the viewer. */
  Hand: Component<{ play: Play }>;
  /** What is public of a seat, inside its panel. */
  Seat: Component<{ play: Play; seat: string }>;
  /** In the header: turn, pile ... */
  Status: Component<{ play: Play }>;
  /** How every point came about. */
  Result: Component<{ play: Play }>;
  /** The rules in five minutes, in own words with own pictures. Given `fixed` as in `Play`, null if it is not known. */
  Rules: Component<Loose>;
  /** How a new table of this game may differ from others: edition, course ... `wish` is given to the server as it is. */
  Options?: Component<{ players: number; wish: (options: Record<string, unknown>) => void }>;
  /** Where courses of the game are laid; has a page of its own. */
  Editor?: Component<{ levels: string[] }>;
  /** From so many seats on, a small screen shows their shapes without the names; 7, if this says nothing else. */
  crowd?: number;
  /** Does the turn end here, even if the next decision is the same seat's? A draft never goes beyond it. */
  endsTurn?(after: Shown): boolean;
  /** What is asked now and how it can be answered: the whole game is playable with these. */
  choices(play: Play): Choice[];
  /** What is asked now, if it is said better than by `shown.prompt`. */
  prompt?(play: Play): string;
  /** An action in words; as it is written without this. */
  nameOf?(play: Play, action: string): string;
  /** How many moments it takes to follow an entry of the log: one, if this says nothing else. */
  moments?(entry: LogEntry): number;
  /** Who has won, if that is not simply who is in the first place: nobody may have. */
  winners?(play: Play): string[];
  interlude?: Interlude;
  /** Go back one step that is not yet an action (a picked card); false if there is none. */
  back?(play: Play): boolean;
}
