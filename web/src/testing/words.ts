/** Before the tests of a file: the words of all games, which a page fetches with the game. */
import { learn } from "../words/say";

const games = Object.keys(import.meta.glob("../games/*/words.en.toml", { query: "?raw" }));
for (const path of games) await learn(path.split("/")[2]!);
