/** Alpina's page. */
import type { GamePage } from "./types";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Result from "./Result.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import Status from "./Status.svelte";
import { back, choices, nameOf, prompt } from "./choices";
import { tell } from "./telling";

export default {
  Board,
  Hand,
  Seat,
  Status,
  Result,
  Rules,
  choices,
  prompt,
  nameOf,
  back,
  tell,
  walks: true,
} satisfies GamePage;
