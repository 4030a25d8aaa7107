/** The contract for a game that the page does not know: its values are told apart by the shape that the server sends. */
import type * as contract from "../contract";

export type Value = null | boolean | number | string | Value[] | Values;
export interface Values {
  [name: string]: Value;
}
export type View = contract.AnyView & Values;
export type Play = contract.Play<View, Values>;
export type GamePage = contract.GamePage<View, Values>;
