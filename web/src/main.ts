import { mount } from "svelte";
import App from "./App.svelte";
import "./art/theme.css";
import "./base.css";
import "./fonts.css";
import { settings } from "./table/settings.svelte";
import { LANGUAGES, speak } from "./words/say";

const language = LANGUAGES.find((known) => known === settings.wishes.language) ?? "en";
void speak(language).then(() => mount(App, { target: document.getElementById("app")! }));
