/**
 * The service worker: what is needed to read rules and open the page without a connection.
 *
 * A page is asked of the server first, and taken from here only if the server does not answer: so no page is older than
 * the server that it talks to. What the server calls by another name whenever it changes (`/assets/`) is taken from
 * here. A version keeps its own files, and those of the version before, which a tab may still be showing. Nothing about
 * tables or people is ever kept.
 */
declare const self: ServiceWorkerGlobalScope;
/** Put in when the page is built: which build this is, what a balancer says without a server, and the files. */
declare const __BUILD__: string;
declare const __NOBODY_THERE__: readonly number[];
const FILES: string[] = JSON.parse("__FILES__");
/** What is said of a message that says nothing, in every language. */
const YOUR_TURN: Record<string, string> = JSON.parse("__YOUR_TURN__");

const PREFIX = "trailmix ";
const SHELL = PREFIX + __BUILD__;
/** What games are and say, as it was last told. */
const TOLD = "told";
const PATIENCE_MS = 4000;
/** Every answer of the server's own below `/api/` has this, whatever its status, and none of a balancer's. */
const OWN = "trailmix-build";
/** An answer with this comes from here, so it says nothing about the server (`net/api.ts`). */
const KEPT = "trailmix-kept";
const VERSIONS_KEPT = 2;
/** A lesson with what its tables say. */
const RECORDED = "lesson/recording";
/** What the server draws itself. */
const NOT_OURS = /^\/(api|verify|schema|healthz|metrics|feeds)(\/|$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  if (event.data === "keep games") event.waitUntil(keepGames(["fixed", "shape", "courses", "lesson"]));
  // Who has installed the page may want any lesson; of others it is kept when they look at the game.
  if (event.data === "keep lessons") event.waitUntil(keepGames([RECORDED]));
  if (typeof event.data?.lesson === "string") event.waitUntil(keep(event.data.lesson, [RECORDED]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && !NOT_OURS.test(pathname)) event.respondWith(page(request));
  else if (pathname.startsWith("/assets/") || FILES.includes(pathname)) event.respondWith(file(request));
  else if (pathname === "/api/games" || pathname.startsWith("/api/games/")) event.respondWith(told(request));
});

/** A message of the server's: somebody's turn. */
interface Notice {
  title: string;
  body: string;
  /** "" if nobody knows at which. */
  table: string;
}

self.addEventListener("push", (event) => event.waitUntil(tell(read(event.data))));

/** Browsers may lose what a message says, and want it to be shown all the same. */
function read(data: PushMessageData | null): Notice {
  try {
    const { title, body, table } = data!.json() as Notice;
    return { title, body, table };
  } catch {
    const [language = ""] = self.navigator.language.split("-");
    return { title: YOUR_TURN[language] ?? YOUR_TURN["en"]!, body: "", table: "" };
  }
}

/** Browsers want every message to be shown, but to somebody who is looking at the table it says nothing. */
async function tell({ title, body, table }: Notice): Promise<void> {
  const there = (await tabsAt(pathOf(table))).some((tab) => tab.visibilityState === "visible");
  if (there) return;
  const about = { body, tag: table, icon: "/icons/any-192.png", data: { table } };
  await self.registration.showNotification(title, about);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { table } = event.notification.data as { table: string };
  event.waitUntil(show(pathOf(table)));
});

const pathOf = (table: string): string => (table ? `/table/${encodeURIComponent(table)}` : "/");

async function tabsAt(path: string): Promise<WindowClient[]> {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return open.filter((tab) => new URL(tab.url).pathname === path);
}

/** Go to a tab that shows it, or open one. */
async function show(path: string): Promise<void> {
  const [there] = await tabsAt(path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

/** Once all its files are here, a newer version takes over from an older one. It reloads nobody. */
async function install(): Promise<void> {
  const cache = await caches.open(SHELL);
  await cache.addAll(["/", ...FILES].map((file) => new Request(file)));
  await self.skipWaiting();
}

async function tidy(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SHELL);
  const old = versions.slice(0, Math.max(0, versions.length - (VERSIONS_KEPT - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The server's answer, a refusal, too; null if there is none. */
async function asked(request: Request): Promise<Response | null> {
  try {
    const answer = await fetch(request);
    return __NOBODY_THERE__.includes(answer.status) && !answer.headers.has(OWN) ? null : answer;
  } catch {
    return null;
  }
}

/** What the server says, or what is kept if it says nothing in time; it may take as long as it likes if nothing is. */
async function inTime(said: Promise<Response | null>, kept: Response | undefined): Promise<Response> {
  const late = new Promise<null>((resolve) => kept && setTimeout(() => resolve(null), PATIENCE_MS));
  return (await Promise.race([said, late])) ?? kept ?? Response.error();
}

/** A page, whichever it is: they differ only in their address. */
async function page(request: Request): Promise<Response> {
  return inTime(asked(request), await (await caches.open(SHELL)).match("/"));
}

/** What has no other name in another version is that of this one. */
async function file(request: Request): Promise<Response> {
  const mine = await (await caches.open(SHELL)).match(request, { ignoreVary: true });
  return mine ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function told(request: Request): Promise<Response> {
  const kept = await (await caches.open(TOLD)).match(request, { ignoreVary: true });
  return inTime(askedAndKept(request), kept && marked(kept));
}

async function askedAndKept(request: Request): Promise<Response | null> {
  const answer = await asked(request);
  // Where there is no room to keep it, it is an answer all the same.
  if (answer?.ok) await (await caches.open(TOLD)).put(request, answer.clone()).catch(() => undefined);
  return answer;
}

/** What is kept, so that nobody takes it for the server's word. */
function marked({ body, headers }: Response): Response {
  const told = new Response(body, { headers });
  told.headers.delete(OWN);
  told.headers.set(KEPT, "yes");
  return told;
}

/** What rules and lessons of every game show, so that they can be read without having been opened before. */
async function keepGames(parts: string[]): Promise<void> {
  try {
    const games = (await (await told(new Request("/api/games"))).json()) as {
      game: string;
      lesson: boolean;
    }[];
    for (const { game, lesson } of games) if (lesson || parts[0] !== RECORDED) await keep(game, parts);
  } catch {
    // the next time, then
  }
}

/** Keep parts of what a server tells of a game. */
async function keep(game: string, parts: string[]): Promise<void> {
  for (const part of parts) await askedAndKept(new Request(`/api/games/${encodeURIComponent(game)}/${part}`));
}

export {};
