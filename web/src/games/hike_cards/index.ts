/** The page of Hike, the card game. */
import type { GamePage } from "./types";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Result from "./Result.svelte";
import RoundSheet from "./RoundSheet.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import Status from "./Status.svelte";
import { back, choices, nameOf, prompt } from "./choices";
import { beginsTurn, tell } from "./log";
import { accountOf, moments } from "./telling";

export default {
  Board,
  Hand,
  Seat,
  Status,
  Result,
  Rules,
  endsTurn: (after) => after.view.decision !== "bird", // it belongs to the turn that brought The Worm
  beginsTurn,
  tell,
  choices,
  prompt,
  nameOf,
  back,
  moments,
  interlude: { comes: (entry) => accountOf(entry) !== null, Sheet: RoundSheet },
} satisfies GamePage;
