/** To another device and from one: sealed here, left at the server for ten minutes, fetched once. */
import { api, Refused } from "../net/api";
import { fetched } from "../net/fetched";
import { say } from "../words/say";
import { bringIn, everything, type Brought } from "./belongings";
import { asPeopleRead, newCode, readCode, type Code } from "./codes";

/** The most that the server keeps of one parcel. */
const MOST_SEALED = 100_000;
const TRIES = 3;

export interface Left {
  code: Code;
  written: string;
  /** When it can be fetched no more. */
  until: number;
}

/** Leave everything at the server; `Refused` says why not. */
export async function leave(): Promise<Left> {
  const { keysOf, seal } = await fetched(import("./sealing"));
  for (let n = 1; ; n++) {
    const code = newCode();
    const { proof, key } = await keysOf(code);
    const sealed = await seal(everything(), key);
    if (sealed.length > MOST_SEALED) throw new Refused("too_large", say("device.too_much"));
    try {
      const { seconds } = await api.leaveParcel({ place: code.place, proof, sealed });
      return { code, written: asPeopleRead(code), until: Date.now() + 1000 * seconds };
    } catch (error) {
      // somebody else's parcel lies in this very place
      if (!(error instanceof Refused) || error.code !== "not_now" || n === TRIES) throw error;
    }
  }
}

/** Bring in what another device has left; `Refused` says why not, and nothing has changed then. */
export async function fetchAll(typed: string): Promise<Brought> {
  const code = readCode(typed);
  if (!code) throw new Refused("bad_code", say("device.no_code"));
  const { keysOf, unseal } = await fetched(import("./sealing"));
  const { proof, key } = await keysOf(code);
  const { sealed } = await api.fetchParcel({ place: code.place, proof });
  const text = await unseal(sealed, key).catch(() => "");
  const brought = await bringIn(text);
  if (!brought) throw new Refused("bad_parcel", say("device.not_ours"));
  return brought;
}
