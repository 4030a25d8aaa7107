/**
 * What the service worker is told: a list of every file of the build but those that only people ask for, or machines that
 * read links; and the one sentence that it says itself.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

const NOT_KEPT = new Set(["index.html", "worker.js", "licences.txt", "plain.css"]);
const OF_LINKS = "games/";
const WORDS = join(import.meta.dirname, "src/words/made");
const YOUR_TURN = "home.your_turn";

/** Every file in a folder, by its address. */
function filesIn(folder: string, address = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesIn(join(folder, entry.name), `${address}${entry.name}/`)
      : [`${address}${entry.name}`],
  );
}

/** What the page says for a turn, by language. */
function yourTurn(): Record<string, string> {
  const languages = readdirSync(WORDS).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    languages.map((name) => {
      const texts = JSON.parse(readFileSync(join(WORDS, name), "utf-8")) as Record<string, string>;
      return [basename(name, ".json"), texts[YOUR_TURN]!];
    }),
  );
}

/** The code with something in its place there. */
function put(code: string, place: string, what: object): string {
  const text = JSON.stringify(JSON.stringify(what));
  const told = code.replace(new RegExp(`(["'\`])${place}\\1`), () => text);
  if (told === code) throw new Error(`There is no "${place}" in the worker.`);
  return told;
}

export function workerFiles(): Plugin {
  let shown = "";
  return {
    name: "worker-files",
    apply: "build",
    configResolved: (config) => void (shown = config.publicDir),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = bundle["worker.js"];
        if (worker?.type !== "chunk") throw new Error("There is no worker.js to tell of the files.");
        const names = [...Object.keys(bundle), ...filesIn(shown)]
          .filter((name) => !NOT_KEPT.has(name) && !name.startsWith(OF_LINKS))
          .sort();
        const files = names.map((name) => `/${name}`);
        worker.code = put(put(worker.code, "__FILES__", files), "__YOUR_TURN__", yourTurn());
      },
    },
  };
}
