/**
 * Notices when it is my turn: by the browser while a tab is open somewhere, by messages (Web Push) when none is, and by
 * a private feed. Nothing is asked of anybody who has not asked for it by a click.
 */
import type { Following, Mine, PushAddress } from "../protocol";
import { newTurns, opponents, tablesOf, turnsOver, type MyTable } from "../table/mine";
import { settings } from "../table/settings.svelte";
import { say } from "../words/say";
import { api, whyNot } from "./api";
import { drop, keepText, keptText } from "./kept";
import { tokens } from "./tokens";

/** What the server knows this browser by: whoever has it can change and end its notices. */
const FOLLOWER = "trailmix.follower";
const FEED = "trailmix.feed";
/** When the server last heard of this browser: it forgets whom it has not heard of for long. */
const HEARD_OF = "trailmix.heard-of";
const DAY_MS = 24 * 3600_000;
/** Some browsers have no service for messages and never say so: after so long they are taken for such. */
const SUBSCRIBED_IN_MS = 10_000;
const TURN = "/icon-turn.svg";
const CALM = "/icon.svg";
/** Browsers draw no SVG in a notice. */
const PICTURE = "/icons/any-192.png";

/** The icon of the tab, and of the installed page. */
export function badge(turns: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  link?.setAttribute("href", turns ? TURN : CALM);
  if ("setAppBadge" in navigator)
    void (turns ? navigator.setAppBadge(turns) : navigator.clearAppBadge()).catch(() => {});
}

/** Say that it is our turn, if the page is not looked at and somebody wished for it. */
export async function notify(mine: Pick<MyTable, "table" | "chairs">): Promise<void> {
  if (!settings.wishes.notices || !document.hidden || !allowed()) return;
  const registration = await worker();
  const { table, game_name } = mine.table;
  const title = say("table.title_mine", { game: game_name });
  const others = opponents(mine);
  const body = others.length ? say("notice.with", { names: others.join(", ") }) : "";
  const about = { body, tag: table, icon: PICTURE, data: { table } };
  if (registration?.active) await registration.showNotification(title, about);
  else new Notification(title, about);
}

/** It is not, or no longer, our turn at these tables: what said so is put away. */
export async function putAway(tables: readonly string[]): Promise<void> {
  if (!allowed()) return;
  for (const notice of (await (await worker())?.getNotifications?.()) ?? [])
    if (tables.includes(notice.tag)) notice.close();
}

/**
 * What was told of our tables before, and what is told now: of turns that are new, if nobody has that table open to hear of
 * it there, and no message comes. Notices of turns that are over are put away.
 */
export async function tellNews(before: readonly Mine[], now: readonly Mine[]): Promise<void> {
  await putAway(turnsOver(before, now));
  const news = tablesOf(newTurns(before, now));
  if (!news.length || !document.hidden || (await isSentMessages())) return;
  for (const mine of news) await notify(mine);
}

/** Does the server send messages to this browser? */
async function isSentMessages(): Promise<boolean> {
  return keptText(FOLLOWER) !== null && (await subscription()) !== null;
}

/** Has somebody asked for the link of the feed? */
const hasFeed = (): boolean => keptText(FEED) !== null;
const allowed = (): boolean => "Notification" in globalThis && Notification.permission === "granted";
const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker?.getRegistration();
const subscription = async (): Promise<PushSubscription | null> =>
  (await (await worker())?.pushManager?.getSubscription()) ?? null;

/** What there is to know before notices are switched on. */
function limitHere(): string {
  const lacks = !("Notification" in globalThis) || !("PushManager" in globalThis);
  const installed = matchMedia("(display-mode: standalone)").matches;
  return lacks && isSecureContext && !installed ? say("notice.install") : "";
}

class Notices {
  trouble = $state("");
  feed = $state("");
  /** Does the browser take no messages? */
  #openOnly = $state(false);
  #subscribing = false;

  /** What notices cannot do in this browser. */
  get limit(): string {
    return this.#openOnly && settings.wishes.notices && allowed() ? say("notice.open_only") : limitHere();
  }

  /** Somebody has clicked: ask the browser, and tell the server where to send messages. */
  async start(): Promise<void> {
    this.trouble = "";
    if (!("Notification" in globalThis)) return void (this.trouble = say("notice.cannot"));
    if ((await Notification.requestPermission()) !== "granted")
      return void (this.trouble = say("notice.forbidden"));
    settings.set("notices", true);
    await this.#attempt(() => this.#follow());
  }

