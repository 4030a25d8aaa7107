/**
 * A step of a lesson where there is no connection: what its real table has said is said again.
 *
 * There are no rules here, either: whatever was not written down is answered by a sentence that says so.
 */
import { BUILD } from "../net/build";
import { api } from "../net/api";
import type { Asked } from "../net/messages";
import type { Hello, Ping, RecordedLesson, RecordedStep } from "../protocol";
import { TableStore } from "../table/store.svelte";
import { settings } from "../table/settings.svelte";
import { say } from "../words/say";

/** What was kept of a game's lesson, as far as this very page understands it; null if there is nothing. */
export async function recordingOf(game: string): Promise<RecordedLesson | null> {
  try {
    const recorded = await api.recordedLesson(game);
    return recorded.build === BUILD ? recorded : null;
  } catch {
    return null; // it was not kept, or the server is away and there is no worker
  }
}

/** The table of a step, as it was written down. */
export function recordedTable(step: RecordedStep): TableStore {
  class Socket extends RecordedSocket {
    constructor() {
      super(named(step));
    }
  }
  return new TableStore("recorded", settings, Socket as unknown as typeof WebSocket);
}

/** Whoever learns is called by their own name, unless a bot has it. */
function named(step: RecordedStep): RecordedStep {
  const inText = (name: string): string => JSON.stringify(name).slice(1, -1);
  const text = JSON.stringify(step);
  const { name } = settings.wishes;
  if (!name || text.includes(`"name":${JSON.stringify(name)}`)) return step;
  return JSON.parse(text.replaceAll(inText(step.learner), () => inText(name))) as RecordedStep;
}

/** A socket to nobody. It has what `TableSocket` uses of a real one. */
export class RecordedSocket {
  static readonly OPEN = 1;
  static readonly recorded = true;
  readyState = RecordedSocket.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  /** What came of the turn that was played; nothing before. */
  #played: unknown[] | null = null;

  constructor(private readonly step: RecordedStep) {
    queueMicrotask(() => this.onopen?.());
  }

  close(): void {
    this.onmessage = null;
  }

  send(text: string): void {
    const answers = this.#answers(JSON.parse(text) as Hello | Ping | Asked);
    // As from a real one: later, and one after the other.
    for (const answer of answers) queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(answer) }));
  }

  #answers(message: Hello | Ping | Asked): unknown[] {
    if (message.t === "hello") return [...this.step.greeting, ...(this.#played ?? [])];
    if (message.t === "ping") return [{ t: "pong", seq: 0 }];
    const { id } = message;
    if (message.t === "try" || message.t === "move") {
      const turn = message.actions.join(";");
      const tried = this.#played ? undefined : this.step.tried[turn];
      if (message.t === "try" && tried) return [{ ...(tried as object), id, seq: message.seq }];
      const played = this.#played ? undefined : this.step.played[turn];
      if (message.t === "move" && played) {
        this.#played = played;
        return [{ t: "ack", id, seq: message.seq + 1 }, ...played];
      }
    }
    const why = say("lesson.no_referee");
    return [{ t: "refused", id, seq: null, code: "away", why, key: "lesson.no_referee", values: {} }];
  }
}
