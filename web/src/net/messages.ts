/** What crosses the socket, as the store reads it: of views it knows what all games have. */
import type { AnyView } from "../games/contract";
import type * as Wire from "../protocol";

type Read<T> = Omit<T, "view" | "own" | "owns"> & { view: AnyView; own: unknown; owns?: unknown[] | null };

export type ViewMessage = Read<Wire.View>;
export type TriedMessage = Read<Wire.Tried>;
/** What is answered by a message with the same id, and sent again until it is. */
export type Asked = Wire.Move | Wire.Undo | Wire.Say | Wire.React | Wire.Try | Wire.Hint;
export type Answer = Wire.Ack | Wire.Refusal | TriedMessage | Wire.Hinted;
export type News = Wire.Welcome | Wire.TableChanged | Wire.Chat | Wire.Reaction | ViewMessage;
export type Heard = News | Answer | Wire.Pong;
