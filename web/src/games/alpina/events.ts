// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.
import type { Happened } from "../contract";

export type GameEvent =
  | Happened<"laid", { card: string; cell: string }>
  | Happened<"placed", { cell: string }>
  | Happened<"declined">
  | Happened<"drew", { card: string }>
  | Happened<"drew.hidden">
  | Happened<"scored", { card: string; cell: string; number: number; points: number }>
  | Happened<"ended", { totals: Record<string, number> }>;
