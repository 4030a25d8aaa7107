/** The code that takes everything to another device: twelve letters and digits, none of which is mistaken for another. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 12;
const PLACE = 4;

export interface Code {
  /** Where the parcel lies: the server is told. */
  place: string;
  /** What opens it: the server is never told. */
  secret: string;
}

export function newCode(): Code {
  const drawn = crypto.getRandomValues(new Uint8Array(LENGTH));
  const text = [...drawn].map((byte) => LETTERS[byte % LETTERS.length]!).join("");
  return { place: text.slice(0, PLACE), secret: text.slice(PLACE) };
}

/** A code as people read it to each other. */
export const asPeopleRead = ({ place, secret }: Code): string =>
  [place, secret.slice(0, 4), secret.slice(4)].join("-");

/** A code as somebody typed it, in any case, with or without dashes, O for 0 and I or L for 1; null if it is none. */
export function readCode(typed: string): Code | null {
  const plain = typed
    .toUpperCase()
    .replace(/[\s\-–.]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  const right = plain.length === LENGTH && [...plain].every((letter) => LETTERS.includes(letter));
  return right ? { place: plain.slice(0, PLACE), secret: plain.slice(PLACE) } : null;
}
