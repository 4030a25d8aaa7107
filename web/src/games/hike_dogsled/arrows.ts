/** Arrow keys go from button to button within a group, to the nearest one in that direction. */
const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function arrows(group: HTMLElement): { destroy: () => void } {
  const keydown = (event: KeyboardEvent): void => {
    const way = WAYS[event.key];
    const from = event.target;
    if (!way || event.altKey || event.ctrlKey || event.metaKey || !(from instanceof HTMLElement)) return;
    const here = from.getBoundingClientRect();
    let nearest: HTMLElement | null = null;
    let least = Infinity;
    for (const button of group.querySelectorAll<HTMLElement>("button")) {
      const there = button.getBoundingClientRect();
      const x = there.left + there.width / 2 - here.left - here.width / 2;
      const y = there.top + there.height / 2 - here.top - here.height / 2;
      const ahead = x * way[0] + y * way[1];
      const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
      const far = ahead + 3 * aside;
      if (button !== from && ahead > 4 && far < least) [nearest, least] = [button, far];
    }
    if (!nearest) return;
    event.preventDefault();
    event.stopPropagation();
    nearest.focus();
  };
  group.addEventListener("keydown", keydown);
  return { destroy: () => group.removeEventListener("keydown", keydown) };
}
