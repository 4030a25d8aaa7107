/**
 * How many of `n` seats stand beside each other, as variables for frame.css: on a phone, on a wider screen, and beside
 * the board; all of them, on a wide screen that is not high. Up to eight are never more than two rows, or four beside the board.
 */
export function besideEachOther(n: number): string {
  const half = Math.ceil(n / 2);
  return `--narrow: ${n <= 3 ? n : half}; --wider: ${n <= 4 ? n : half}; --aside: ${n <= 4 ? 1 : 2}; --all: ${n}`;
}
