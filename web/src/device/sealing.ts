/**
 * Sealing what goes to another device, with a key made from the code. Browsers have ciphers of their own only where a page
 * came over HTTPS, and tables are also played over plain HTTP at home: so these come from @noble/ciphers and @noble/hashes.
 */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Code } from "./codes";

const NONCE = 24;
/** A guess costs 32 MB and some tenths of a second: who has the sealed parcel cannot try all codes. */
const COST = { N: 2 ** 15, r: 8, p: 1, dkLen: 64 };
/** Nobody keeps more than that; whoever sends more wants to fill the memory. */
const MOST_BYTES = 4_000_000;

export interface Keys {
  /** Shown to the server, to be given the parcel. It says nothing of the key. */
  proof: string;
  key: Uint8Array;
}

export async function keysOf({ place, secret }: Code): Promise<Keys> {
  const made = await scryptAsync(utf8ToBytes(secret), utf8ToBytes(`trailmix parcel ${place}`), COST);
  return { proof: bytesToHex(made.slice(0, 32)), key: made.slice(32) };
}

/** A text as only the key opens it, in letters that JSON carries as they are. */
export async function seal(text: string, key: Uint8Array): Promise<string> {
  const packed = await through(utf8ToBytes(text), new CompressionStream("gzip"));
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  const closed = xchacha20poly1305(key, nonce).encrypt(packed);
  return toLetters(new Uint8Array([...nonce, ...closed]));
}

/** The text again; an error if it was sealed with another key, or has been changed. */
export async function unseal(sealed: string, key: Uint8Array): Promise<string> {
  const bytes = fromLetters(sealed);
  const packed = xchacha20poly1305(key, bytes.slice(0, NONCE)).decrypt(bytes.slice(NONCE));
  return new TextDecoder().decode(await through(packed, new DecompressionStream("gzip")));
}

async function through(bytes: Uint8Array, by: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const source = new Blob([bytes.slice()]).stream();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = source.pipeThrough(by as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) throw new RangeError("too large");
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toLetters(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const fromLetters = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
