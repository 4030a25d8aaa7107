/**
 * Notices when it is my turn: by the browser while a tab is open somewhere, by messages (Web Push) when none is, and by
 * a private feed. Nothing is asked of anybody who has not asked for it by a click.
 */
import type { Following, PushAddress } from "../protocol";
import { settings } from "../table/settings.svelte";
import { say } from "../words/say";
import { api } from "./api";
import { tokens } from "./tokens";

/** What the server knows this browser by; whoever has it can read the feed. */
const FOLLOWER = "trailmix.follower";
/** Has somebody asked for the link of the feed? */
const FEED = "trailmix.feed";
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
export async function notify(table: string, game: string): Promise<void> {
  if (!settings.wishes.notices || !document.hidden || !allowed()) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const about = { body: say("notice.your_turn", { game }), tag: table, icon: PICTURE, data: { table } };
  if (registration?.active) await registration.showNotification(say("table.title_mine", { game }), about);
  else new Notification(say("table.title_mine", { game }), about);
}

const allowed = (): boolean => "Notification" in globalThis && Notification.permission === "granted";

class Notices {
  trouble = $state("");
  feed = $state("");

  /** Somebody has clicked: ask the browser, and tell the server where to send messages. */
  async start(): Promise<void> {
    this.trouble = "";
    if (!("Notification" in globalThis)) return void (this.trouble = say("notice.cannot"));
    if ((await Notification.requestPermission()) !== "granted")
      return void (this.trouble = say("notice.forbidden"));
    settings.set("notices", true);
    await this.#follow();
  }

  /** No notices any more; the feed goes on, if there is one. */
  async stop(): Promise<void> {
    this.trouble = "";
    settings.set("notices", false);
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    await this.#follow();
  }

  /** A link for a feed reader. */
  async makeFeed(): Promise<void> {
    this.trouble = "";
    localStorage.setItem(FEED, "wanted");
    await this.#follow();
  }

  /** The link is worth nothing any more; messages go on, if they are wished for. */
  async endFeed(): Promise<void> {
    this.trouble = "";
    localStorage.removeItem(FEED);
    await this.#forget();
    await this.#follow();
  }

  /** Chairs come and go: what the server was told is told again. Nothing is asked of anybody. */
  async refresh(): Promise<void> {
    if (settings.wishes.notices && !allowed()) this.trouble = say("notice.forbidden");
    if (localStorage.getItem(FOLLOWER)) await this.#follow();
  }

  /** Tell the server what this browser wishes for now; if that is nothing, it forgets the browser. */
  async #follow(): Promise<void> {
    const { notices } = settings.wishes;
    const feed = localStorage.getItem(FEED) !== null;
    if (!notices && !feed) return this.#forget();
    const push = notices ? await subscribe() : null;
    if (!push && !feed) return; // there is nowhere to send anything now: an open tab still tells
    const wish = { tokens: tokens.everything(), follower: localStorage.getItem(FOLLOWER), push };
    const following = await this.#attempt<Following>(() => api.follow(wish));
    if (!following) return;
    localStorage.setItem(FOLLOWER, following.follower);
    this.feed = feed ? location.origin + following.feed : "";
  }

  async #forget(): Promise<void> {
    const follower = localStorage.getItem(FOLLOWER);
    if (follower) await this.#attempt(() => api.unfollow(follower));
    localStorage.removeItem(FOLLOWER);
    this.feed = "";
  }

  async #attempt<T>(what: () => Promise<T>): Promise<T | null> {
    try {
      return await what();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      return null;
    }
  }
}

/** Where this browser takes messages; null if it or the server has none. */
async function subscribe(): Promise<PushAddress | null> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const { key } = await api.pushKey();
    if (!registration?.pushManager || !key || !allowed()) return null;
    const found =
      (await registration.pushManager.getSubscription()) ??
      (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    const { endpoint, keys } = found.toJSON();
    if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return null;
    return { endpoint, p256dh: keys["p256dh"], auth: keys["auth"] };
  } catch {
    return null; // a browser without a service for messages: an open tab still tells
  }
}

export const notices = new Notices();
tokens.onheld = () => void notices.refresh();
