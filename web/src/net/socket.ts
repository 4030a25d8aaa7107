/**
 * One live connection to a table that mends itself.
 *
 * It says hello with the last entry seen, asks again (by the same id) what was not answered, pings when nothing
 * is heard, and comes back ever more slowly when the server is away. See docs/protocol.md.
 */
import { PROTOCOL, type Hello, type Refusal } from "../protocol";
import type { Answer, Asked, Heard, News } from "./messages";

/** opening: never connected yet; lost: being mended; outdated: the page must be reloaded; refused: it is no use. */
export type Link = "opening" | "open" | "lost" | "outdated" | "refused" | "closed";

export interface Wiring {
  address: string;
  /** Who we are and what we have seen, asked anew for every hello. */
  hello: () => Omit<Hello, "t" | "protocol">;
  heard: (message: News) => void;
  /** `why`: the server's sentence, if it gave one. */
  changed: (link: Link, why: Refusal | null) => void;
}

interface Pending {
  message: Asked;
  sentAt: number;
  answer: (answer: Answer) => void;
}

export const TICK_MS = 1000;
export const RESEND_MS = 4000;
export const QUIET_MS = 5000;
export const DEAD_MS = 12000;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;
/** With these the server means: not now. With all others before a goodbye it means: not ever. */
const TEMPORARY = new Set(["stopping", "too_many"]);
const HOPELESS_CODES = new Set([4400, 4401, 4403, 4404]);

/** Does a socket only say again what was written down? Then it needs no network, and knows nothing of the server. */
export const isRecorded = (Socket: typeof WebSocket): boolean => "recorded" in Socket;

export class TableSocket {
  link: Link = "opening";
  #socket: WebSocket | null = null;
  #greeted = false;
  #attempts = 0;
  #heardAt = 0;
  #lastRefusal: Refusal | null = null;
  readonly #pending = new Map<string, Pending>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #ticker: ReturnType<typeof setInterval>;
  readonly #hurry = (): void => this.#comeBackNow();
  readonly #offline = (): void => this.#abandon();
  readonly #online = (): void => this.#openAnew();

  constructor(
    private readonly wiring: Wiring,
    private readonly Socket: typeof WebSocket = WebSocket,
  ) {
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    if (!isRecorded(Socket)) addEventListener("offline", this.#offline);
    addEventListener("online", this.#online);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  /** Send what is to be answered; the promise waits as long as it takes, through lost connections. */
  ask(message: Asked): Promise<Answer> {
    return new Promise((answer) => {
      this.#pending.set(message.id, { message, sentAt: 0, answer });
      this.#flush();
    });
  }

  /** Is anything sent that the server has not answered? */
  get unanswered(): number {
    return this.#pending.size;
  }

  /** Say hello again, to be shown everything anew (after taking a chair, say). */
  greet(): void {
    if (this.#socket?.readyState === this.Socket.OPEN) this.#hello();
  }

  close(): void {
    clearInterval(this.#ticker);
    clearTimeout(this.#retry);
    removeEventListener("offline", this.#offline);
    removeEventListener("online", this.#online);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#become("closed");
    this.#socket?.close();
    this.#socket = null;
  }

  #become(link: Link): void {
    if (this.link === "closed") return;
    this.link = link;
    this.wiring.changed(link, this.#lastRefusal);
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const socket = new this.Socket(this.wiring.address);
    this.#socket = socket;
    this.#greeted = false;
    this.#heardAt = Date.now();
    // Whatever an abandoned connection still has to say is old.
    const current = (): boolean => this.#socket === socket;
    socket.onopen = () => current() && this.#hello();
    socket.onmessage = (event: MessageEvent<string>) =>
      current() && this.#hear(JSON.parse(event.data) as Heard);
    socket.onclose = (event) => current() && this.#lost(event.code);
  }

  #hello(): void {
    this.#transmit({ t: "hello", protocol: PROTOCOL, ...this.wiring.hello() });
  }

  #transmit(message: object): void {
    if (this.#socket?.readyState === this.Socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #flush(again = false): void {
    if (!this.#greeted) return;
    const now = Date.now();
    for (const pending of this.#pending.values()) {
      if (again || pending.sentAt === 0 || now - pending.sentAt >= RESEND_MS) {
        pending.sentAt = now;
        this.#transmit(pending.message);
      }
    }
  }

  #hear(message: Heard): void {
    this.#heardAt = Date.now();
    switch (message.t) {
      case "welcome":
        this.#greeted = true;
        this.#attempts = 0;
        this.#lastRefusal = null;
        this.wiring.heard(message);
        this.#become("open");
        this.#flush(true);
        return;
      case "refused":
        if (message.code === "protocol") this.#giveUp("outdated", message);
        else if (message.id === null || !this.#answer(message.id, message)) this.#lastRefusal = message;
        return;
      case "ack":
      case "tried":
      case "hinted":
        this.#answer(message.id, message);
        return;
      case "pong": {
        const { since } = this.wiring.hello();
        if (message.seq === null || message.seq > (since ?? -1)) this.#hello();
        return;
      }
      default:
        this.wiring.heard(message);
    }
  }

  #answer(id: string, answer: Answer): boolean {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.answer(answer);
    return pending !== undefined;
  }

  #lost(code: number): void {
    this.#socket = null;
    this.#greeted = false;
    const why = this.#lastRefusal;
    const hopeless = why ? !TEMPORARY.has(why.code) : HOPELESS_CODES.has(code);
    if (code === 4409) return this.#giveUp("outdated", why);
    if (hopeless) return this.#giveUp("refused", why);
    this.#become("lost");
    // Not all at once when a server comes back: some chance in the wait.
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#attempts++);
    this.#retry = setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  }

  #giveUp(link: "outdated" | "refused", why: Refusal | null): void {
    this.#lastRefusal = why;
    this.#become(link);
    clearInterval(this.#ticker);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #comeBackNow(): void {
    if (this.#retry !== undefined && !document.hidden) this.#open();
    else this.#tick();
  }

  /** A dead connection may take minutes to say that it is closed. */
  #abandon(): void {
    if (!this.#socket) return;
    this.#socket.close();
    this.#lost(1006);
  }

  /** What was begun without a network comes to nothing. */
  #openAnew(): void {
    if (!this.#greeted) this.#abandon();
    if (this.#retry !== undefined) this.#open();
  }

  #tick(): void {
    const socket = this.#socket;
    if (!socket) return;
    const quiet = Date.now() - this.#heardAt;
    if (quiet >= DEAD_MS) this.#abandon();
    else if (socket.readyState === this.Socket.OPEN) {
      if (quiet >= QUIET_MS) this.#transmit({ t: "ping" });
      this.#flush();
    }
  }
}

/** A name for a message that nobody else uses. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
