/** Entries of the log as turns: what one seat did in one go, whatever was taken back or said in between. */
import type { Entry, GamePage, Line, Play, Turn } from "../games/contract";
import type { TableInfo } from "../protocol";
import { say } from "../words/say";

/** What of a game's page says where turns begin and end. */
export type Parting = Pick<GamePage, "beginsTurn" | "interlude">;

const alone = (entry: Entry): Turn => ({
  seat: entry.seat,
  kind: entry.kind,
  entries: [entry],
  first: entry.seq,
  last: entry.seq,
  events: entry.events,
  undone: entry.undone,
});

const longer = (turn: Turn, entry: Entry): Turn => ({
  ...turn,
  entries: [...turn.entries, entry],
  last: entry.seq,
  events: [...turn.events, ...entry.events],
});

/** Do these entries, all of them standing moves, belong to one turn? */
export function goesOn(turn: Turn, entry: Entry, page: Parting): boolean {
  const end = turn.entries.at(-1);
  if (!end || turn.kind !== "move" || entry.kind !== "move" || turn.seat !== entry.seat) return false;
  return turn.undone === entry.undone && !page.interlude?.comes(end) && !page.beginsTurn?.(entry, end);
}

/** The turns, by when they ended. What was taken back in the middle of one stands before it. */
export function turnsOf(entries: readonly Entry[], page: Parting): Turn[] {
  const turns: Turn[] = [];
  let standing = -1;
  for (const entry of entries) {
    const before = entry.kind === "move" && !entry.undone ? standing : turns.length - 1;
    const turn = turns[before];
    if (turn && goesOn(turn, entry, page)) {
      turns.splice(before, 1);
      turns.push(longer(turn, entry));
    } else turns.push(alone(entry));
    if (entry.kind === "start" || (entry.kind === "move" && !entry.undone)) standing = turns.length - 1;
  }
  return turns;
}

/** The turns of others since the last one of a seat; all that were if it had none. */
export function since(turns: readonly Turn[], seat: string | null): Turn[] {
  const moves = turns.filter((turn) => turn.kind === "move" && !turn.undone);
  return moves.slice(moves.findLastIndex((turn) => turn.seat === seat) + 1);
}

/** When bots took seats over and gave them back, among the turns, by the time of each; and at the end who is late now. */
export function withStandIns(turns: readonly Turn[], info: TableInfo | null): Turn[] {
  const changes = (info?.chairs ?? [])
    .flatMap(({ seat, stood_in }, chair) =>
      stood_in.map((at, n) => {
        return { at, turn: told(seat, n % 2 ? "back" : "stand_in", chair, n) };
      }),
    )
    .sort((one, other) => one.at - other.at);
  const all: Turn[] = [];
  for (const turn of turns) {
    const at = turn.entries.at(-1)?.at ?? 0;
    while (changes[0] && changes[0].at < at) all.push(changes.shift()!.turn);
    all.push(turn);
  }
  // At the end everybody has their seat again, without having come back.
  if (info?.status === "over") return all;
  const late = (info?.chairs ?? []).flatMap(({ seat, timed_out, stand_in, stood_in }, chair) =>
    timed_out && !stand_in ? [told(seat, "late", chair, stood_in.length)] : [],
  );
  return [...all, ...changes.map((change) => change.turn), ...late];
}

/** Something that is told of a chair: the nth of such things. */
function told(seat: string | null, kind: "stand_in" | "back" | "late", chair: number, n: number): Turn {
  const number = -1 - 100 * chair - n; // unlike that of any entry
  return { seat, kind, entries: [], first: number, last: number, events: [], undone: false };
}

/** The lines of the log for a turn: what the game makes of it, or the sentences of its events, those of a seat together. */
export function linesOf(turn: Turn, play: Play, page: Pick<GamePage, "tell">): readonly Line[] {
  const one = (text: string): Line[] => [{ seat: turn.seat, parts: [text] }];
  const name = play.names[turn.seat ?? ""] ?? turn.seat ?? "";
  if (turn.kind === "start") return one(say(play.given ? "log.start_given" : "log.start"));
  if (turn.kind === "undo") return one(say("log.undo", { name }));
  if (turn.kind === "stand_in") return one(say("log.stand_in", { name }));
  if (turn.kind === "late") return one(say("log.late", { name }));
  if (turn.kind === "back") return one(say("log.back", { name }));
  const told = page.tell?.(turn, play);
  if (told && (told.length || !turn.undone)) return told; // that something was taken back is always told
  return turn.events.length ? sentences(turn) : one(say("log.nothing", { name }));
}

function sentences(turn: Turn): Line[] {
  const lines: { seat: string | null; parts: string[] }[] = [];
  for (const [n, event] of turn.events.entries()) {
    const before = lines.at(-1);
    if (event.text === turn.events[n - 1]?.text) continue; // what is done again and again is told once
    if (before && before.seat === event.seat) before.parts.push(` ${event.text}`);
    else lines.push({ seat: event.seat, parts: [event.text] });
  }
  return lines;
}

/** A line as plain text, for screen readers and wherever there are no pictures. */
export const textOf = (line: Line): string =>
  line.parts.map((part) => (typeof part === "string" ? part : part.text)).join("");
