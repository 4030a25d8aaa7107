// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.
import type { Happened } from "../contract";

export type GameEvent =
  | Happened<"day_began", { day: number; landscape: string | null; name: string | null }>
  | Happened<"another_day", { day: number }>
  | Happened<"revealed", { card: string | null }>
  | Happened<"spent_mentor", { left: number }>
  | Happened<"drafted", { husky: string | null; slot: string | null }>
  | Happened<"took", { card: string | null }>
  | Happened<"placed", { husky: string | null; slot: string | null }>
  | Happened<"swapped", { lifted: string | null; begin: string | null; husky: string | null; slot: string | null }>
  | Happened<"added", { husky: string | null; slot: string | null; source: "centre" | "hand" }>
  | Happened<"skipped">
  | Happened<"readied">
  | Happened<"gave_back", { returned: Array<string> }>
  | Happened<"tucked", { slot: string | null; husky: string | null }>
  | Happened<"drew_care", { card: string | null; left: number }>
  | Happened<"loose_turned", { loose: string; name: string }>
  | Happened<"named", { other: string }>
  | Happened<"picked", { husky: string | null }>
  | Happened<"picked.hidden">
  | Happened<"gave", { husky: string | null; source: string }>
  | Happened<"received", { husky: string | null }>
  | Happened<"received_hidden", { husky: string | null }>
  | Happened<"received_hidden.hidden">
  | Happened<"settled", { husky: string | null; slot: string | null }>
  | Happened<"kept", { husky: string | null }>
  | Happened<"ran_away", { husky: string | null }>
  | Happened<"lost_husky", { husky: string | null; slot: string | null }>
  | Happened<"no_effect", { loose: string; name: string }>
  | Happened<"preparations_ended", { order: Array<string>; singles: number; doubles: number }>
  | Happened<"eliminated">
  | Happened<"race_day", { day: number; order: Array<string> }>
  | Happened<"all_race", { day: number }>
  | Happened<"used", { slot: string | null; husky: string | null; custom: "I" | "P" | "S" | null; to: number; fields: number }>
  | Happened<"paid", { field: number }>
  | Happened<"moved", { to: number; fields: number }>
  | Happened<"stopped", { field: number }>
  | Happened<"lost_points", { points: Array<"I" | "P" | "S"> }>
  | Happened<"entered", { field: number }>
  | Happened<"rested", { slot: string | null; husky: string | null }>
  | Happened<"cared", { card: string | null; slots: Array<string>; huskies: Array<string> }>
  | Happened<"ended_turn", { position: number }>
  | Happened<"moved_secretly">
  | Happened<"raced", { begin: number; to: number; tired: Array<string>; rested: Array<string>; care: number }>
  | Happened<"caught_up", { card: string | null }>
  | Happened<"stood_still", { days: number }>
  | Happened<"won", { how: "alone" | "finish" | "standstill"; position: number; ready: number; points: number; decided: "position" | "printed" | "ready" | "shared" }>
  | Happened<"nobody_won">;
