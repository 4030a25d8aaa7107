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

/** What somebody points at with the focus. */
let focused: EventTarget | null = null;

/** The part of `pointing` that is about the focus. A click takes the focus from elsewhere: what is pointed at stays so. */
export function focusing(point: (at: boolean) => void): {
  onfocus: (event: FocusEvent) => void;
  onblur: (event: FocusEvent) => void;
} {
  return {
    onfocus: ({ currentTarget }) => {
      if (!keyed) return;
      focused = currentTarget;
      point(true);
    },
    onblur: ({ currentTarget }) => {
      if (focused !== currentTarget) return;
      focused = null;
      point(false);
    },
  };
}

/**
 * What an element needs so that the person can point at it, to be spread on it: `{...pointing((at) => ...)}`. `point` is
 * told true when somebody points at it (perhaps again and again), and false when nobody does any more.
 */
export function pointing(point: (at: boolean) => void): {
  onpointerenter: (event: PointerEvent) => void;
  onpointermove: (event: PointerEvent) => void;
  onpointerleave: () => void;
  onfocus: (event: FocusEvent) => void;
  onblur: (event: FocusEvent) => void;
} {
  const here = (event: PointerEvent): void => {
    if (placeOf(event) !== resting) point(true);
  };
  return {
    onpointerenter: here,
    onpointermove: here,
    onpointerleave: () => point(false),
    ...focusing(point),
  };
}
