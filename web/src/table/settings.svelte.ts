/** What a person wishes for on this device. Kept in localStorage; two tabs follow each other. */
import { MediaQuery } from "svelte/reactivity";
import { asRecord, keep, kept } from "../net/kept";
import { isTrailName } from "../words/names";
import { LANGUAGES } from "../words/say";

export const SETTINGS = "trailmix.settings";

export interface Wishes {
  theme: "system" | "light" | "dark";
  sound: boolean;
  motion: "system" | "full" | "reduced";
  /** How fast others' moves are shown: 1 is calm, 2 twice as fast, 0 at once. */
  speed: number;
  /** Ask for a confirmation before a turn is sent. */
  confirm: boolean;
  /** Show what a position would score. */
  forecast: boolean;
  /** Explain what happens for the first time. */
  ideas: boolean;
  /** Show how actions are written beside what they are called. */
  notation: boolean;
  /** Say when it is one's turn, if the page is not looked at. */
  notices: boolean;
  language: string;
  /** The name one sits down with. */
  name: string;
}

/** How fast others' moves can be shown. */
export const SPEEDS = { slow: 0.6, calm: 1, fast: 2.5, none: 0 } as const;

export const DEFAULTS: Readonly<Wishes> = {
  theme: "system",
  sound: true,
  motion: "system",
  speed: SPEEDS.calm,
  confirm: true,
  forecast: true,
  ideas: true,
  notation: false,
  notices: false,
  language: "en",
  name: "",
};

const MOST_LETTERS = 40;
/** What turns or breaks the text around it is in no name: the server would refuse it. */
const TURNING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** What can be wished for, where that is neither yes nor no; of a name, any that is not too long. */
const OFFERED: Partial<Record<keyof Wishes, readonly unknown[]>> = {
  theme: ["system", "light", "dark"],
  motion: ["system", "full", "reduced"],
  speed: Object.values(SPEEDS),
  language: LANGUAGES,
};

function isOffered(name: keyof Wishes, wish: unknown): boolean {
  if (name === "name") return typeof wish === "string" && wish.length <= MOST_LETTERS && !TURNING.test(wish);
  return (OFFERED[name] ?? [true, false]).includes(wish);
}

/** Wishes as somebody gives them, who may be anybody: what is not offered is left out. */
export function readWishes(value: unknown): Partial<Wishes> {
  const given = asRecord(value);
  const found = (Object.keys(DEFAULTS) as (keyof Wishes)[]).filter((name) => isOffered(name, given[name]));
  return Object.fromEntries(found.map((name) => [name, given[name]]));
}

export class Settings {
  #wishes = $state<Wishes>({ ...DEFAULTS });
  #wantsStill = new MediaQuery("prefers-reduced-motion: reduce");

  constructor() {
    this.#read();
    globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => {
      if (key === SETTINGS) this.#read();
    });
  }

  #read(): void {
    this.#wishes = { ...DEFAULTS, ...readWishes(kept(SETTINGS)) };
  }

  get wishes(): Readonly<Wishes> {
    return this.#wishes;
  }

  set<K extends keyof Wishes>(name: K, value: Wishes[K]): void {
    this.#wishes[name] = value;
    keep(SETTINGS, this.#wishes);
  }

  /** Is it still as it comes, so that nobody has wished for anything else here? */
  isUntouched(name: keyof Wishes): boolean {
    return this.#wishes[name] === DEFAULTS[name] || (name === "name" && isTrailName(this.#wishes.name));
  }

  get forecast(): boolean {
    return this.#wishes.forecast;
  }

  get confirm(): boolean {
    return this.#wishes.confirm;
  }

  get sound(): boolean {
    return this.#wishes.sound;
  }

  /** Is nothing to move on the screen? */
  get still(): boolean {
    const { motion } = this.#wishes;
    return motion === "reduced" || (motion === "system" && this.#wantsStill.current);
  }

  /** How long an animation of so many milliseconds takes here. */
  ms(milliseconds: number): number {
    return this.still ? 0 : this.pace(milliseconds);
  }

  /** How long something stays to be read: also without motion, but not for those who want no waiting. */
  pace(milliseconds: number): number {
    return this.#wishes.speed === 0 ? 0 : milliseconds / this.#wishes.speed;
  }
}

export const settings = new Settings();
