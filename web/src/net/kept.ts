/** What this browser keeps under keys of ours; where it may keep nothing, that lasts as long as the page. */
import { keeping } from "./keeping.svelte";

const memory = new Map<string, string>();

/** The text that is kept under a key; null if there is none. */
export function keptText(key: string): string | null {
  try {
    return memory.get(key) ?? globalThis.localStorage.getItem(key);
  } catch {
    return null; // no right
  }
}

/** Keep a text; tells whether it will be there at the next visit. */
export function keepText(key: string, text: string): boolean {
  try {
    globalThis.localStorage.setItem(key, text);
    memory.delete(key);
    return true;
  } catch {
    keeping.failed = true;
    memory.set(key, text); // no right, or no room
    return false;
  }
}

/** What is kept as JSON; null if there is nothing, or somebody else's text. Its shape is for the reader to check. */
export function kept(key: string): unknown {
  try {
    return JSON.parse(keptText(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keep something as JSON; tells whether it will be there at the next visit. */
export const keep = (key: string, value: unknown): boolean => keepText(key, JSON.stringify(value));

/** Keep something no longer. */
export function drop(key: string): void {
  memory.delete(key);
  try {
    globalThis.localStorage.removeItem(key);
  } catch {
    // no right: there was nothing but what lasts as long as the page
  }
}

/** Something with fields, whose values are to be checked one by one. */
export function asRecord(value: unknown): Record<string, unknown> {
  const plain = typeof value === "object" && value !== null && !Array.isArray(value);
  return plain ? (value as Record<string, unknown>) : {};
}
