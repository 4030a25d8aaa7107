/**
 * `import House from "lucide:house"`: an icon of lucide.dev as a component, which `src/art/Icon.svelte` draws.
 *
 * The outlines come from a package of nine files; lucide's own package of components has eight thousand.
 */
import { readFileSync } from "node:fs";
import { compile } from "svelte/compiler";
import type { Plugin } from "vite";

interface IconSet {
  icons: Record<string, { body: string }>;
  /** Names that icons had before. */
  aliases: Record<string, { parent: string }>;
}

const ASKED = "lucide:";
const FOUND = `\0${ASKED}`;

function readIcons(): IconSet {
  const file = new URL(import.meta.resolve("@iconify-json/lucide/icons.json"));
  return JSON.parse(readFileSync(file, "utf-8")) as IconSet;
}

/** The lines of an icon; how thick they are is left to whoever uses it. */
function outline({ icons, aliases }: IconSet, name: string): string {
  const icon = icons[aliases[name]?.parent ?? name];
  if (icon === undefined) throw new Error(`There is no icon "${name}" at https://lucide.dev/icons.`);
  return icon.body.replaceAll(' stroke-width="2"', "");
}

function component(lines: string): string {
  return `<script>import Icon from "/src/art/Icon.svelte"; let props = $props();</script>
<Icon {...props} outline={${JSON.stringify(lines)}} />`;
}

export function lucide(): Plugin {
  const icons = readIcons();
  return {
    name: "lucide",
    resolveId: (id) => (id.startsWith(ASKED) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(FOUND)) return null;
      const source = component(outline(icons, id.slice(FOUND.length)));
      return compile(source, { filename: "icon.svelte", runes: true }).js.code;
    },
  };
}
