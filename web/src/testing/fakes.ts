/** A server made of nothing but its socket: the tests speak for it. */
import type { AnyView } from "../games/contract";
import type { ChairInfo, LogEntry, TableInfo } from "../protocol";
import type { ViewMessage } from "../net/messages";

export class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  static made: FakeSocket[] = [];
  static get newest(): FakeSocket {
    return FakeSocket.made.at(-1)!;
  }
  OPEN = FakeSocket.OPEN;
  readyState = FakeSocket.CONNECTING;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  // --- what the server does

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drops(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }

  /** The messages of a kind that the client has sent. */
  of(kind: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.t === kind);
  }
}

export const SocketClass = FakeSocket as unknown as typeof WebSocket;

export function chair(seat: string | null, kind: ChairInfo["kind"] = "human"): ChairInfo {
  return {
    kind,
    name: seat ? `Name of ${seat}` : null,
    level: null,
    seat,
    present: true,
    stand_in: null,
    stood_in: [],
    agreed: [],
    timed_out: false,
    thinking_ms: 0,
    course: null,
    colour: null,
  };
}

export function table(changes: Partial<TableInfo> = {}): TableInfo {
  return {
    table: "t",
    revision: 0,
    status: "running",
    game: "alpina",
    game_name: "Alpina",
    rules_version: 1,
    players: 2,
    options: {},
    privacy: "private",
    chairs: [chair("A"), chair("B")],
    host: 0,
    seq: 0,
    clock: { kind: "none", seconds: 0, increment: 0, of_days: false, left_ms: [null, null], running: null },
    commitment: "",
    chat_muted: false,
    watching: 0,
    badge: null,
    big_paws: null,
    rematch: null,
    brings_courses: false,
    colours: [],
    ...changes,
  };
}

export function welcome(chairs: number[], changes: Partial<TableInfo> = {}): object {
  return {
    t: "welcome",
    protocol: 2,
    version: "1",
    build: "",
    table: table(changes),
    chairs,
    fixed: {},
    badge: null,
  };
}

export function entry(seq: number, seat: string | null, kind: LogEntry["kind"] = "move"): LogEntry {
  const events = [{ kind: "x", seat, values: {}, text: `${seat} did ${seq}.` }];
  return { seq, kind, seat, actions: [], events, undone: false, at: 0 };
}

/** A view that the tests of the shell tell from others. */
interface Numbered extends AnyView {
  number: number;
}

export const numbered = (number: number, to_move: string | null = "A"): Numbered => ({
  to_move,
  places: null,
  number,
});

export const numberOf = (view: AnyView): unknown => ("number" in view ? view.number : undefined);

/** The position after entry `seq`, whose mover was `by`. */
export function view(seq: number, seat: string | null, by: string | null, legal: string[] = []): ViewMessage {
  const log = [entry(seq, by, seq === 0 ? "start" : "move")];
  const prompt = `Entry ${seq + 1}?`;
  return {
    t: "view",
    seq,
    seat,
    view: numbered(seq),
    own: { of: seat },
    prompt,
    legal,
    log,
    may_undo: false,
  };
}
