/** What every game's page reads of its table. */
import type { Play, Shown } from "./contract";

export const viewOf = <View>(play: { readonly shown: Shown<View> }): View => play.shown.view;
export const ownOf = <Own>(play: { readonly shown: Shown<unknown, Own> }): Own | null => play.shown.own;
export const fixedOf = <Fixed>(play: { readonly fixed: Fixed }): Fixed => play.fixed;

/** The viewer is asked, and has not answered. */
export const asked = (play: Pick<Play, "mine" | "done" | "pending">): boolean =>
  play.mine && !play.done && play.pending === null;
