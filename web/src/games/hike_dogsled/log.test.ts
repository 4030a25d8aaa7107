import { expect, test } from "vitest";
import { turnsOf, textOf } from "../../table/turns";
import { entryOf } from "../../testing/entries";
import type { Entry, GameEvent, Turn } from "./types";
import { tableAt } from "./fixtures";
import { tell } from "./log";
import { newsOf } from "./news";
import { beginsTurn } from "./telling";

const CODES = /\b[HYTBLX]\d+\b|[(]\+\d|: -\./;

/** A table with this log, and its lines turn by turn, each with the sign of a seat. */
function told(entries: Entry[], position: Parameters<typeof tableAt>[0] = "over"): string[][] {
  const play = tableAt(position);
  Object.defineProperty(play, "log", { value: entries });
  const turns = turnsOf(entries, { beginsTurn }) as Turn[];
  return turns.map((turn) => tell(turn, play).map((line) => `${line.seat ?? "-"} ${textOf(line)}`));
}
const entry = entryOf<GameEvent>;
const move = (seq: number, seat: string, ...parts: Parameters<typeof entry>): Entry => ({
  ...entry(...(parts.map(([kind, values, whose]) => [kind, values, whose ?? seat]) as typeof parts)),
  seq,
  seat,
});

test("a whole race is a line a turn, without a code", () => {
  const lines = told(tableAt("over").log);
  expect(lines.flat().filter((line) => CODES.test(line))).toEqual([]);
  expect(lines[0]).toEqual([
    "A Ann runs from field 2 to field 4 with Poprika. 2 care cards were played for Poprika and Firnik. Equipment pays for 1 field.",
  ]);
  expect(lines[1]!.slice(0, 2)).toEqual([
    "B Bo runs from field 9 to field 14 with 2 × Parkelj, Gamsek, Slatka and Tisa. 1 care card was played for Parkelj and Slatka. Points were lost: 2 ice and 1 powder.",
    "A A is far behind and draws a single care card, to be played tomorrow.",
  ]);
  expect(lines.at(-1)!.at(-2)).toContain(
    "B Bo runs from field 38 to the finish with Parkelj, Gamsek and Tisa. Cofek and Bibi rest until the end of the race.",
  );
});

test("what is turned up belongs to the turn of whoever turned it up, with their sign", () => {
  const entries = [
    move(
      1,
      "A",
      ["took", { card: "E" }],
      ["revealed", { card: "H05" }, "B"],
      ["revealed", { card: "C" }, "B"],
    ),
    move(2, "B"),
    move(3, "B", ["drafted", { husky: "H05", slot: "T1" }], ["revealed", { card: "H30" }, "A"]),
  ];
  expect(told(entries)).toEqual([
    ["A Ann takes equipment into the hand."],
    ["B Bo turns up Tisa and single care, and takes Tisa into the sled.", "A Ann turns up Severin."],
  ]);
});

test("the last of one day and the first of the next are two turns, even of the same seat", () => {
  const race = [
    move(
      1,
      "B",
      ["used", { husky: "H05", slot: "T1", to: 2, fields: 2 }],
      ["ended_turn", { position: 2 }],
      ["race_day", { day: 2, order: ["B", "A"] }, ""],
    ),
    move(2, "B", ["used", { husky: "H05", slot: "T1", to: 4, fields: 2 }]),
    move(3, "B", ["used", { husky: "H30", slot: "T2", to: 5, fields: 1 }]),
  ];
  expect(told(race)).toEqual([
    [
      "B Bo runs from the start to field 2 with Tisa.",
      " Race day 2. Whoever is furthest back goes first: Bo, Ann.",
    ],
    ["B Bo runs from field 2 to field 5 with Tisa and Severin."],
  ]);

  const preparations = [
    move(
      1,
      "B",
      ["spent_mentor", { left: 1 }],
      ["revealed", { card: "E" }],
      ["took", { card: "H05" }],
      ["another_day", { day: 9 }, ""],
      ["revealed", { card: "H30" }],
    ),
    move(2, "B", ["drafted", { husky: "H30", slot: "T1" }]),
  ];
  expect(told(preparations).map(([first]) => first)).toEqual([
    "B Bo turns up equipment, and takes Tisa into the hand. 1 mentor was spent for it.",
    "B Bo turns up Severin, and takes Severin into the sled.",
  ]);
});

test.each<[string, Entry, string[]]>([
  [
    "ready without huskies in hand",
    move(1, "A", ["placed", { husky: "H05", slot: "T1" }], ["readied", {}], ["tucked", { husky: "H05" }]),
    ["A Ann puts Tisa from the hand into the sled. Ann is ready to race! Tisa gets equipment."],
  ],
  [
    "a swap that changes nothing",
    move(1, "A", ["swapped", { lifted: "H05", begin: "T1", husky: "H05", slot: "T1" }]),
    ["A Ann lifts Tisa and puts it back."],
  ],
  [
    "a swap",
    move(
      1,
      "A",
      ["swapped", { lifted: "H05", begin: "T1", husky: "H30", slot: "T2" }],
      ["gave_back", { returned: ["H05"] }],
    ),
    ["A Ann swaps Tisa for Severin. Tisa goes back to the centre."],
  ],
  [
    "picks that are revealed",
    move(
      1,
      "B",
      ["gave", { husky: "H05", source: "hand" }, "A"],
      ["gave", { husky: "H30", source: "T1" }, "B"],
      ["received_hidden.hidden", {}, "A"],
      ["received", { husky: "H05" }, "B"],
    ),
    ["A Ann gives Tisa and gets a husky that nobody else sees.", "B Bo gives Severin and gets Tisa."],
  ],
  [
    "a husky that is lost",
    move(1, "A", ["lost_husky", { husky: "H05", slot: "T1" }]),
    ["A Ann loses Tisa for good."],
  ],
  ["a mentor that is declined", move(1, "A"), ["A Ann goes on."]],
  [
    "what one does while the others do not see it",
    move(1, "B", ["moved_secretly", {}], ["moved_secretly", {}]),
    ["B Bo races; the others see it when the day is over."],
  ],
  [
    "a day that all raced at once",
    move(
      1,
      "B",
      ["moved_secretly", {}],
      ["raced", { begin: 0, to: 7, tired: [], rested: [], care: 2 }, "A"],
      ["raced", { begin: 3, to: 3, tired: [], rested: [], care: 0 }, "B"],
    ),
    ["A Ann races from the start to field 7. 2 care cards were played.", "B Bo stays on field 3."],
  ],
])("%s", (_, happening, lines) => {
  expect(told([happening])).toEqual([lines]);
});

test("of a turn that is only thought of nothing is told before anything comes of it", () => {
  const play = tableAt("step");
  const thought = (...events: Parameters<typeof entry>): string[] => {
    const drafted = { ...turnsOf([move(1, "A", ...events)], {})[0]!, entries: [], first: Infinity } as Turn;
    return tell(drafted, play).map(textOf);
  };
  expect(thought()).toEqual([]);
  const used = ["used", { husky: "H21", slot: "T2", to: 2, fields: 0 }] as const;
  expect(thought([...used])).toEqual([]);
  expect(thought([...used], ["ended_turn", { position: 2 }])).toEqual(["Ann stays on field 2."]);
});

test("what the others did is marked until one has moved oneself", () => {
  const play = tableAt("step");
  const entries = [
    move(1, "A", ["ended_turn", { position: 2 }], ["revealed", { card: "C" }, "B"]),
    move(
      2,
      "B",
      ["used", { husky: "H18", slot: "T2", to: 12, fields: 2 }],
      ["drafted", { husky: "H05", slot: "T1" }],
    ),
    move(3, "B", ["used", { husky: "H08", slot: "T4", to: 13, fields: 1 }]),
  ];
  Object.defineProperty(play, "log", { value: entries });
  play.since = turnsOf(entries, {}).slice(1) as Turn[];
  const news = newsOf(play);
  expect([...news.cards]).toEqual([
    ["C", "B"],
    ["H05", "B"],
  ]);
  expect(news.ways).toEqual([{ seat: "B", begin: 10, to: 13 }]);
});
