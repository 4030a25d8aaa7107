/**
 * What happened is shown one turn after the other, so that people can follow, and can be skipped.
 *
 * A frame is the position after one entry as all held seats see it. It is complete when every held seat's view of it
 * is there: a server that had to hurry may leave some out, and then a later one stands for them. Of a turn of several
 * entries only the last frame is shown, with all entries that led to it: the board makes one movement of them.
 */
import { SvelteMap } from "svelte/reactivity";
import type { ViewMessage } from "../net/messages";
import type { GamePage } from "../games/contract";
import type { LogEntry } from "../protocol";
import type { Settings } from "./settings.svelte";
import { turnsOf } from "./turns";

export interface Frame {
  seq: number;
  /** By the letter of the seat, "" for an onlooker. */
  views: Record<string, ViewMessage>;
}

/** A moment: so long a turn that is told quickly is looked at. */
export const PACE_MS = 1100;
/** So long the rest of a turn is waited for; whoever thinks longer in the middle of it is seen at it. */
export const HOLD_MS = 2000;

/** What of a game's page says how its turns are shown and thought out. */
export type Showing = Pick<GamePage, "back" | "beginsTurn" | "endsTurn" | "interlude" | "moments">;

export class Frames {
  /** The frame on the screen. */
  shown = $state.raw<Frame | null>(null);
  /** The entries that led to it from the one before. */
  last = $state.raw<LogEntry[]>([]);
  #waiting = $state.raw<Frame[]>([]);
  #coming = new Map<number, Record<string, ViewMessage>>();
  #entries = new SvelteMap<number, LogEntry>();
  /** Runs while what is shown is looked at. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while the rest of a turn is waited for. */
  #hold: ReturnType<typeof setTimeout> | undefined;
  /** Was what is on the screen skipped to? Then nothing of it moves. */
  rushed = $state(false);
  /** Is what is on the screen still looked at, before anything more is shown? */
  looking = $state(false);
  /** What there is to read before anything more is shown. */
  reading = $state.raw<LogEntry | null>(null);
  /** Told of each frame that is shown. */
  onshow: (frame: Frame, entries: LogEntry[]) => void = () => {};
  #page = $state.raw<Showing>({});

