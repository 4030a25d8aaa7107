/** What crosses the socket, as the store reads it: views are loose here, each game types its own. */
import type { Loose } from "../games/contract";
import type * as Wire from "../protocol";

type Loosened<T> = Omit<T, "view" | "own" | "owns"> & { view: Loose; own: Loose; owns?: Loose[] | null };

export type ViewMessage = Loosened<Wire.View>;
export type TriedMessage = Loosened<Wire.Tried>;
/** What is answered by a message with the same id, and sent again until it is. */
export type Asked = Wire.Move | Wire.Undo | Wire.Say | Wire.Try | Wire.Hint;
export type Answer = Wire.Ack | Wire.Refusal | TriedMessage | Wire.Hinted;
export type News = Wire.Welcome | Wire.TableChanged | Wire.Chat | ViewMessage;
export type Heard = News | Answer | Wire.Pong;
