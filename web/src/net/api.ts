/** The verbs over HTTP: making and finding tables, and what people do besides playing. */
import type { AnyFixed } from "../games/contract";
import type {
  AnalysisState,
  BeginStep,
  Chat,
  ChairWish,
  ClockWish,
  CourseInfo,
  Follow,
  Following,
  GameInfo,
  GameShape,
  Joined,
  LaidCourse,
  Lesson,
  LogEntry,
  Made,
  Mine,
  NewTable,
  Parcel,
  ParcelKept,
  ParcelLeft,
  ParcelWanted,
  PushKey,
  RecordedLesson,
  Refusal,
  Retry,
  SetChair,
  StandIn,
  TableInfo,
  Unfollowed,
} from "../protocol";
import { settings } from "../table/settings.svelte";
import { say } from "../words/say";
import type { ViewMessage } from "./messages";
import { tokens } from "./tokens";
import { updates } from "./updates.svelte";

export type { ChairWish, ClockWish };

/** The server refused, or could not be reached; the message is a sentence for people. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    why: string,
  ) {
    super(why);
  }
}

/** Has the server not answered? Then nothing but what was kept can be shown. */
export const isAway = (error: unknown): boolean => error instanceof Refused && error.code === "away";

/** Does the server know no such game? */
export const isUnknownGame = (error: unknown): boolean =>
  error instanceof Refused && error.code === "no_such_game";

/** Is there no such table any more, or none that is for us? */
export const isGone = (error: unknown): boolean =>
  error instanceof Refused && ["no_such_table", "damaged", "forbidden"].includes(error.code);

/** What to say of something that failed. */
export const whyNot = (error: unknown): string => (error instanceof Refused ? error.message : String(error));

/** Put in when the page is built: with these a balancer says that no server stands behind it. The server's have a code. */
declare const __NOBODY_THERE__: readonly number[];

async function ask<T>(
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  method = body === undefined ? "GET" : "POST",
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: {
        "accept-language": settings.wishes.language,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw away();
  }
  const said: unknown = await answer.json().catch(() => undefined);
  const refusal = answer.ok ? null : (said as Partial<Refusal> | null | undefined);
  if (__NOBODY_THERE__.includes(answer.status) && !refusal?.code) throw away();
  // What the worker has kept is not the server's word.
  if (answer.headers.has("trailmix-kept")) updates.away = true;
  else updates.hear(answer.headers.get("trailmix-build"));
  if (answer.ok && said !== undefined) return said as T;
  throw new Refused(refusal?.code ?? "broken", refusal?.why ?? say("net.broken"));
}

function away(): Refused {
  updates.away = true;
  return new Refused("away", say("net.away"));
}

/** As the holder of a chair, else as whoever was invited. */
function as(table: string, chair?: number): Record<string, string> {
  const held = tokens.of(table);
  const token = chair === undefined ? Object.values(held?.tokens ?? {})[0] : held?.tokens[String(chair)];
  if (token) return { authorization: `Bearer ${token}` };
  return held?.invite ? { "trailmix-invite": held.invite } : {};
}

const at = (table: string, verb = ""): string => `/tables/${encodeURIComponent(table)}${verb}`;

/** The chairs of a new table are ours. */
function sitDown({ table, tokens: held, invite }: Made): TableInfo {
  tokens.hold(table.table, held, invite);
  return table;
}

