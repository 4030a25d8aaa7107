/**
 * What a game explains: its ideas (`ideas.ts` in its folder), each told once when it first happens, and a legend of all its
 * signs (`legend.ts`). A game may have neither.
 */
import type { Component } from "svelte";
import type { AnyEvent, AnyFixed, AnyView, Shown } from "./contract";

/** A small picture of the game's own art: a fragment of SVG in a box, or a component that fills the width it gets. */
export interface Sketch {
  Picture: Component<Record<string, unknown>>;
  of: Record<string, unknown>;
  /** The viewBox of a fragment. */
  box?: string | undefined;
}

/** `any`: as Svelte declares the properties of a component. */
export function sketch<Props extends Record<string, any>>(
  Picture: Component<Props>,
  of: Props,
  box?: string,
): Sketch {
  return { Picture: Picture as unknown as Sketch["Picture"], of, box };
}

/** An event of a kind that makes something happen. */
interface WithEvent<Event> {
  /** Only if it happened to somebody who sits here. */
  here?: true;
  /** Only if it is such a one. */
  such?(event: Event): boolean;
}

/** When something happens: with an event of a kind, or as soon as a position is like this. */
export type When<View = AnyView, Own = unknown, Fixed = AnyFixed, Event extends AnyEvent = AnyEvent> =
  | {
      [Kind in Event["kind"]]: { event: Kind } & WithEvent<Extract<Event, { kind: Kind }>>;
    }[Event["kind"]]
  | {
      /** `here`: the seats of those who sit here. */
      position(shown: Shown<View, Own>, here: readonly string[], fixed: Fixed): boolean;
    };

/** Something to understand of the game, told when it first happens. Of several, the one declared first is told. */
export interface Idea<View = AnyView, Own = unknown, Fixed = AnyFixed, Event extends AnyEvent = AnyEvent> {
  readonly id: string;
  title(): string;
  /** Two or three sentences. */
  text(): string;
  /** Any of these. */
  readonly when: readonly When<View, Own, Fixed, Event>[];
  readonly picture?: Sketch;
  /** The step of the game's lesson that teaches it: whoever has played that is not told again. */
  readonly lesson?: string;
}

/** What has happened and how things stand now. */
export interface Happening {
  events: readonly AnyEvent[];
  shown: Shown;
  here: readonly string[];
  fixed: AnyFixed;
}

export const happens = (idea: Idea, now: Happening): boolean =>
  idea.when.some((when) => {
    if ("position" in when) return when.position(now.shown, now.here, now.fixed);
    return now.events.some(
      (event) =>
        event.kind === when.event &&
        (!when.here || (event.seat !== null && now.here.includes(event.seat))) &&
        (when.such?.(event) ?? true),
    );
  });

/** A sign of the page and what it means. */
export interface Sign {
  /** What it stands for, such as `suit.bird`: tests look for everything that there is. */
  id: string;
  picture: Sketch;
  text: string;
}

/** Signs that belong together. */
export interface Signs {
  title: string;
  signs: readonly Sign[];
}

/** All signs of a game, made from what never changes in the match, so that none is forgotten. */
export type Legend<Fixed = AnyFixed> = (fixed: Fixed) => readonly Signs[];
