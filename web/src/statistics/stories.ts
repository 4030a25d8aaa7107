/** The sentences of achievements, by their IDs. */
import { known, say, type Key } from "../words/say";

const told = (key: string): string => (known(key) ? say(key as "app.name" & Key) : "");

export const titleOf = (achievement: string): string => told(`achievement.${achievement}.title`);
export const storyOf = (achievement: string): string => told(`achievement.${achievement}.text`);
/** What it takes, for whoever has not done it yet. */
export const howTo = (achievement: string): string => told(`achievement.${achievement}.how`);
