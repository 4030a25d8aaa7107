/** Which page is shown: the address is the truth, links are ordinary links. */

export type Route =
  | { page: "home" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string }
  | { page: "analysis"; id: string }
  | { page: "rules"; game: string }
  | { page: "course"; game: string }
  | { page: "learn"; game: string }
  | { page: "settings" }
  | { page: "statistics" }
  | { page: "device" }
  | { page: "nothing" };

/** The page behind a path. */
export function route(path: string): Route {
  const parts = partsOf(path);
  const [first = "", second = "", ...more] = parts ?? [];
  if (!parts || more.length) return { page: "nothing" };
  if (!first) return { page: "home" };
  if ((first === "settings" || first === "statistics" || first === "device") && !second)
    return { page: first };
  if ((first === "rules" || first === "course" || first === "learn") && second)
    return { page: first, game: second };
  if ((first === "table" || first === "replay" || first === "analysis") && second)
    return { page: first, id: second };
  return { page: "nothing" };
}

/** What stands between the strokes of a path; null if it cannot be read. */
function partsOf(path: string): string[] | null {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

class Router {
  path = $state(location.pathname);
  query = $state(location.search);
  readonly route = $derived(route(this.path));

  constructor() {
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  go(address: string): void {
    history.pushState(null, "", address);
    this.#read();
    scrollTo(0, 0);
  }

  /** Change the address without leaving the page: what is shown can be shared. */
  note(address: string): void {
    history.replaceState(history.state, "", address);
    this.#read();
  }

  #follow(event: MouseEvent): void {
    const special = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || special || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || /^\/(api|verify|schema)\//.test(to.pathname)) return;
    if (to.pathname === location.pathname && to.hash) return; // within the page
    event.preventDefault();
    this.go(to.pathname + to.search + to.hash);
  }
}

export const router = new Router();
