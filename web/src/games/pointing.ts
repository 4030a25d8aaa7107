/**
 * Was it the person? A preview follows what somebody points at, not what comes to lie under a resting pointer, and the
 * focus that somebody moves, not the one that the page puts somewhere.
 */
const MOVES_FOCUS = new Set(["Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

let keyed = false;
let resting = "";

const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): string =>
  `${clientX} ${clientY}`;
const rest = (event: PointerEvent): void => void (resting = placeOf(event));

globalThis.addEventListener?.(
  "keydown",
  ({ key }: KeyboardEvent) => {
    if (!MOVES_FOCUS.has(key)) return;
    keyed = true;
    setTimeout(() => (keyed = false)); // the focus moves before anything else happens
  },
  true,
);
// After whatever the pointer is over has heard of it.
globalThis.addEventListener?.("pointermove", rest);
globalThis.addEventListener?.("pointerdown", rest, true);
globalThis.addEventListener?.("pointerup", rest, true);

/** Has the focus just been moved by a key? */
export const focusWasMoved = (): boolean => keyed;

/**
 * What an element needs so that the person can point at it, to be spread on it: `{...pointing((at) => ...)}`. `point` is
 * told true when somebody points at it (perhaps again and again), and false when nobody does any more.
 */
export function pointing(point: (at: boolean) => void): {
  onpointerenter: (event: PointerEvent) => void;
  onpointermove: (event: PointerEvent) => void;
  onpointerleave: () => void;
  onfocus: () => void;
  onblur: () => void;
} {
  const here = (event: PointerEvent): void => {
    if (placeOf(event) !== resting) point(true);
  };
  const gone = (): void => point(false);
  return {
    onpointerenter: here,
    onpointermove: here,
    onpointerleave: gone,
    onfocus: () => focusWasMoved() && point(true),
    onblur: gone,
  };
}
