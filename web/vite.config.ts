import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
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
  plugins: [words(), svelte(), svelteTesting()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
