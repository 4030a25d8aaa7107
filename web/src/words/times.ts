/** Lengths of time as people say them. */
import type { ClockInfo } from "../protocol";
import { say } from "./say";

const HOUR = 3600;
const DAY = 24 * HOUR;
type Clock = Pick<ClockInfo, "kind" | "seconds" | "increment">;

/** How long somebody still has: by the day, the hour, the minute or the second, as it matters. */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.round(seconds / HOUR);
  if (hours >= 24) {
    const [n, rest] = [Math.floor(hours / 24), hours % 24];
    return rest && n < 3 ? say("clock.left_hours", { n, hours: rest }) : say("clock.left_days", { n });
  }
  if (seconds >= HOUR) {
    const minutes = Math.floor(seconds / 60);
    return say("clock.left_minutes", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  }
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The clock of a table: how long everybody has. */
export function clockName({ kind, seconds, increment }: Clock): string {
  if (kind === "none") return say("clock.none");
  if (kind === "move") {
    if (seconds >= DAY) return say("clock.move_days", { n: Math.round(seconds / DAY) });
    return say("clock.move_seconds", { n: Math.round(seconds) });
  }
  if (seconds < DAY) {
    const n = Math.round(seconds / 60);
    return increment
      ? say("clock.bank_minutes_more", { n, seconds: Math.round(increment) })
      : say("clock.bank_minutes", { n });
  }
  const n = Math.round(seconds / DAY);
  const hours = Math.round(increment / HOUR);
  return hours ? say("clock.bank_more", { n, hours }) : say("clock.bank_days", { n });
}
