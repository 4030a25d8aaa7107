/** Courses as lines of text: taken apart and put together. */

export const PIECES = ["S", "T", "H", "DL", "DR", "CL", "CR", "UL", "UR"] as const;
export type Piece = (typeof PIECES)[number];
export type Side = "L" | "R";

export interface Laid {
  /** Codes with what stands behind them: CL/5, S(2.3). */
  tokens: string[];
  finish: Side;
}

export const NUTCRACKER = "start S S CL S UR S CL S S finish:R";

/** The kind of a piece, whatever limit or saplings it was given; null if there is no such piece. */
export const codeOf = (token: string): Piece | null =>
  PIECES.find((piece) => piece === /^[a-z]+/i.exec(token)?.[0].toUpperCase()) ?? null;

export function readLine(line: string): Laid {
  const tokens = line.replace(/#.*/, "").trim().split(/\s+/).filter(Boolean);
  const finish = tokens.findLast((token) => /^finish:/i.test(token));
  return {
    tokens: tokens.filter((token) => !/^(start$|finish:)/i.test(token)),
    finish: finish && /l$/i.test(finish) ? "L" : "R",
  };
}

/**
 * What the server says is wrong with a course, and with which of its pieces; null if with none of them. It counts the
 * start as the first token.
 */
export function faultAt(why: string, pieces: number): { piece: number | null; why: string } {
  const found = /^Token (\d+) of the course[^:]*: (.*)$/s.exec(why);
  const piece = Number(found?.[1]) - 2;
  if (!found || piece < 0 || piece >= pieces) return { piece: null, why };
  return { piece, why: found[2]!.charAt(0).toLocaleUpperCase() + found[2]!.slice(1) };
}

/** The two pieces that lie over each other, if that is what a warning says. */
export function overlapAt(warning: string): [number, number] | null {
  const found = /token (\d+), .* lies over token (\d+),/.exec(warning);
  return found && [Number(found[1]) - 2, Number(found[2]) - 2];
}

export const writeLine = ({ tokens, finish }: Laid): string =>
  ["start", ...tokens, `finish:${finish}`].join(" ");
