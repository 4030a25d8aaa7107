/**
 * The turn being thought out: a draft of actions that nobody else sees until it is confirmed.
 *
 * There are no rules here: what an action leads to, and why it is not allowed, is asked of the server (`try`).
 */
import { NOTHING, type AnyFixed, type Play, type Shown, type Tried, type Turn } from "../games/contract";
import type { LogEntry, Refusal } from "../protocol";
import { say } from "../words/say";
import type { Showing } from "./frames.svelte";
import type { Settings } from "./settings.svelte";
import type { TableStore } from "./store.svelte";
import { since, turnsOf } from "./turns";

/** Pointing at many things in passing asks the server about few of them. */
export const PEEK_MS = 70;
/** So long a refusal stays on the screen. */
const TOLD_MS = 8000;

/**
 * A step of the draft. A forced one was the only answer left by the choice before, or was chosen together with it: it
 * goes back with that choice.
 */
interface Step extends Tried {
  forced: boolean;
}

export class LivePlay implements Play {
  readonly say = say;
  #steps = $state.raw<Step[]>([]);
  #peeked = $state.raw<Tried | null>(null);
  pending = $state<string | null>(null);
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** What is pending: two choices may end with the same action. */
  #choice: object | null = null;
  /** Is what is pending the only answer there is? */
  #forcing = $state(false);
  hinted = $state.raw<string[]>([]);
  /** Why, in a sentence of the server's. */
  reason = $state("");
  /** The last refusal or other sentence to be shown; a new object each time, so that the same is said again. Calm: nothing went wrong. */
  told = $state.raw<{ sentence: string; calm: boolean } | null>(null);
  /** Open the legend: the page says how. */
  explain: () => void = () => {};
  /** A move or undo is on its way. */
  sending = $state(false);
  /** A bot is thinking about a hint. One at a time: a move would wait for all of them. */
  hinting = $state(false);
  /** In a hot seat: whom the screen has been handed to. */
  #unveiled = $state<string | null>(null);
  #tries = new Map<string, Promise<Tried | Refusal>>();
  #peekTimer: ReturnType<typeof setTimeout> | undefined;
  #wanted: string | null = null;
  #seat = $state<string | null>(null);
  /** Somebody who teaches may want another turn than this one ... */
  consents: () => boolean = () => true;
  /** ... and than a bot would advise ... */
  advised = true;
  /** ... and may have seen enough: then nothing more is asked for. */
  enough: () => boolean = () => false;
  /** The entry that our move became, until it is shown. */
  #awaited: number | null = null;

