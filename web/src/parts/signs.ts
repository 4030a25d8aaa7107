/** The signs that people may give each other: a picture and a few words. */
import { Coffee, Frown, Handshake, Heart, Sparkles, ThumbsUp } from "../art/icons";
import type { Reaction } from "../protocol";

export const SIGNS = {
  well_played: ThumbsUp,
  thanks: Heart,
  wow: Sparkles,
  oops: Frown,
  thinking: Coffee,
  good_match: Handshake,
} satisfies Record<Reaction["kind"], unknown>;

export const KINDS = Object.keys(SIGNS) as Reaction["kind"][];
