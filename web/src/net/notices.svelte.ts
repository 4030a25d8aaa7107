/**
 * Notices when it is my turn: by the browser while a tab is open somewhere, by messages (Web Push) when none is, and by
 * a private feed. Nothing is asked of anybody who has not asked for it by a click.
 */
import type { Following, PushAddress } from "../protocol";
import { settings } from "../table/settings.svelte";
import { say } from "../words/say";
import { api } from "./api";
import { tokens } from "./tokens";

const KEY = "trailmix.follower";
const TURN = "/icon-turn.svg";
const CALM = "/icon.svg";

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
  const about = { body: say("notice.your_turn", { game }), tag: table, icon: CALM, data: { table } };
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
    await this.#follow(await subscribe());
  }

  /** No notices any more, and the server forgets this browser. */
  async stop(): Promise<void> {
    settings.set("notices", false);
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    await this.endFeed();
  }

  /** A link for a feed reader. */
  async makeFeed(): Promise<void> {
    await this.#follow(settings.wishes.notices ? await subscribe() : null);
  }

  /** The link is worth nothing any more. */
  async endFeed(): Promise<void> {
    const follower = localStorage.getItem(KEY);
    if (follower) await this.#attempt(() => api.unfollow(follower));
    localStorage.removeItem(KEY);
    this.feed = "";
  }

  /** Chairs come and go: what the server was told is told again. Nothing is asked of anybody. */
  async refresh(): Promise<void> {
    if (localStorage.getItem(KEY)) await this.#follow(settings.wishes.notices ? await subscribe() : null);
  }

  async #follow(push: PushAddress | null): Promise<void> {
    const wish = { tokens: tokens.everything(), follower: localStorage.getItem(KEY), push };
    const following = await this.#attempt<Following>(() => api.follow(wish));
    if (!following) return;
    localStorage.setItem(KEY, following.follower);
    this.feed = location.origin + following.feed;
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
