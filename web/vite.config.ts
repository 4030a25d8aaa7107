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

export default defineConfig({
  plugins: [words(), lucide(), licences(), svelte(), workerFiles()],
  define: { __BUILD__: JSON.stringify(process.env.TRAILMIX_BUILD ?? "dev") },
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
