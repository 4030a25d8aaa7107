/** Arrow keys move the focus over what can be chosen: to the nearest thing in that direction, wherever it stands. */

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const CHOSEN_FROM = "main, .hand, .choices";
const FOCUSABLE = "button:not(:disabled), a[href], [role=button][tabindex], [tabindex='0']";

/** Whoever writes, scrolls or picks from a list needs the arrows for that. */
const OWN_ARROWS = "input, textarea, select, dialog, [role=radio], ol";

/** Move the focus within a part of the page; leaves alone what handles arrows itself. */
export function roam(event: KeyboardEvent, part: HTMLElement): void {
  const direction = DIRECTIONS[event.key];
  const at = event.target instanceof Element ? event.target : document.body;
  const special = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  if (!direction || special || at.closest(OWN_ARROWS)) return;
  const things = [...part.querySelectorAll(CHOSEN_FROM)].flatMap((place) => [
    ...place.querySelectorAll<HTMLElement | SVGElement>(FOCUSABLE),
  ]);
  const found = at.closest(CHOSEN_FROM) ? nearest(things, at, direction) : first(things);
  if (!found) return;
  event.preventDefault();
  found.focus();
}

/** What is begun with: something of the hand, or of the board, or else an answer. */
const first = <Thing extends Element>(things: readonly Thing[]): Thing | undefined =>
  things.find((thing) => thing.closest(".hand")) ?? things[0];

function nearest<Thing extends Element>(
  things: readonly Thing[],
  from: Element,
  [x, y]: readonly [number, number],
): Thing | undefined {
  const here = middle(from);
  let found: { thing: Thing; cost: number } | undefined;
  for (const thing of things) {
    const there = middle(thing);
    const along = (there.x - here.x) * x + (there.y - here.y) * y;
    const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
    const cost = along + 3 * aside;
    if (thing !== from && along > 1 && (!found || cost < found.cost)) found = { thing, cost };
  }
  return found?.thing;
}

function middle(thing: Element): { x: number; y: number } {
  const box = thing.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
