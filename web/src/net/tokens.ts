/**
 * The tokens and invites that this browser holds, by table. They are secrets: kept here and in no address.
 * (An invite stands behind the # of a link, which browsers never send, and is taken out of it at once.)
 */
import { asRecord, keep, kept } from "./kept";

export const TABLES = "trailmix.tables";
/** So many tables are remembered, and so many tokens are asked about at once. */
export const MOST_KEPT = 300;
export const MOST_ASKED = 100;
/** Who plays on is noted so often: each time, everything is written anew. */
const NOTED_EVERY_MS = 3600_000;

export interface Held {
  /** Token by chair. */
  tokens: Record<string, string>;
  invite?: string;
  /** When the table was last played at here. */
  at: number;
  /** The last remark that was read. */
  heard?: number;
  /** Its match is over. */
  over?: true;
  /** Brought to tables that were here already, and never played at since: whoever made the file may be anybody. */
  brought?: true;
}

export type Kept = Record<string, Held>;
type Entry = [table: string, held: Held];

const newestFirst = ([, a]: Entry, [, b]: Entry): number => b.at - a.at;
/** No and then yes, where both are asked for the same. */
const after = (a: true | undefined, b: true | undefined): number => Number(a ?? false) - Number(b ?? false);
/** When there are too many tables, the last ones go: what was brought before our own, what is over before what goes on. */
export const worthKeeping = (a: Entry, b: Entry): number =>
  after(a[1].brought, b[1].brought) || after(a[1].over, b[1].over) || newestFirst(a, b);
/** Where something may happen comes first; of that, our own. */
const worthAsking = (a: Entry, b: Entry): number =>
  after(a[1].over, b[1].over) || after(a[1].brought, b[1].brought) || newestFirst(a, b);

export class Tokens {
  #borrowed: Kept = {};
  /** Called when there is a chair more to be told about. */
  onheld: () => void = () => {};

  #all(): Kept {
    return readTables(kept(TABLES));
  }

  #keep(all: Kept): void {
    keep(TABLES, Object.fromEntries(Object.entries(all).sort(worthKeeping).slice(0, MOST_KEPT)));
  }

  #change(table: string, change: (held: Held) => Held): void {
    if (this.#borrowed[table]) {
      this.#borrowed[table] = change(this.#borrowed[table]);
      return;
    }
    const all = this.#all();
    const { brought: _, ...held } = change(all[table] ?? { tokens: {}, at: 0 });
    all[table] = { ...held, at: Date.now() };
    this.#keep(all);
  }

  of(table: string): Held | null {
    return this.#borrowed[table] ?? this.#all()[table] ?? null;
  }

  /** Tokens that are wanted only as long as the page is open: the table is none to come back to. */
  borrow(table: string, tokens: Record<string, string>): void {
    this.#borrowed[table] = { tokens, at: Date.now() };
  }

  tokensOf(table: string): string[] {
    return Object.values(this.of(table)?.tokens ?? {});
  }

  /** Every token, where the match goes on and then the newest table's first; but for those of some tables. */
  everything(but: (table: string, held: Held) => boolean = () => false): string[] {
    const held = Object.entries(this.#all()).filter((each) => !but(...each));
    held.sort(worthAsking);
    return held.flatMap(([, each]) => Object.values(each.tokens)).slice(0, MOST_ASKED);
  }

  hold(table: string, tokens: Record<string, string>, invite?: string): void {
    this.#change(table, (held) => ({
      ...held,
      tokens: { ...held.tokens, ...tokens },
      ...(invite ? { invite } : {}),
    }));
    if (!this.#borrowed[table]) this.onheld();
  }

  invited(table: string, invite: string): void {
    // Whoever sits there knows the right one: a link that somebody has changed does not take it away.
    if (this.of(table)?.invite && this.tokensOf(table).length) return;
    this.#change(table, (held) => ({ ...held, invite }));
  }

  /** The last remark at a table that was read here. */
  heard(table: string): number {
    return this.of(table)?.heard ?? 0;
  }

  hear(table: string, heard: number): void {
    this.#change(table, (held) => ({ ...held, heard }));
  }

  /** Somebody plays at a table: what is played at is remembered longest. */
  play(table: string): void {
    const held = this.#all()[table];
    const isFresh = held && !held.brought && Date.now() - held.at < NOTED_EVERY_MS;
    if (held && !isFresh) this.#change(table, (held) => held);
  }

  /** The matches of these tables are over. */
  end(tables: readonly string[]): void {
    const all = this.#all();
    const ended = tables.flatMap((table) => all[table] ?? []).filter(({ over }) => !over);
    for (const held of ended) held.over = true;
    if (ended.length) this.#keep(all);
  }

  /** The tokens are worth nothing any more. */
  drop(table: string): void {
    this.#change(table, (held) => ({ ...held, tokens: {} }));
  }
}

export const tokens = new Tokens();

/** Take an invite out of the address. The first one is kept at once; another one takes its place only if it is right. */
export async function takeInvite(
  table: string,
  isRight: (table: string, invite: string) => Promise<boolean>,
): Promise<void> {
  const invite = new URLSearchParams(location.hash.slice(1)).get("invite");
  if (!invite) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  const known = tokens.of(table)?.invite;
  if (known === undefined || (known !== invite && (await isRight(table, invite))))
    tokens.invited(table, invite);
}

export function inviteLink(table: string): string {
  const invite = tokens.of(table)?.invite;
  return `${location.origin}/table/${table}${invite ? `#invite=${invite}` : ""}`;
}

export const isTableId = (text: string): boolean => /^[a-z0-9]{1,40}$/.test(text);
const isSecret = (value: unknown): value is string =>
  typeof value === "string" && /^[\w-]{1,100}$/.test(value);
const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** What is held at tables as somebody gives it, who may be anybody: what is none is left out. */
export function readTables(value: unknown): Kept {
  const found = Object.entries(asRecord(value)).flatMap(([table, held]): [string, Held][] => {
    if (!isTableId(table)) return [];
    const { tokens, invite, at, heard, over, brought } = asRecord(held);
    const chairs = Object.entries(asRecord(tokens)).filter(
      (each): each is [string, string] => /^[0-7]$/.test(each[0]) && isSecret(each[1]),
    );
    const whole: Held = { tokens: Object.fromEntries(chairs), at: isNumber(at) && at > 0 ? at : 0 };
    if (isSecret(invite)) whole.invite = invite;
    if (isNumber(heard)) whole.heard = heard;
    if (over === true) whole.over = true;
    if (brought === true) whole.brought = true;
    return [[table, whole]];
  });
  return Object.fromEntries(found);
}

/** Does an address work on this machine only? */
export const isLocal = (address: string): boolean => /\/\/(localhost|127\.|\[::1\])/.test(address);
