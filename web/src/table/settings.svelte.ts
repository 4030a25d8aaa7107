/** What a person wishes for on this device. Kept in localStorage; two tabs follow each other. */
import { MediaQuery } from "svelte/reactivity";
import { asRecord } from "../net/kept";

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

const DEFAULTS: Wishes = {
  theme: "system",
  sound: true,
  motion: "system",
  speed: 1,
  confirm: true,
  forecast: true,
  ideas: true,
  notation: false,
  notices: false,
  language: "en",
  name: "",
};

const ONE_OF: Partial<Record<keyof Wishes, readonly unknown[]>> = {
  theme: ["system", "light", "dark"],
  motion: ["system", "full", "reduced"],
};

/** Wishes as somebody gives them, who may be anybody: what is none is left out. */
export function readWishes(value: unknown): Partial<Wishes> {
  const given = asRecord(value);
  const names = Object.keys(DEFAULTS) as (keyof Wishes)[];
  const found = names.filter((name) => {
    const wish = given[name];
    if (ONE_OF[name]) return ONE_OF[name].includes(wish);
    if (typeof wish === "string" && wish.length > 40) return false;
    return typeof wish === typeof DEFAULTS[name] && !Number.isNaN(wish);
  });
  return Object.fromEntries(found.map((name) => [name, given[name]]));
}

export class Settings {
  #wishes = $state<Wishes>({ ...DEFAULTS });
  #wantsStill = new MediaQuery("prefers-reduced-motion: reduce");

  constructor(private readonly storage: Storage | null = browserStorage()) {
    this.#read(this.storage?.getItem(SETTINGS) ?? null);
    globalThis.addEventListener?.("storage", (event: StorageEvent) => {
      if (event.key === SETTINGS) this.#read(event.newValue);
    });
  }

  #read(text: string | null): void {
    try {
      this.#wishes = { ...DEFAULTS, ...(JSON.parse(text ?? "{}") as Partial<Wishes>) };
    } catch {
      this.#wishes = { ...DEFAULTS }; // somebody else's text under our key
    }
  }

  get wishes(): Readonly<Wishes> {
    return this.#wishes;
  }

  set<K extends keyof Wishes>(name: K, value: Wishes[K]): void {
    this.#wishes[name] = value;
    this.storage?.setItem(SETTINGS, JSON.stringify(this.#wishes));
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

function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // forbidden by the browser: the wishes last as long as the page
  }
}

export const settings = new Settings();
