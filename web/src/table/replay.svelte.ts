/** A finished match, step by step, with everything open. Nothing can be chosen in it. */
import {
  NOTHING,
  type AnyFixed,
  type Entry,
  type GamePage,
  type Play,
  type Shown,
  type Turn,
} from "../games/contract";
import { numberOf } from "../art/seats";
import { api } from "../net/api";
import type { ViewMessage } from "../net/messages";
import type { LogEntry, TableInfo } from "../protocol";
import { say } from "../words/say";
import { withUndone } from "./frames.svelte";
import { settings as ours, type Settings } from "./settings.svelte";
import { since, turnsOf } from "./turns";

export const STEP_MS = 1400;

export class ReplayPlay implements Play {
  readonly say = say;
  readonly mine = false;
  readonly draft = [];
  readonly pending = null;
  readonly done = false;
  readonly peeked = null;
  readonly hinted = [];
  readonly settings: Settings = ours;
  steps = $state.raw<ViewMessage[]>([]);
  info = $state.raw<TableInfo | null>(null);
  fixed = $state.raw<AnyFixed>({});
  /** Which step is shown. */
  at = $state(0);
  /** Whose hand is looked at: a seat's, or (null) that of whoever is to decide. */
  eyes = $state<string | null>(null);
  playing = $state(false);
  speed = $state(1);
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** Open the legend: the page says how. */
  explain: () => void = () => {};
  /** The game's page, once it is there: it says where turns begin and end. */
  page = $state.raw<Pick<GamePage, "beginsTurn" | "interlude">>({});

  readonly game: string = $derived(this.info?.game ?? "");
  readonly end = $derived(Math.max(0, this.steps.length - 1));
  readonly seat: string = $derived(this.eyes ?? this.steps[this.at]?.view.to_move ?? "A");
  readonly base: Shown = $derived.by(() => {
    const step = this.steps[this.at];
    return step ? { ...step, own: step.owns?.[numberOf(this.seat)] ?? null } : NOTHING;
  });
  /** The log of the whole match. */
  readonly whole: LogEntry[] = $derived(withUndone(this.steps.flatMap((step) => step.log)));
  readonly turns: readonly Turn[] = $derived(turnsOf(this.whole, this.page));
  readonly seq: number = $derived(this.steps[this.at]?.seq ?? -1);
  /** The turns up to here; of the one that is going on what has happened so far. */
  readonly told: readonly Turn[] = $derived(
    turnsOf(
      this.whole.filter((entry) => entry.seq <= this.seq),
      this.page,
    ),
  );
  readonly last: readonly Entry[] = $derived(
    this.told.find((turn) => turn.last === this.seq)?.entries ?? this.steps[this.at]?.log ?? [],
  );
  readonly log: readonly LogEntry[] = $derived(
    this.whole.filter((entry) => entry.seq <= this.seq && !entry.undone),
  );
  readonly since: readonly Turn[] = $derived(since(this.told, this.seat));
  readonly given: boolean = $derived(this.info?.commitment === "");
  readonly over: boolean = $derived(this.steps.length > 0 && this.at === this.end);
  readonly names: Readonly<Record<string, string>> = $derived(
    Object.fromEntries((this.info?.chairs ?? []).map((chair) => [chair.seat ?? "", chair.name ?? ""])),
  );

  get shown(): Shown {
    return this.base;
  }

  /** Fetch the whole match, as far as `at` first. */
  async load(table: string, at: number | null): Promise<void> {
    [this.info, this.fixed] = await Promise.all([api.info(table), api.fixed(table)]);
    for (;;) {
      const more = await api.steps(table, this.steps.at(-1)?.seq ?? -1);
      if (!more.length) break;
      this.steps = [...this.steps, ...more];
      if (at !== null && this.at < at) this.go(at);
    }
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.end, to));
    if (this.at === this.end) this.playing = false;
  }

  /** To the step at which a turn was complete. */
  goTo(turn: Turn): void {
    this.playing = false;
    this.go(this.#stepOf(turn.last));
  }

  #stepOf(seq: number): number {
    return this.steps.findIndex((step) => step.seq >= seq);
  }

  /** To the end of the turn, or of the next one; back to where it began, or the one before. */
  goOn(): void {
    const turn = this.turns.find((each) => each.last > this.seq);
    this.go(turn ? this.#stepOf(turn.last) : this.end);
  }
  goBack(): void {
    const turn = this.turns.findLast((each) => each.last < this.seq);
    this.go(turn ? this.#stepOf(turn.last) : 0);
  }

  /** The same match as a seat sees it at another step, or before that step, within the turn that leads there. */
  seen(at: number, eyes: string, within?: ViewMessage): ReplayPlay {
    const there = new ReplayPlay();
    there.steps = within ? this.steps.toSpliced(at, 0, within) : this.steps;
    there.info = this.info;
    there.fixed = this.fixed;
    there.page = this.page;
    there.eyes = eyes;
    there.go(at);
    return there;
  }

  /** Light what a line of the log names. */
  light(things: readonly string[]): void {
    this.lit = new Set(things);
  }

  ms(milliseconds: number): number {
    return this.settings.ms(milliseconds) / this.speed;
  }

  choose(): void {}
  chooseAll(): void {}
  peek(): void {}
  takeBack(): void {}
  tell(): void {}
  async why(): Promise<null> {
    return null;
  }
}