  readonly #message = $derived.by(() => {
    const views = this.store.frame?.views;
    return views?.[this.seat ?? ""] ?? null;
  });
  readonly base: Shown = $derived(this.#message ?? NOTHING);
  readonly shown: Shown = $derived(this.#steps.at(-1) ?? this.base);
  readonly draft: readonly string[] = $derived(this.#steps.map((step) => step.action));
  /** What the draft comes to, as a turn that nobody has played. */
  readonly drafted: Turn = $derived({
    seat: this.seat,
    kind: "move",
    entries: [],
    first: Infinity,
    last: Infinity,
    events: this.#steps.at(-1)?.events ?? [],
    undone: false,
  });
  readonly done: boolean = $derived.by(() => {
    const last = this.#steps.at(-1);
    return last !== undefined && (last.done || this.#page.endsTurn?.(last) === true);
  });
  /** Is there anything that was chosen and can be taken back? */
  readonly mayTakeBack: boolean = $derived(
    !this.sending && ((this.pending !== null && !this.#forcing) || this.#steps.some((step) => !step.forced)),
  );
  readonly over: boolean = $derived(this.#message?.view.to_move === null);
  /** Only what was dealt has a seal. */
  readonly given: boolean = $derived.by(() => this.store.info?.commitment === "");
  /** Does somebody else have to take the screen before anything secret is shown? */
  readonly curtain: boolean = $derived.by(
    () => this.store.seats.length > 1 && !this.over && this.#seat !== null && this.#unveiled !== this.#seat,
  );
  /** Does a bot play for the viewer? */
  readonly replaced: boolean = $derived.by(
    () => this.seat !== null && this.store.chairOf(this.seat)?.chair.stand_in != null,
  );
  readonly mine: boolean = $derived.by(
    () =>
      this.base.legal.length > 0 &&
      this.store.frames.waiting === 0 &&
      !this.sending &&
      !this.curtain &&
      !this.replaced &&
      !this.enough(),
  );
  /** Would it be the viewer's decision, if that had not been enough? */
  readonly rests: boolean = $derived.by(() => this.base.legal.length > 0 && this.enough());
  readonly mayUndo: boolean = $derived.by(
    () => (this.#message?.may_undo ?? false) && !this.sending && !this.enough(),
  );

  constructor(readonly store: TableStore) {
    store.frames.onshow = () => this.#framed();
  }

  /** The game's page, once it is there. */
  get #page(): Showing {
    return this.store.frames.page;
  }

  get game(): string {
    return this.store.info?.game ?? "";
  }

  get fixed(): AnyFixed {
    return this.store.fixed ?? {};
  }

  /** The held seat that is to decide, or was the last to. */
  get seat(): string | null {
    return this.#seat ?? this.store.seats[0] ?? null;
  }

  get peeked(): Tried | null {
    return this.#peeked;
  }

  get last(): readonly LogEntry[] {
    return this.store.frames.last;
  }

  readonly log: readonly LogEntry[] = $derived.by(() => {
    const newest = this.store.frame?.seq ?? -1;
    return this.store.log.filter((entry) => entry.seq <= newest && !entry.undone);
  });

  /** Everything that happened and is on the screen, what was taken back too, as turns. */
  readonly turns: readonly Turn[] = $derived.by(() => {
    const newest = this.store.frame?.seq ?? -1;
    return turnsOf(
      this.store.log.filter((entry) => entry.seq <= newest),
      this.#page,
    );
  });
  readonly since: readonly Turn[] = $derived(since(this.turns, this.seat ?? this.base.view.to_move));

  /** Light what a line of the log names; nothing, if it is pointed at no more. */
  light(things: readonly string[]): void {
    this.lit = new Set(things);
  }

  ms(milliseconds: number): number {
    return this.store.frames.rushed ? 0 : this.settings.ms(milliseconds);
  }

  get names(): Readonly<Record<string, string>> {
    return this.store.names;
  }

  get settings(): Settings {
    return this.store.settings;
  }

  tell(sentence: string, calm = false): void {
    const told = { sentence, calm };
    this.told = told;
    setTimeout(() => {
      if (this.told === told) this.told = null;
    }, TOLD_MS);
  }

  /** A new position is shown: what was thought of the old one is void. */
  #framed(): void {
    this.#tries.clear();
    this.#steps = [];
    this.pending = null;
    this.hinted = [];
    this.peek(null);
    this.#settle();
    const views = Object.values(this.store.frame?.views ?? {});
    const toDecide = views.find((view) => view.legal.length > 0)?.seat;
    if (toDecide) this.#seat = toDecide;
    else if (!this.#seat || !this.store.seats.includes(this.#seat)) this.#seat = this.store.seats[0] ?? null;
    if (this.store.seats.length < 2) this.#unveiled = this.#seat;
  }

  /** The screen is with whom it was handed to. */
  unveil(): void {
    this.#unveiled = this.seat;
  }

  #try(actions: readonly string[]): Promise<Tried | Refusal> {
    const seq = this.store.frame?.seq ?? 0;
    const key = `${seq} ${actions.join(";")}`;
    const known = this.#tries.get(key);
    if (known) return known;
    const asked = this.store.ask({ t: "try", seq, actions: [...actions] }).then((answer) => {
      if (answer.t !== "tried") return answer as Refusal;
      const { view, own, prompt, legal, done, events } = answer;
      return { view, own, prompt, legal, done, events, action: actions.at(-1) ?? "" };
    });
    this.#tries.set(key, asked);
    return asked;
  }

  choose(action: string): void {
    this.chooseAll([action]);
  }

  chooseAll(actions: readonly string[]): void {
    if (!actions.length || !this.mine || this.pending !== null || this.done) return;
    void this.#choose(actions);
  }

  /** Give the only answer there is: there is nothing more to think about, so it is sent at once. */
  async answerOnly(): Promise<void> {
    if (this.only === null || !this.mine || this.pending !== null || this.draft.length) return;
    await this.#choose([this.only]);
    this.confirm();
  }

  /**
   * The only answer there is. It is offered and not taken: nothing is drawn as done before the person has done it, and
   * how fast an answer comes must not tell the others that there was no choice.
   */
  readonly only: string | null = $derived(this.base.legal.length === 1 ? this.base.legal[0]! : null);

  /** Once somebody has chosen, what that leaves no choice about goes with it. */
  async #force(): Promise<void> {
    const [only, ...others] = this.shown.legal;
    if (only === undefined || others.length || !this.mine || this.pending !== null || this.done) return;
    await this.#choose([only], true);
  }

  async #choose(actions: readonly string[], forced = false): Promise<void> {
    const { draft } = this;
    const seq = this.store.frame?.seq;
    const last = actions.at(-1)!;
    this.pending = last;
    this.#forcing = forced;
    const choice = (this.#choice = {});
    this.peek(null);
    const asked = actions.map((_, n) => this.#try([...draft, ...actions.slice(0, n + 1)]));
    const answers = await Promise.all(asked);
    if (this.pending === null || this.#choice !== choice) return; // it was taken back, or another was made instead
    if (seq !== this.store.frame?.seq) return; // the table has moved on meanwhile
    this.pending = null;
    const steps: Step[] = [];
    for (const answer of answers) {
      if (isRefusal(answer)) {
        this.tell(answer.why);
        return;
      }
      steps.push({ ...answer, forced: forced || steps.length > 0 });
    }
    if (!forced) this.told = null;
    this.#steps = [...this.#steps, ...steps];
    this.hinted = [];
    if (!this.done) await this.#force();
    else if (!this.settings.confirm) this.confirm();
  }

  peek(action: string | null): void {
    if (action !== null && action === this.#wanted) return;
    clearTimeout(this.#peekTimer);
    this.#wanted = null;
    this.#peeked = null;
    if (action === null || !this.mine || this.done) return; // if it is still pointed at later, it is asked about then
    this.#wanted = action;
    const actions = [...this.draft, action];
    const known = this.#tries.has(`${this.store.frame?.seq ?? 0} ${actions.join(";")}`);
    this.#peekTimer = setTimeout(() => void this.#peek(actions), known ? 0 : PEEK_MS);
  }

  async #peek(actions: readonly string[]): Promise<void> {
    const answer = await this.#try(actions);
    const still = this.#wanted === actions.at(-1) && this.draft.length === actions.length - 1;
    if (still && !isRefusal(answer)) this.#peeked = answer;
  }

  /** Of a whole turn it is the last step that another action would stand in for. */
  async why(action: string): Promise<string | null> {
    const before = this.done ? this.draft.slice(0, -1) : this.draft;
    const answer = await this.#try([...before, action]);
    return isRefusal(answer) ? answer.why : null;
  }

  takeBack(): void {
    if (!this.mayTakeBack) return;
    this.peek(null);
    this.told = null;
    this.hinted = [];
    const undecided = this.pending !== null && !this.#forcing;
    this.pending = null;
    if (undecided) return;
    const choice = this.#steps.findLastIndex((step) => !step.forced);
    this.#steps = this.#steps.slice(0, choice);
  }

  /** Lay out a whole turn in the place of the draft, to be confirmed. */
  async layOut(actions: readonly string[]): Promise<void> {
    if (!this.mine) return;
    this.#drop();
    this.told = null;
    await this.#choose(actions);
  }

  /** Away with the draft, and with what the game's page has in mind on the way to one. */
  #drop(): void {
    this.#steps = [];
    while (this.#page.back?.(this)); // step by step
  }

  /** Play the draft. It stays on the screen until the server has it. */
  confirm(): void {
    if (!this.done || this.sending) return;
    if (!this.consents()) {
      this.#drop();
      return;
    }
    const seq = this.store.frame?.seq ?? 0;
    void this.#send({ t: "move", seq, actions: [...this.draft] });
  }

  undo(): void {
    if (!this.mayUndo) return;
    void this.#send({ t: "undo", seq: this.store.frame?.seq ?? 0 });
  }

  async #send(message: { t: "move"; seq: number; actions: string[] } | { t: "undo"; seq: number }) {
    this.sending = true;
    const answer = await this.store.ask(message);
    if (isRefusal(answer)) {
      this.sending = false;
      this.tell(answer.code === "stale" ? say("play.moved_on") : answer.why);
      this.#drop();
    } else if (answer.t === "ack") {
      this.#awaited = answer.seq;
      this.#settle();
    }
  }

  /** Our move is on its way until the position after it is on the screen. */
  #settle(): void {
    if (this.#awaited === null || (this.store.frame?.seq ?? -1) < this.#awaited) return;
    this.#awaited = null;
    this.sending = false;
  }

  /** What a bot would play next, after the draft. */
  async hint(): Promise<void> {
    if (!this.mine || this.done || !this.advised || this.hinting) return;
    const seq = this.store.frame?.seq ?? 0;
    const { draft } = this;
    this.hinting = true;
    const answer = await this.store.ask({ t: "hint", seq, actions: [...draft] });
    this.hinting = false;
    if (seq !== this.store.frame?.seq || draft !== this.draft || this.pending !== null) return;
    if (answer.t === "hinted") [this.hinted, this.reason] = [[answer.action], answer.why];
    else if (isRefusal(answer)) this.tell(answer.why);
  }

  /** Lay out what was hinted as a draft, and what the bot would do next, until the turn is complete. */
  async followHint(): Promise<void> {
    while (this.hinted[0] !== undefined && !this.done) {
      const before = this.draft.length;
      await this.#choose([this.hinted[0]]);
      if (this.draft.length === before) return;
      await this.hint();
    }
  }
}

function isRefusal(answer: object): answer is Refusal {
  return "t" in answer && answer.t === "refused";
}