export const api = {
  games: () => ask<GameInfo[]>("/games"),
  /** What never changes in a match with the cards that come with the game. */
  delivered: (game: string) => ask<AnyFixed>(`/games/${encodeURIComponent(game)}/fixed`),
  /** What a page needs to show a game that it does not know. */
  shape: (game: string) => ask<GameShape>(`/games/${encodeURIComponent(game)}/shape`),
  /** The courses that come with a game. */
  courses: (game: string) => ask<CourseInfo[]>(`/games/${encodeURIComponent(game)}/courses`),
  coursePicture: (game: string, course: string) =>
    `/api/games/${encodeURIComponent(game)}/courses/${encodeURIComponent(course)}/picture`,
  /** Check a course: its figures and its shape, or why it is none. */
  layCourse: (game: string, course: string) =>
    ask<LaidCourse>(`/games/${encodeURIComponent(game)}/course`, { course }),
  lesson: (game: string) => ask<Lesson>(`/games/${encodeURIComponent(game)}/lesson`),
  /** The same with what its tables say, for times without a connection. */
  recordedLesson: (game: string) =>
    ask<RecordedLesson>(`/games/${encodeURIComponent(game)}/lesson/recording`),
  /** A table for a step of the lesson; only that of the match at its end is one to come back to. */
  async beginStep(game: string, step: number, isMatch: boolean): Promise<string> {
    const wish: BeginStep = { step, name: settings.wishes.name || null };
    const made = await ask<Made>(`/games/${encodeURIComponent(game)}/lesson`, wish);
    if (isMatch) sitDown(made);
    else tokens.borrow(made.table.table, made.tokens);
    return made.table.table;
  },
  listed: () => ask<TableInfo[]>("/tables"),
  /** The tables that tokens of ours belong to. */
  mine: async (held: string[]): Promise<Mine[]> =>
    held.length ? ask<Mine[]>("/mine", { tokens: held }) : [],

  leaveParcel: (parcel: ParcelLeft) => ask<ParcelKept>("/parcels", parcel),
  fetchParcel: (wanted: ParcelWanted) => ask<Parcel>("/parcels/fetch", wanted),

  make: (wish: NewTable) => ask<Made>("/tables", wish).then(sitDown),

  async join(table: string, name: string, chair?: number): Promise<TableInfo> {
    const wish = { name, invite: tokens.of(table)?.invite ?? null, chair: chair ?? null };
    const joined = await ask<Joined>(at(table, "/join"), wish);
    tokens.hold(table, { [joined.chair]: joined.token });
    return joined.table;
  },

  /** Every chair of ours comes along, unless we hold it there already; the name of the new table. */
  async rematch({ table, rematch }: Pick<TableInfo, "table" | "rematch">): Promise<string> {
    let name = rematch ?? "";
    const held = tokens.of(name)?.tokens ?? {};
    for (const chair of Object.keys(tokens.of(table)?.tokens ?? {})) {
      if (chair in held) continue;
      const joined = await ask<Joined>(at(table, "/rematch"), {}, as(table, Number(chair)));
      name = joined.table.table;
      tokens.hold(name, { [joined.chair]: joined.token });
    }
    return name;
  },

  pushKey: () => ask<PushKey>("/push-key"),
  follow: (wish: Follow) => ask<Following>("/followers", wish),
  unfollow: (follower: string) => ask<Unfollowed>("/followers/forget", { follower }),
  /** Is somebody with an invite told what is said at a table? Everybody may look at a match that is over. */
  isInvited: (table: string, invite: string) =>
    ask<Chat[]>(at(table, "/chat"), undefined, { "trailmix-invite": invite }).then(
      () => true,
      () => false,
    ),
  info: (table: string) => ask<TableInfo>(at(table), undefined, as(table)),
  setChair: (table: string, wish: SetChair, host: number) =>
    ask<TableInfo>(at(table, "/chairs"), wish, as(table, host)),
  bringCourse: (table: string, course: string, chair: number) =>
    ask<TableInfo>(at(table, "/bring"), { course }, as(table, chair)),
  chooseColour: (table: string, colour: string, chair: number) =>
    ask<TableInfo>(at(table, "/colour"), { colour }, as(table, chair)),
  start: (table: string, host: number) => ask<TableInfo>(at(table, "/start"), {}, as(table, host)),
  leave: (table: string, chair: number) => ask<TableInfo>(at(table, "/leave"), {}, as(table, chair)),
  back: (table: string, chair: number) => ask<TableInfo>(at(table, "/back"), {}, as(table, chair)),
  mute: (table: string, muted: boolean, host: number) =>
    ask<TableInfo>(at(table, "/mute"), { muted }, as(table, host)),
  standIn: (table: string, wish: StandIn, chair: number) =>
    ask<TableInfo>(at(table, "/stand-in"), wish, as(table, chair)),
  /** As one of our chairs may know it, counted as all of them together count: see `seq` in the protocol. */
  log: (table: string, since: number, chair?: number) =>
    ask<LogEntry[]>(at(table, `/log?since=${since}&limit=500`), undefined, {
      ...as(table, chair),
      "trailmix-also": Object.values(tokens.of(table)?.tokens ?? {}).join(),
    }),
  fixed: (table: string) => ask<AnyFixed>(at(table, "/fixed"), undefined, as(table)),
  steps: (table: string, since: number) =>
    ask<ViewMessage[]>(at(table, `/steps?since=${since}&limit=100`), undefined, as(table)),
  /** The same within turns of several actions: after each action but the last. */
  within: (table: string, since: number) =>
    ask<ViewMessage[]>(at(table, `/within?since=${since}&limit=100`), undefined, as(table)),

  analysis: (table: string) => ask<AnalysisState>(at(table, "/analysis"), undefined, as(table)),
  analyse: (table: string) => ask<AnalysisState>(at(table, "/analysis"), {}, as(table)),
  cancelAnalysis: (table: string) =>
    ask<AnalysisState>(at(table, "/analysis"), undefined, as(table), "DELETE"),
  /** A new table that begins with the position before a decision, which is ours, among bots. */
  retry: (table: string, wish: Retry) => ask<Made>(at(table, "/retry"), wish, as(table)).then(sitDown),
};
