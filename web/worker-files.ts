/** The service worker's list: every file of the build but those that are only asked for by people. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const NOT_KEPT = new Set(["index.html", "worker.js", "licences.txt", "plain.css"]);
const PLACE = '"__FILES__"';

/** Every file in a folder, by its address. */
function filesIn(folder: string, address = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesIn(join(folder, entry.name), `${address}${entry.name}/`)
      : [`${address}${entry.name}`],
  );
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
          .filter((name) => !NOT_KEPT.has(name))
          .sort();
        const list = JSON.stringify(JSON.stringify(names.map((name) => `/${name}`)));
        const told = worker.code.replace(/(["'`])__FILES__\1/, () => list);
        if (told === worker.code) throw new Error(`There is no ${PLACE} in the worker.`);
        worker.code = told;
      },
    },
  };
}
