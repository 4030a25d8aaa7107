/** What crosses the socket, as the store reads it: views are loose here, each game types its own. */
import type * as Wire from "../protocol";
import type { Loose } from "../games/contract";

export type ViewMessage = Wire.View & { view: Loose; own: Loose };

export interface Try {
  t: "try";
  id: string;
  seq: number;
  actions: string[];
}

export interface Tried {
  t: "tried";
  id: string;
  seq: number;
  view: Loose;
  own: Loose;
  legal: string[];
  events: Wire.Happening[];
  done: boolean;
}

export interface AskHint {
  t: "hint";
  id: string;
  seq: number;
}

export interface Hinted {
  t: "hinted";
  id: string;
  seq: number;
  actions: string[];
}

export type Heard = Exclude<Wire.FromServer, Wire.View> | ViewMessage | Tried | Hinted;
/** What is answered by a message with the same id, and sent again until it is. */
export type Asked = Wire.Move | Wire.Undo | Wire.Say | Try | AskHint;
export type Answer = Wire.Ack | Wire.Refusal | Tried | Hinted;
