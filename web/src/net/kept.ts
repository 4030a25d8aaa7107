/** What this browser keeps, as JSON under keys of ours; where it may keep nothing, that lasts as long as the page. */
const memory = new Map<string, string>();

/** What is kept under a key; null if there is nothing, or somebody else's text. Its shape is for the reader to check. */
export function kept(key: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(key) ?? memory.get(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keep something; tells whether it will be there at the next visit. */
export function keep(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    globalThis.localStorage.setItem(key, text);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, text); // no right, or no room
    return false;
  }
}

/** Something with fields, whose values are to be checked one by one. */
export function asRecord(value: unknown): Record<string, unknown> {
  const plain = typeof value === "object" && value !== null && !Array.isArray(value);
  return plain ? (value as Record<string, unknown>) : {};
}
