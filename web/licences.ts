/** The licences of what the built page contains, in a file beside it: they ask for that. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const CONTAINED: [what: string, licence: string][] = [
  ["The icons (Lucide)", "./lucide-licence.txt"], // the package that we take them from does not bring it
  ["The typeface Inter", "./node_modules/@fontsource-variable/inter/LICENSE"],
  ["The typeface Bricolage Grotesque", "./node_modules/@fontsource-variable/bricolage-grotesque/LICENSE"],
  ["Svelte", "./node_modules/svelte/LICENSE.md"],
  ["uqr", "./node_modules/uqr/LICENSE"],
];

export function licences(): Plugin {
  const texts = CONTAINED.map(
    ([what, file]) => `${what}\n\n${readFileSync(new URL(file, import.meta.url), "utf-8").trim()}\n`,
  );
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join("\n\n") });
    },
  };
}
