import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { lucide } from "./icons.ts";
import { licences } from "./licences.ts";
import { workerFiles } from "./worker-files.ts";
import { makeWords } from "./words.mjs";

/** The catalogues are made anew whenever a words.*.toml changes. */
function words(): Plugin {
  return {
    name: "words",
    buildStart: makeWords,
    handleHotUpdate({ file }) {
      if (file.endsWith(".toml")) makeWords();
    },
  };
}

const server = process.env.TRAILMIX_SERVER ?? "http://127.0.0.1:8421";

/** With these a balancer says that no server stands behind it. The server's own say more: see who asks. */
const nobodyThere = [502, 503, 504];

export default defineConfig({
  plugins: [words(), lucide(), licences(), svelte(), workerFiles()],
  // The worker is one file by itself: what it has in common with the page is put into both.
  define: {
    __BUILD__: JSON.stringify(process.env.TRAILMIX_BUILD ?? "dev"),
    __NOBODY_THERE__: JSON.stringify(nobodyThere),
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", worker: "src/worker/worker.ts" },
      // The worker's name stays: it is how the browser finds out that there is another.
      output: { entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
