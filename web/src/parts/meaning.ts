/** What a sign means. Its title says so, which browsers show to a mouse only: whoever touches it is told, too. */
const WITH_TITLE = "[title], svg :has(> title)";
const DOES_SOMETHING = "button, a, input, [role=button]";

export function meaningOf(touched: EventTarget | null): string | null {
  const sign = touched instanceof Element ? touched.closest(WITH_TITLE) : null;
  if (!sign || sign.closest(DOES_SOMETHING)) return null;
  return sign.getAttribute("title") ?? sign.querySelector(":scope > title")?.textContent ?? null;
}