  /** No notices any more; the feed goes on, if there is one. As long as the server does not know, nothing has changed. */
  async stop(): Promise<void> {
    this.trouble = "";
    if (!(await this.#end(() => this.#tell(null)))) return;
    settings.set("notices", false);
    await (await subscription())?.unsubscribe();
  }

  /** A link for a feed reader. */
  async makeFeed(): Promise<void> {
    this.trouble = "";
    keepText(FEED, "wanted");
    await this.#attempt(() => this.#follow());
  }

  /** The link is worth nothing any more; messages go on, if they are wished for. */
  async endFeed(): Promise<void> {
    this.trouble = "";
    if (!(await this.#end(() => this.#forget()))) return;
    drop(FEED);
    await this.#attempt(() => this.#follow());
  }

  /** Chairs come and go: what the server was told is told again. Nothing is asked of anybody. */
  async refresh(): Promise<void> {
    const { notices } = settings.wishes;
    this.trouble = "";
    if (notices && !allowed()) this.trouble = say("notice.forbidden");
    if (keptText(FOLLOWER) !== null || (notices && allowed())) await this.#attempt(() => this.#follow());
  }

  /** A visit begins: what could not be arranged at the last one is tried again, and the server hears that we are here. */
  async resume(): Promise<void> {
    const { notices } = settings.wishes;
    const isDue = keptText(FOLLOWER) !== null && Date.now() - Number(keptText(HEARD_OF)) > DAY_MS;
    if (isDue || (notices && allowed() && !(await isSentMessages()))) await this.refresh();
  }

  /** Tell the server what this browser wishes for now; if that is nothing, it forgets the browser. */
  async #follow(): Promise<void> {
    const { notices } = settings.wishes;
    const key = notices && allowed() ? (await api.pushKey()).key : null;
    const push = key ? addressOf(await subscription()) : null;
    // The feed waits for no service; and without one there is nowhere to send anything: an open tab still tells.
    if (push || hasFeed() || !notices) await this.#tell(push);
    if (push || !notices) this.#openOnly = false;
    else void this.#attempt(() => this.#takeMessages(key));
  }

  /** Whatever the browser makes of it, and however late, the server is told. Nobody waits for that. */
  async #takeMessages(key: string | null): Promise<void> {
    if (this.#subscribing) return;
    this.#subscribing = true;
    const late = setTimeout(() => (this.#openOnly = true), SUBSCRIBED_IN_MS);
    try {
      const push = key ? await subscribe(key) : null;
      this.#openOnly = !push;
      if (push && settings.wishes.notices) await this.#tell(push);
    } finally {
      clearTimeout(late);
      this.#subscribing = false;
    }
  }

  async #tell(push: PushAddress | null): Promise<void> {
    if (!push && !hasFeed()) return this.#forget();
    const wish = { tokens: tokens.everything(), follower: keptText(FOLLOWER), push };
    const following: Following = await api.follow(wish);
    keepText(FOLLOWER, following.follower);
    keepText(HEARD_OF, String(Date.now()));
    this.feed = hasFeed() ? location.origin + following.feed : "";
  }

  /** Only when the server has forgotten this browser do we forget what it is known by: nothing else ends its link. */
  async #forget(): Promise<void> {
    const known = keptText(FOLLOWER);
    if (known !== null) await api.unfollow(known);
    drop(FOLLOWER);
    this.feed = "";
  }

  async #attempt(what: () => Promise<void>): Promise<void> {
    await what().catch((error: unknown) => (this.trouble = whyNot(error)));
  }

  /** The same for what goes on if it does not succeed; tells whether it did. */
  async #end(what: () => Promise<void>): Promise<boolean> {
    await this.#attempt(what);
    if (this.trouble) this.trouble = say("notice.goes_on", { why: this.trouble });
    return !this.trouble;
  }
}

/** Where messages for this browser go; null if there is no such place. */
function addressOf(found: PushSubscription | null | undefined): PushAddress | null {
  const { endpoint, keys } = found?.toJSON() ?? {};
  if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return null;
  return { endpoint, p256dh: keys["p256dh"], auth: keys["auth"] };
}

/** Ask the browser to take messages; null if it has no service for them: an open tab still tells. */
async function subscribe(applicationServerKey: string): Promise<PushAddress | null> {
  try {
    const asked = (await worker())?.pushManager?.subscribe({ userVisibleOnly: true, applicationServerKey });
    return addressOf(await asked);
  } catch {
    return null;
  }
}

export const notices = new Notices();
tokens.onheld = () => void notices.refresh();
