/** The page of a game that has none of its own: made from its view, its legal actions and its seats. */
import { api } from "../../net/api";
import type * as contract from "../contract";
import Board from "./Board.svelte";
import { back, choices } from "./choices.svelte";
import Hand from "./Hand.svelte";
import Result from "./Result.svelte";
import Rules from "./Rules.svelte";
import Seat from "./Seat.svelte";
import { learn } from "./shapes";
import type { GamePage } from "./types";

const page = { Board, Hand, Seat, Result, Rules, choices, back, answersFirst: true } satisfies GamePage;

/** The page of a game, once the server has told what its views are made of. */
export async function plainPage(game: string): Promise<contract.GamePage> {
  const shape = await api.shape(game);
  learn(shape);
  // As in `games/index.ts`: what the server sends of this game is what its shape says.
  return { ...page, name: shape.name } as unknown as contract.GamePage;
}
