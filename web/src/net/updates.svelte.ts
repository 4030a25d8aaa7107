/** The installed page: its service worker, and whether the server has a newer page than this one. */
import { BUILD } from "./build";

/** While somebody works on the page itself, nothing is kept of it. */
const KEPT = BUILD !== "dev";

class Updates {
  #newer = $state(false);
  /** Is a match going on, which nobody should be torn out of? */
  #playing = $state(false);
  /** Has the server not answered? */
  away = $state(false);

  /** Is there a newer page, and is now a time to speak of it? */
  get offered(): boolean {
    return this.#newer && !this.#playing;
  }

  /** Is there anything to say of a server that does not answer? A match and a lesson say it themselves. */
  get missed(): boolean {
    return this.away && !this.#playing;
  }

  get playing(): boolean {
    return this.#playing;
  }

  set playing(playing: boolean) {
    this.#playing = playing;
  }

  /** The server has said which page it has. One without a page says nothing. */
  hear(build: string | null | undefined): void {
    this.away = false;
    if (KEPT && build && build !== BUILD) this.#newer = true;
  }

  /** Keep the page for when there is no connection; only where the browser can, and after everything else. */
  async keep(): Promise<void> {
    if (!KEPT || !("serviceWorker" in navigator)) return;
    try {
      const registration = await navigator.serviceWorker.register("/worker.js");
      // Browsers look for a newer worker when they find the time, which may be after the last page is closed.
      void registration.update().catch(() => undefined); // no connection: the next time, then
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage("keep games");
      if (matchMedia("(display-mode: standalone)").matches) active?.postMessage("keep lessons");
    } catch {
      // A browser that allows none: the page works all the same while there is a connection.
    }
  }

  /** Load the newer page: asked of the server first, also by the worker. */
  reload(): void {
    location.reload();
  }
}

export const updates = new Updates();

/** Somebody looks at a game: its lesson is kept for when there is no connection. */
export function keepLesson(game: string): void {
  if (KEPT && "serviceWorker" in navigator)
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ lesson: game }));
}
