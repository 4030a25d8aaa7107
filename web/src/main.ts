import { mount } from "svelte";
import App from "./App.svelte";
import "./art/theme.css";
import "./base.css";
import "./fonts.css";
import { updates } from "./net/updates.svelte";
import "./parts/frame.css";
import { settings } from "./table/settings.svelte";
import { trailName } from "./words/names";
import { LANGUAGES, speak } from "./words/say";

const language = LANGUAGES.find((known) => known === settings.wishes.language) ?? "en";
void speak(language).then(() => {
  // The log speaks of everybody by name, also of those who have not given one.
  if (!settings.wishes.name) settings.set("name", trailName());
  mount(App, { target: document.getElementById("app")! });
  void updates.keep();
});
