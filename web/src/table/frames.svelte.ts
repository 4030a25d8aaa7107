/**
 * What happened is shown one entry after the other, so that people can follow, and can be skipped.
 *
 * A frame is the position after one entry as all held seats see it. It is shown when every held seat's view of it
 * is there: a server that had to hurry may leave some out, and then a later one stands for them.
 */
import { SvelteMap } from "svelte/reactivity";
import type { ViewMessage } from "../net/messages";
import type { LogEntry } from "../protocol";
import type { Settings } from "./settings.svelte";

export interface Frame {
  seq: number;
  /** By the letter of the seat, "" for an onlooker. */
  views: Record<string, ViewMessage>;
}

export const PACE_MS = 1100;

export class Frames {
  /** The frame on the screen. */
  shown = $state.raw<Frame | null>(null);
  /** The entries that led to it from the one before. */
  last = $state.raw<LogEntry[]>([]);
  #waiting = $state.raw<Frame[]>([]);
  #coming = new Map<number, Record<string, ViewMessage>>();
  #entries = new SvelteMap<number, LogEntry>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Told of each frame that is shown. */
  onshow: (frame: Frame, entries: LogEntry[]) => void = () => {};
  /** How many moments it takes to follow an entry. */
  moments: (entry: LogEntry) => number = () => 1;

  readonly log = $derived(withUndone([...this.#entries.values()].sort((a, b) => a.seq - b.seq)));

  /** `held`: how many views make a frame; `own`: the seats whose entries nobody here has to be shown slowly. */
  constructor(
    private readonly settings: Settings,
    private readonly held: () => number,
    private readonly own: () => readonly string[],
  ) {}

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

  /** Show what waits, at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const newest = this.#waiting.at(-1);
    this.#waiting = [];
    if (newest) this.#show(newest);
  }

  /** What is shown has been read: go on with the next. */
  goOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#advance();
  }

  /** Forget everything: we sit elsewhere now. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.shown = null;
    this.last = [];
    this.#waiting = [];
    this.#coming.clear();
    this.#entries.clear();
  }

  #next(): void {
    if (this.#timer !== undefined && !this.#waiting.some((frame) => this.#isOwn(frame))) return;
    // One's own move has been seen already, as a draft: neither it nor what went before keeps anybody waiting.
    while (this.#waiting.length > 1 && this.#waiting.some((frame) => this.#isOwn(frame))) this.#advance();
    this.#advance();
  }

  #advance(): void {
    const [frame, ...rest] = this.#waiting;
    if (!frame) return;
    this.#waiting = rest;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const first = this.shown === null;
    this.#show(frame);
    const pause = first || document.hidden ? 0 : this.settings.pace(PACE_MS * this.#moments(frame));
    if (pause === 0) {
      if (this.#waiting.length) this.#advance();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#advance();
    }, pause);
  }

  #between(from: number, to: number): LogEntry[] {
    const found = [];
    for (let seq = from + 1; seq <= to; seq++) {
      const entry = this.#entries.get(seq);
      if (entry) found.push(entry);
    }
    return found;
  }

  /** One's own move is known already, but not what more came of it. */
  #moments(frame: Frame): number {
    const entry = this.#entries.get(frame.seq);
    return entry ? this.moments(entry) - (this.#isOwn(frame) ? 1 : 0) : 1;
  }

  #isOwn(frame: Frame): boolean {
    const seat = this.#entries.get(frame.seq)?.seat;
    return seat != null && this.own().includes(seat);
  }

  #show(frame: Frame): void {
    this.last = this.#between(this.shown?.seq ?? frame.seq - 1, frame.seq);
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
