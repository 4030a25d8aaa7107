/** The page of Snow Tails. */
import { PawPrint } from "../../art/icons";
import { say } from "../../words/say";
import type { GamePage } from "./types";
import Board from "./Board.svelte";
import Editor from "./Editor.svelte";
import Hand from "./Hand.svelte";
import RaceSheet from "./RaceSheet.svelte";
import Result from "./Result.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import Status from "./Status.svelte";
import Thumbnail from "./Thumbnail.svelte";
import { choices, prompt } from "./choices";
import { tell } from "./tale";
import { moments, raceBetween, winners } from "./telling";
import { back } from "./thought.svelte";
import { nameOf } from "./words";

export default {
  Board,
  Hand,
  Seat,
  Status,
  Result,
  Rules,
  Editor,
  Thumbnail,
  choices,
  prompt,
  nameOf,
  back,
  moments,
  tell,
  winners,
  badge: PawPrint,
  badgeName: () => say("snow_tails.seat.paws"),
  crowd: 4,
  // A sled that is alone on the track has turn after turn.
  beginsTurn: ({ events }) => events.some(({ kind }) => kind === "played" || kind === "started"),
  endsTurn: ({ view }) => view.decision === "play" || view.decision === "start",
  interlude: { comes: raceBetween, Sheet: RaceSheet },
} satisfies GamePage;
