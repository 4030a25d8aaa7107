// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.
import type { Happened } from "../contract";

export type GameEvent =
  | Happened<"played", { card: string }>
  | Happened<"reversed", { direction: "clockwise" | "counter-clockwise" }>
  | Happened<"again">
  | Happened<"drew", { number: number; cards: Array<string> }>
  | Happened<"drew.hidden", { number: number }>
  | Happened<"redealt", { hands: Record<string, number> }>
  | Happened<"laid_out", { bugs: Record<string, number> }>
  | Happened<"eliminated", { on: string; number: number; cards: Array<string> }>
  | Happened<"out">
  | Happened<"spent", { bugs: number }>
  | Happened<"captured">
  | Happened<"no_bird">
  | Happened<"planted", { cards: Array<string> }>
  | Happened<"planted_nothing">
  | Happened<"kept">
  | Happened<"round_ended", { round: number; pot: number; winners: Array<string>; share: number; odd: number; odd_to: string | null; odd_why: "first_out" | "latest_play" | "left_last" | null; worm: string | null; birds: number; leftovers: Record<string, number>; bonus: Record<string, number>; trees: Record<string, number>; points: Record<string, number>; totals: Record<string, number> }>
  | Happened<"odd_points", { number: number; why: "first_out" | "latest_play" | "left_last" | null }>
  | Happened<"tied", { total: number }>
  | Happened<"dealt", { round: number; dealer: string | null }>
  | Happened<"ended", { totals: Record<string, number> }>;
