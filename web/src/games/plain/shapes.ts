/** What the server has told of games that have no page of their own, by their short names. */
import type { GameShape } from "../../protocol";

const known = new Map<string, GameShape>();

export function learn(shape: GameShape): void {
  known.set(shape.game, shape);
}

export function shapeOf(game: string): GameShape {
  const shape = known.get(game);
  if (!shape) throw new Error(`The shape of ${game} has not been asked for.`);
  return shape;
}
