/** The page of Hike!, the dog-sled game. */
import type { GamePage } from "./types";
import Between from "./Between.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Result from "./Result.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import Status from "./Status.svelte";
import { choices, prompt, waiting } from "./choices";
import { tell } from "./log";
import { nameOf } from "./names";
import { beginsTurn, betweenOf, moments, winners } from "./telling";
import { back } from "./thought.svelte";

export default {
  Board,
  Hand,
  Seat,
  Status,
  Result,
  Rules,
  choices,
  prompt,
  waiting,
  nameOf,
  back,
  crowd: 5,
  beginsTurn,
  tell,
  moments,
  winners,
  interlude: {
    comes: (entry) => betweenOf(entry) !== null,
    brief: (entry) => betweenOf(entry) === "race",
    Sheet: Between,
  },
} satisfies GamePage;
