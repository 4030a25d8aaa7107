import type { LivePlay } from "../table/play.svelte";

/** The same match where nothing takes time: a picture shows how things stand, not how they are coming to stand. */
export function still(play: LivePlay): LivePlay {
  return new Proxy(play, {
    get(match, name) {
      if (name === "ms") return () => 0;
      const value: unknown = Reflect.get(match, name, match);
      return typeof value === "function" ? (value.bind(match) as unknown) : value;
    },
  });
}
