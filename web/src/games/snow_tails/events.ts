// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.
import type { Happened } from "../contract";

export type GameEvent =
  | Happened<"race_began", { race: number; course: string; order: Array<string> }>
  | Happened<"started", { number: number }>
  | Happened<"round_began", { round: number; order: Array<string> }>
  | Happened<"played", { card: string; mat: string; speed: number; drift: number; side: "left" | "none" | "right" }>
  | Happened<"stood", { speed: number }>
  | Happened<"moved", { steps: string; path: Array<number>; to: string }>
  | Happened<"crossed">
  | Happened<"took_bonus", { number: number; speed: number }>
  | Happened<"left_bonus", { number: number }>
  | Happened<"broke_sapling", { space: string; dents: number }>
  | Happened<"sped", { limit: number; speed: number; over: number; dents: number }>
  | Happened<"hit_sled", { other: string; space: string }>
  | Happened<"hit_side", { what: "pillar" | "rock" | "side" | "snow"; space: string; dents: number }>
  | Happened<"no_canine", { dents: number }>
  | Happened<"spared">
  | Happened<"wrecked", { space: string }>
  | Happened<"drew", { number: number; cards: Array<number> }>
  | Happened<"drew.hidden", { number: number }>
  | Happened<"reshuffled", { number: number }>
  | Happened<"discarded", { card: number }>
  | Happened<"placed", { place: number; points: number }>
  | Happened<"stopped", { round: number }>
  | Happened<"race_ended", { race: number; places: Record<string, number | null>; points: Record<string, number>; totals: Record<string, number> }>
  | Happened<"ended", { totals: Record<string, number> }>
  | Happened<"nobody_won">;
