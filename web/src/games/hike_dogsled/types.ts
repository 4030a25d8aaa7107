/** The contract in the types of this game. */
import type * as achieving from "../achieving";
import type * as contract from "../contract";
import type * as explaining from "../explaining";
import type { GameEvent } from "./events";
import type { Own, TableView, View } from "./view";

export type { GameEvent };
export type Play = contract.Play<View, Own, TableView, GameEvent>;
export type Shown = contract.Shown<View, Own>;
export type Tried = contract.Tried<View, Own, GameEvent>;
export type Entry = contract.Entry<GameEvent>;
export type Turn = contract.Turn<GameEvent>;
export type Line = contract.Line;
/** What happened, in an entry or in a whole turn. */
export type Events = Pick<Turn, "events">;
export type GamePage = contract.GamePage<View, Own, TableView, GameEvent>;
/** The events of some kinds. */
export type EventOf<Kind extends GameEvent["kind"]> = Extract<GameEvent, { kind: Kind }>;
export type Idea = explaining.Idea<View, Own, TableView, GameEvent>;
export type Legend = explaining.Legend<TableView>;
export type Achievement = achieving.Achievement<View, TableView>;
