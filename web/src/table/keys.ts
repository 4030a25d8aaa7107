/** Shortcuts: never while somebody writes, and Enter is left to whatever has the focus. */
export function onKey(event: KeyboardEvent, keys: Record<string, () => void>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input:not([type=radio]):not([type=range]), textarea, select, dialog")) return;
  const name = event.key.toLowerCase();
  if ((name === "enter" || name === " ") && at?.closest("button, a, [role=button], [data-cell], [data-card]"))
    return;
  const act = keys[name];
  if (!act) return;
  event.preventDefault();
  act();
}
