import { render } from "@testing-library/svelte";
import type { Component } from "svelte";
import { expect, test } from "vitest";
import Logo from "../art/Logo.svelte";
import type { Line, Turn } from "../games/contract";
import { LivePlay } from "../table/play.svelte";
import { TableStore } from "../table/store.svelte";
import { entryOf } from "../testing/entries";
import { FakeSocket, SocketClass, welcome } from "../testing/fakes";
import Log from "./Log.svelte";

const Picture = Logo as Component<Record<string, unknown>>;

test.each([
  [{ text: "a Trail", name: "Trail", Picture }, "plays a |Trail."],
  [{ text: "2 Trails", name: "Trail", Picture }, "plays 2 |Trails."],
  [{ text: "The Wind", Picture }, "plays |The Wind."],
])("the picture of a thing stands at its name, behind article and number", (thing, told) => {
  const store = new TableStore("t", undefined, SocketClass);
  FakeSocket.newest.opens();
  FakeSocket.newest.says(welcome([0]));
  const entry = entryOf();
  const turn: Turn = {
    seat: "A",
    kind: "move",
    entries: [entry],
    first: 1,
    last: 1,
    events: [],
    undone: false,
  };
  const line: Line = { seat: "A", parts: ["plays ", thing, "."] };
  const { container } = render(Log, {
    play: new LivePlay(store),
    page: { tell: () => [line] },
    turns: [turn],
  });
  container.querySelector(".picture")!.textContent = "|";
  expect(container.querySelector("li .line > span:last-child")!.textContent).toBe(told);
});
