/** Every idea is met: whatever brings it about happens in a golden match, or in a stored position. */
import { describe, expect, test } from "vitest";
import { NOTHING, type AnyEvent, type AnyFixed, type Shown } from "./contract";
import { happens, type Happening } from "./explaining";
import { gameIdeas, OWN_PAGES } from ".";

interface StoredPosition {
  base: Shown;
  seat: string;
  tried: Record<string, Shown>;
}
const FILES = import.meta.glob("./*/fixtures/*.json", { eager: true, import: "default" });
const fixture = (game: string, name: string): unknown => FILES[`./${game}/fixtures/${name}.json`];

/** One event of each sort, as if it had happened to somebody who sits here. */
const events = (game: string): Happening[] =>
  (fixture(game, "events") as AnyEvent[]).map((event) => ({
    events: [event],
    shown: NOTHING,
    here: event.seat === null ? [] : [event.seat],
    fixed: {},
  }));

/** The stored positions and all that was tried in them, for each of the seats. */
function positions(game: string): Happening[] {
  const fixed = fixture(game, "deck") as AnyFixed;
  const stored = Object.entries(FILES).flatMap(([path, file]) =>
    path.startsWith(`./${game}/`) && !/(deck|events)\.json$/.test(path) ? [file as StoredPosition] : [],
  );
  return stored.flatMap(({ base, seat, tried }) =>
    [base, ...Object.values(tried)].flatMap((shown) =>
      ["A", "B", "C", "D"].map((other) => ({
        events: [],
        shown: other === seat ? shown : { ...shown, own: null },
        here: [other],
        fixed,
      })),
    ),
  );
}

describe.each(OWN_PAGES)("in %s", (game) => {
  test("every idea is met in each of its ways", async () => {
    const [happened, stood] = [events(game), positions(game)];
    const unmet = (await gameIdeas(game)).flatMap((idea) =>
      idea.when
        .filter((when) => {
          const all = "position" in when ? stood : happened;
          return !all.some((now) => happens({ ...idea, when: [when] }, now));
        })
        .map((when) => `${idea.id}: ${"position" in when ? "position" : when.event}`),
    );
    expect(unmet).toEqual([]);
  });
});
