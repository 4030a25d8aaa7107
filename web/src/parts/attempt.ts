import { whyNot } from "../net/api";
import type { LivePlay } from "../table/play.svelte";

/** Ask something of the server; why it cannot be is told at the table. Gives whether it was done. */
export async function attempt(play: LivePlay, what: () => Promise<unknown>): Promise<boolean> {
  try {
    await what();
    return true;
  } catch (error) {
    play.tell(whyNot(error));
    return false;
  }
}
