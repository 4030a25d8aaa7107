import { say } from "../words/say";
import { Refused } from "./api";

/** The code of what is refused because a part of the page is missing. */
export const MISSING = "missing";

/** A part of the page that is fetched when it is needed; `Refused` if it cannot be. */
export function fetched<Part>(part: Promise<Part>): Promise<Part> {
  return part.catch((error: unknown) => {
    console.warn("a part of the page is missing", error);
    throw new Refused(MISSING, say("app.missing"));
  });
}
