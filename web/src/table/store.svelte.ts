/** One table as this browser knows it: its people, what happened, what was said, and the connection. */
import type { AnyFixed } from "../games/contract";
import { api } from "../net/api";
import type { Answer, Asked, News, ViewMessage } from "../net/messages";
import { isRecorded, newId, TableSocket, type Link } from "../net/socket";
import { TABLES, tokens } from "../net/tokens";
import { updates } from "../net/updates.svelte";
import type { ChairInfo, Chat, LogEntry, Reaction, Refusal, TableInfo, Welcome } from "../protocol";
import { Frames, type Frame } from "./frames.svelte";
import { settings as ours, type Settings } from "./settings.svelte";

/** So long a sign stands at a seat. */
const SIGN_MS = 6000;
/** So many stay among the remarks. */
const MOST_SIGNS = 30;

/** An `Asked` that has yet to get its id. */
type Unnamed<M> = M extends Asked ? Omit<M, "id"> : never;

export class TableStore {
  info = $state.raw<TableInfo | null>(null);
  fixed = $state.raw<AnyFixed | null>(null);
  /** The chairs that we hold. */
  chairs = $state.raw<number[]>([]);
  chat = $state.raw<Chat[]>([]);
  /** The signs that people gave while we were here, the last ones. */
  signs = $state.raw<Reaction[]>([]);
  /** By chair: the sign that is shown at its seat for a moment. */
  shownSigns = $state.raw<Record<number, Reaction>>({});
  link = $state<Link>("opening");
  /** Why the connection failed, in the server's words. */
  trouble = $state.raw<Refusal | null>(null);
  /** By seat of ours: since when a bot has played for us, before we came back. */
  replaced = $state.raw<Readonly<Record<string, number>>>({});
  /** When the clocks of `info` were read, to let them run on the screen. */
  readAt = $state(0);
  /** What the badge of the game means; null for a game without one. */
  badge = $state.raw<string | null>(null);
  /** Is it no real table, but one that was written down? */
  readonly recorded: boolean;
  readonly frames: Frames;
  #socket: TableSocket;
  /** Another tab has sat down or got up. */
  readonly #follow = ({ key }: StorageEvent): void => {
    if (key === TABLES && !this.holdsAll) this.greet();
  };

  readonly seats = $derived(this.chairs.map((n) => this.info?.chairs[n]?.seat).filter((s) => s != null));
  /** Nobody is there to talk to or to wait for us: bots play, nobody looks on, and nothing was ever said. */
  readonly alone: boolean = $derived(
    !this.info?.watching &&
      !this.chat.length &&
      (this.info?.chairs ?? []).every(({ kind }, n) => kind === "bot" || this.chairs.includes(n)),
  );
  readonly names = $derived(
    Object.fromEntries((this.info?.chairs ?? []).map((chair) => [chair.seat ?? "", chair.name ?? ""])),
  );

  constructor(
    readonly id: string,
    readonly settings: Settings = ours,
    Socket: typeof WebSocket = WebSocket,
  ) {
    this.recorded = isRecorded(Socket);
    this.frames = new Frames(
      settings,
      () => this.chairs.length,
      () => this.seats,
    );
    const origin = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    const address = `${origin}/api/tables/${encodeURIComponent(id)}/socket`;
    this.#socket = new TableSocket(
      {
        address,
        hello: () => this.#hello(),
        heard: (message) => this.#hear(message),
        changed: (link, why) => {
          this.link = link;
          this.trouble = why;
        },
      },
      Socket,
    );
    addEventListener("storage", this.#follow);
  }

  /** Are the chairs that this browser holds those that we sit on here? Another tab may have taken one. */
  get holdsAll(): boolean {
    return Object.keys(tokens.of(this.id)?.tokens ?? {}).join() === this.chairs.join();
  }

  #hello() {
    const held = tokens.of(this.id);
    return {
      tokens: Object.values(held?.tokens ?? {}),
      invite: held?.invite ?? null,
      since: this.frames.seq,
      language: this.settings.wishes.language,
    };
  }

  #hear(message: News): void {
    switch (message.t) {
      case "welcome":
        this.#welcome(message);
        break;
      case "table":
        this.#know(message.table);
        break;
      case "view":
        this.#look(message);
        break;
      case "chat":
        if (!this.chat.some((known) => known.number === message.number))
          this.chat = [...this.chat, message].sort((a, b) => a.number - b.number);
        break;
      case "reaction":
        this.#showSign(message);
        break;
    }
  }

  #showSign(sign: Reaction): void {
    this.signs = [...this.signs, sign].slice(-MOST_SIGNS);
    this.shownSigns = { ...this.shownSigns, [sign.chair]: sign };
    setTimeout(() => {
      if (this.shownSigns[sign.chair] !== sign) return; // another one has taken its place
      this.shownSigns = Object.fromEntries(
        Object.entries(this.shownSigns).filter(([, shown]) => shown !== sign),
      );
    }, SIGN_MS);
  }

  #welcome(message: Welcome): void {
    if (!this.recorded) updates.hear(message.build);
    if (message.chairs.join() !== this.chairs.join()) this.frames.clear();
    this.chairs = message.chairs;
    this.fixed = message.fixed ?? this.fixed;
    this.badge = message.badge;
    this.replaced = { ...this.replaced, ...replacedAt(message) };
    this.#know(message.table);
  }

  #know(info: TableInfo): void {
    const starts = this.info?.status === "waiting" && info.status !== "waiting";
    this.info = info;
    this.readAt = Date.now();
    // What never changes is told with the welcome, and there was nothing to tell before the start.
    if (starts && this.fixed === null) this.greet();
  }

  #look(view: ViewMessage): void {
    this.frames.take(view);
    const gap = this.frames.gap;
    if (gap !== null) void this.#fillGap();
  }

  #filling = false;

  /** The log before what the connection told us, for those who read all of it. */
  async #fillGap(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      const held = this.chairs.length ? this.chairs : [undefined];
      this.frames.learn(...(await Promise.all(held.map((chair) => api.log(this.id, -1, chair)))));
    } catch (error) {
      console.warn("the log is not complete", error); // the next view asks again
    } finally {
      this.#filling = false;
    }
  }

  /** Our chairs or our invite have changed. */
  greet(): void {
    this.#socket.greet();
  }

  ask(message: Unnamed<Asked>): Promise<Answer> {
    return this.#socket.ask({ ...message, id: newId() } as Asked);
  }

  chairOf(seat: string): { chair: ChairInfo; number: number } | null {
    const number = this.info?.chairs.findIndex((chair) => chair.seat === seat) ?? -1;
    const chair = this.info?.chairs[number];
    return chair ? { chair, number } : null;
  }

  /**
   * The seats of people who keep the others waiting: not there or out of time, and no bot plays for them. With a
   * clock of days, nobody is expected to stay.
   */
  get stuck(): string[] {
    const expected = !this.info?.clock.of_days;
    return (this.info?.chairs ?? [])
      .filter(
        ({ kind, stand_in, timed_out, present }) =>
          kind === "human" && !stand_in && (timed_out || (expected && !present)),
      )
      .flatMap((chair) => (chair.seat !== null && !this.seats.includes(chair.seat) ? [chair.seat] : []));
  }

  get log(): LogEntry[] {
    return this.frames.log;
  }

  get frame(): Frame | null {
    return this.frames.shown;
  }

  close(): void {
    removeEventListener("storage", this.#follow);
    this.#socket.close();
    this.frames.clear();
  }
}

/** As somebody comes, the bots that have played for them: since when, by seat. They have not gone yet. */
function replacedAt({ chairs, table }: Welcome): Record<string, number> {
  const found = chairs.flatMap((n): [string, number][] => {
    const { seat = null, stand_in, stood_in } = table.chairs[n] ?? {};
    return seat !== null && stand_in ? [[seat, stood_in?.at(-1) ?? 0]] : [];
  });
  return Object.fromEntries(found);
}
