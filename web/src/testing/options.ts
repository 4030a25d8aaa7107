/** The schemas of the games' options as the server sends them: `options.json` is written by `fixtures.py`. */
import type { GameInfo } from "../protocol";
import stored from "./options.json";

type Schema = GameInfo["options"];

export const schemas: Record<keyof typeof stored, Schema> = stored;
