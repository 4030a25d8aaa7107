/** How large the cards of a hand are, so that all of them can be seen and tapped. */

export interface Fit {
  /** The width of a card. */
  card: number;
  /** From the left edge of a card to that of the next; less than a card where they overlap. */
  step: number;
  perRow: number;
  /** The height that is kept for the hand, however few or small its cards are. */
  kept: number;
}

const BIGGEST = 104;
const SMALLEST = 60;
/** On a short screen in two rows. */
const TINY = 52;
const SHORT_PAGE = 700;
/** In two rows cards are not larger than this. */
const BIGGEST_OF_TWO = 76;
const FINGER = 44;
const GAP = 8;
/** So many cards lie beside each other at their biggest. */
const USUAL = 5;
const HEIGHT = 1.4; // of a card as wide as 1

/** For `n` cards in a row (or two, if a finger would not find them) of so many pixels on a page of this height. */
export function fit(n: number, width: number, pageHeight: number): Fit {
  const room = Math.max(0, width - 4);
  const biggest = Math.max(
    SMALLEST,
    Math.min(BIGGEST, pageHeight * (pageHeight < SHORT_PAGE ? 0.16 : 0.115), room / USUAL - GAP),
  );
  const rows = (room - SMALLEST) / Math.max(1, n - 1) >= FINGER || n < 2 ? 1 : 2;
  const perRow = Math.max(1, Math.ceil(n / rows));
  const two = pageHeight < SHORT_PAGE ? TINY : BIGGEST_OF_TWO;
  const most = rows === 1 ? biggest : Math.min(biggest, two);
  const least = rows === 2 && pageHeight < SHORT_PAGE ? TINY : SMALLEST;
  const card = Math.max(least, Math.min(most, room / perRow - GAP));
  const step = perRow > 1 ? Math.min(card + GAP, (room - card) / (perRow - 1)) : card;
  return { card, step, perRow, kept: biggest * HEIGHT };
}
