/** The few signs of a page that is made of words. */
import { say } from "../../words/say";
import { sketch, type Legend } from "../explaining";
import Value from "./Value.svelte";

const shown = (kind: "name" | "number", value: string | null) =>
  sketch(Value, { shape: { kind }, value, names: {} });

export default (() => [
  {
    title: say("plain.signs"),
    signs: [
      { id: "chip", picture: shown("name", "abc"), text: say("plain.sign_chip") },
      { id: "none", picture: shown("number", null), text: say("plain.sign_none") },
    ],
  },
]) satisfies Legend;