  readonly log = $derived(withUndone([...this.#entries.values()].sort((a, b) => a.seq - b.seq)));

  /** `held`: how many views make a frame; `own`: the seats whose entries nobody here has to be shown slowly. */
  constructor(
    private readonly settings: Settings,
    private readonly held: () => number,
    private readonly own: () => readonly string[],
  ) {}

  /** How the game's turns are shown. */
  get page(): Showing {
    return this.#page;
  }

  /** The game's page has come; if nothing has happened since, what there is to read at this position is. */
  showAs(page: Showing): void {
    if (page === this.#page) return;
    this.#page = page;
    const newest = this.last.at(-1);
    if (newest && !this.#waiting.length) this.reading = page.interlude?.comes(newest) ? newest : null;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The last entry that we know of, shown or not; null before anything. */
  get seq(): number | null {
    return this.#waiting.at(-1)?.seq ?? this.shown?.seq ?? null;
  }

  /** The first entry missing from the log so far, before the newest; null if there is no gap. */
  get gap(): number | null {
    const newest = Math.max(-1, ...this.#entries.keys());
    for (let seq = newest; seq >= 0; seq--) if (!this.#entries.has(seq)) return seq;
    return null;
  }

  /** Entries of the log, as every held seat knows them. */
  learn(...versions: (readonly LogEntry[])[]): void {
    for (const entry of versions.flat()) {
      const known = versions.length > 1 ? this.#entries.get(entry.seq) : undefined;
      this.#entries.set(entry.seq, known ? plainer(known, entry) : entry);
    }
  }

  take(view: ViewMessage): void {
    if (this.shown && view.seq < this.shown.seq) return; // old
    const seat = view.seat ?? "";
    if (this.shown?.seq === view.seq) {
      this.shown = { seq: view.seq, views: { ...this.shown.views, [seat]: view } };
      return;
    }
    const views = { ...this.#coming.get(view.seq), [seat]: view };
    this.#coming.set(view.seq, views);
    if (Object.keys(views).length < Math.max(1, this.held())) return;
    this.learn(...Object.values(views).map((each) => each.log));
    for (const seq of this.#coming.keys()) if (seq <= view.seq) this.#coming.delete(seq);
    const earlier = this.#waiting.filter((frame) => frame.seq < view.seq);
    this.#waiting = [...earlier, { seq: view.seq, views }];
    this.#next();
  }

  /** Show what waits, at once and without a movement. */
  skip(): void {
    this.#stop();
    this.rushed = true;
    const newest = this.#waiting.at(-1);
    this.#waiting = [];
    if (newest) this.#show(newest);
  }

  /** What is shown has been read: go on with the next. */
  goOn(): void {
    this.#stop();
    this.reading = null;
    this.#advance();
  }

  /** Forget everything: we sit elsewhere now. */
  clear(): void {
    this.#stop();
    this.shown = this.reading = null;
    this.last = [];
    this.#waiting = [];
    this.#coming.clear();
    this.#entries.clear();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#hold);
    this.#timer = this.#hold = undefined;
    this.looking = false;
  }

  #next(): void {
    const own = this.#waiting.findLastIndex((frame) => this.#isOwn(frame));
    // One's own move has been seen already, as a draft: neither it nor what went before keeps anybody waiting.
    if (own >= 0) this.#take(own);
    else if (this.#timer === undefined && this.reading === null) this.#advance();
  }

  /** Show the next turn, as soon as all of it is there. */
  #advance(): void {
    if (!this.#waiting.length) return;
    const { upTo, ended } = this.#nextTurn();
    clearTimeout(this.#hold);
    const hold = ended || this.#hurries ? 0 : this.settings.pace(HOLD_MS);
    if (hold) this.#hold = setTimeout(() => this.#take(upTo), hold);
    else this.#take(upTo);
  }

  /** Is nobody to wait for anything? */
  get #hurries(): boolean {
    return this.shown === null || document.hidden;
  }

  /** Show the waiting frame of this number, which stands for those before it, and let people look at it. */
  #take(number: number): void {
    const frame = this.#waiting[number]!;
    const hurried = this.#hurries;
    this.#stop();
    this.#waiting = this.#waiting.slice(number + 1);
    this.rushed = false;
    this.#show(frame);
    if (this.reading) return;
    const pause = hurried ? 0 : this.settings.pace(PACE_MS * this.#moments(frame));
    if (pause > 0) {
      this.looking = true;
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.looking = false;
        this.#advance();
      }, pause);
    } else this.#advance();
  }

  /** Up to which waiting frame the next turn goes, and whether it ends there, as far as we know. */
  #nextTurn(): { upTo: number; ended: boolean } {
    const frames = this.#waiting;
    const from = this.shown?.seq ?? frames[0]!.seq - 1;
    const isOne = (to: Frame): boolean => turnsOf(this.#between(from, to.seq), this.page).length < 2;
    let upTo = 0;
    while (upTo + 1 < frames.length && isOne(frames[upTo + 1]!)) upTo++;
    return { upTo, ended: upTo + 1 < frames.length || this.#ends(frames[upTo]!) };
  }

  /** Does a turn end with this frame? */
  #ends(frame: Frame): boolean {
    const entry = this.#entries.get(frame.seq);
    const [after] = Object.values(frame.views);
    if (entry?.kind !== "move" || !after || after.view.to_move !== entry.seat) return true;
    return this.page.endsTurn?.(after) === true || this.page.interlude?.comes(entry) === true;
  }

  #between(from: number, to: number): LogEntry[] {
    const found = [];
    for (let seq = from + 1; seq <= to; seq++) {
      const entry = this.#entries.get(seq);
      if (entry) found.push(entry);
    }
    return found;
  }

  /** How long the last of the turns that are shown takes. One's own move is known already, but not what more came of it. */
  #moments(frame: Frame): number {
    const turn = turnsOf(this.last, this.page).at(-1);
    return turn ? (this.page.moments?.(turn) ?? 1) - (this.#isOwn(frame) ? 1 : 0) : 1;
  }

  #isOwn(frame: Frame): boolean {
    const seat = this.#entries.get(frame.seq)?.seat;
    return seat != null && this.own().includes(seat);
  }

  /** What somebody who has just come is told of: the last turn, as far as we know of it. */
  #lastTurn(seq: number): LogEntry[] {
    const numbers = new Set(
      turnsOf(this.#between(-1, seq), this.page)
        .at(-1)
        ?.entries.map((e) => e.seq),
    );
    return this.#between(-1, seq).filter((entry) => numbers.has(entry.seq));
  }

  #show(frame: Frame): void {
    this.last = this.shown ? this.#between(this.shown.seq, frame.seq) : this.#lastTurn(frame.seq);
    this.reading = this.last.findLast((entry) => this.page.interlude?.comes(entry)) ?? null;
    this.shown = frame;
    this.onshow(frame, this.last);
  }
}

/**
 * One screen for several people tells what all of them may know: of two versions of an entry, each happening as it
 * is told to whom it is hidden from.
 */
function plainer(one: LogEntry, other: LogEntry): LogEntry {
  const events = one.events.map((event, n) => {
    const told = other.events[n];
    return told?.kind.endsWith(".hidden") ? told : event;
  });
  return { ...other, events };
}

/** An undo takes back the last move that stands: the entry stays in the log, marked. */
export function withUndone(entries: LogEntry[]): LogEntry[] {
  const undone = new Set<number>();
  const standing: number[] = [];
  for (const entry of entries) {
    if (entry.kind === "move") standing.push(entry.seq);
    else if (entry.kind === "undo") {
      const back = standing.pop();
      if (back !== undefined) undone.add(back);
    }
  }
  return entries.map((entry) => (undone.has(entry.seq) ? { ...entry, undone: true } : entry));
}
