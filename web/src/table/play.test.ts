import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, numberOf, SocketClass, view, welcome } from "../testing/fakes";
import { LivePlay, PEEK_MS } from "./play.svelte";
import { Settings } from "./settings.svelte";
import { TableStore } from "./store.svelte";

let store: TableStore;
let play: LivePlay;
let settings: Settings;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  settings = new Settings();
  store = new TableStore("t", settings, SocketClass);
  play = new LivePlay(store);
  FakeSocket.newest.opens();
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

const server = (): FakeSocket => FakeSocket.newest;
const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);

/** Answer the newest question of a kind. */
async function answer(kind: string, body: object): Promise<void> {
  const asked = server().of(kind).at(-1)!;
  server().says({ id: asked.id, seq: asked.seq, ...body });
  await settle();
}

const tried = (number: number, done: boolean, legal: string[] = []): object => ({
  t: "tried",
  view: { number },
  own: null,
  prompt: "And then?",
  legal,
  events: [],
  done,
});
const refused = (why: string, code = "rules"): object => ({ t: "refused", code, why });

/** Seat A is to decide between two cards. */
function myTurn(): void {
  server().says(welcome([0]));
  server().says(view(0, "A", null, ["card 1", "card 2"]));
}

test("a turn is a draft until it is confirmed, and then sent whole", async () => {
  myTurn();
  expect(play.mine).toBe(true);
  play.choose("card 1");
  expect(play.pending).toBe("card 1");
  expect(server().of("try")[0]).toMatchObject({ seq: 0, actions: ["card 1"] });
  await answer("try", tried(1, false, ["none", "hiker"]));
  expect([play.draft, play.done, numberOf(play.shown.view)]).toEqual([["card 1"], false, 1]);
  expect(numberOf(play.base.view)).toBe(0);
  play.choose("none");
  await answer("try", tried(2, true));
  expect([play.draft, play.done]).toEqual([["card 1", "none"], true]);
  expect(server().of("move")).toEqual([]);
  play.confirm();
  expect(server().of("move")[0]).toMatchObject({ seq: 0, actions: ["card 1", "none"] });
  expect(play.mine).toBe(false);
});

test("the draft stays on the screen until the position after it comes", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, true));
  play.confirm();
  await answer("move", { t: "ack", seq: 1 });
  expect([play.sending, numberOf(play.shown.view)]).toEqual([true, 1]);
  server().says(view(1, "A", "A"));
  expect([play.sending, play.draft, numberOf(play.base.view)]).toEqual([false, [], 1]);
});

test("steps are taken back one by one", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, false, ["none", "hiker"]));
  play.choose("none");
  await answer("try", tried(2, true));
  play.takeBack();
  expect([play.draft, play.done, numberOf(play.shown.view)]).toEqual([["card 1"], false, 1]);
  play.takeBack();
  expect([play.draft, play.shown]).toEqual([[], play.base]);
});

test("a turn ends where the game says so, even if the same seat decides next", async () => {
  myTurn();
  store.frames.showAs({ endsTurn: ({ view }) => numberOf(view) === 2 });
  play.choose("card 1");
  await answer("try", tried(1, false, ["none", "hiker"]));
  expect(play.done).toBe(false);
  play.choose("none");
  await answer("try", tried(2, false, ["card 3"]));
  expect([play.draft, play.done, play.pending]).toEqual([["card 1", "none"], true, null]);
});

test("actions that are chosen together are taken back together", async () => {
  myTurn();
  play.chooseAll(["card 1", "none"]);
  const [first, second] = server().of("try");
  expect([first?.actions, second?.actions]).toEqual([["card 1"], ["card 1", "none"]]);
  server().says({ ...tried(1, false, ["none"]), id: first?.id, seq: 0 });
  await answer("try", tried(2, true));
  expect([play.draft, play.done]).toEqual([["card 1", "none"], true]);
  play.takeBack();
  expect(play.draft).toEqual([]);
});

test("the only answer that a choice leaves goes with it, and back with it", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, false, ["none"]));
  expect(play.pending).toBe("none");
  await answer("try", tried(2, true));
  expect([play.draft, play.done]).toEqual([["card 1", "none"], true]);
  expect(server().of("move")).toEqual([]);
  play.takeBack();
  expect([play.draft, play.shown]).toEqual([[], play.base]);
  expect(play.mayTakeBack).toBe(false);
});

test("taking back while the only answer is being asked about goes to the choice before it", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, false, ["none"]));
  play.takeBack();
  await answer("try", tried(2, true));
  expect([play.draft, play.pending, play.shown]).toEqual([[], null, play.base]);
});

test("an only answer is offered, not drawn as played; to give it is all there is to do", async () => {
  server().says(welcome([0]));
  server().says(view(0, "A", null, ["pass"]));
  await vi.advanceTimersByTimeAsync(2000);
  expect([play.draft, play.pending, play.shown, play.only]).toEqual([[], null, play.base, "pass"]);
  expect(server().of("try")).toEqual([]);
  void play.answerOnly();
  await answer("try", tried(1, true));
  expect(server().of("move")).toMatchObject([{ seq: 0, actions: ["pass"] }]);
});

test("a hint of the only answer is shown, and not sent", async () => {
  server().says(welcome([0]));
  server().says(view(0, "A", null, ["pass"]));
  void play.hint();
  await answer("hint", { t: "hinted", action: "pass" });
  void play.followHint();
  await answer("try", tried(1, true));
  expect([play.draft, server().of("move")]).toEqual([["pass"], []]);
});

test("a hint goes with the draft that it was for", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, false, ["none", "hiker"]));
  void play.hint();
  await answer("hint", { t: "hinted", action: "none" });
  play.takeBack();
  expect(play.hinted).toEqual([]);
  void play.hint();
  play.choose("card 2");
  await answer("try", tried(1, false, ["none", "hiker"]));
  play.takeBack();
  await answer("hint", { t: "hinted", action: "card 1" });
  expect(play.hinted).toEqual([]);
});

test("a bot is asked for one hint at a time", async () => {
  myTurn();
  void play.hint();
  void play.hint();
  expect([play.hinting, server().of("hint").length]).toEqual([true, 1]);
  await answer("hint", { t: "hinted", action: "card 1" });
  expect([play.hinting, play.hinted]).toEqual([false, ["card 1"]]);
  void play.hint();
  expect(server().of("hint")).toHaveLength(2);
});

test("a refusal is not said any longer once something is taken back", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, false, ["none", "hiker"]));
  play.choose("wrong");
  await answer("try", refused("Not so."));
  expect(play.told?.sentence).toBe("Not so.");
  play.takeBack();
  expect(play.told).toBeNull();
});

test("what the others did since one's last move is known, a turn each", () => {
  server().says(welcome([0]));
  server().says(view(0, "A", null));
  server().says(view(1, "A", "A"));
  for (const [n, seat] of ["B", "B", "C"].entries()) server().says(view(n + 2, "A", seat));
  store.frames.skip();
  expect(play.since.map((turn) => [turn.seat, turn.first, turn.last])).toEqual([
    ["B", 2, 3],
    ["C", 4, 4],
  ]);
  server().says(view(5, "A", "A"));
  expect(play.since).toEqual([]);
});

test("what is chosen again after taking back is not asked again", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, true));
  play.takeBack();
  play.choose("card 1");
  await settle();
  expect(play.draft).toEqual(["card 1"]);
  expect(server().of("try")).toHaveLength(1);
});

test("a step taken back while it is being asked about does not come after all", async () => {
  myTurn();
  play.choose("card 1");
  play.takeBack();
  await answer("try", tried(1, true));
  expect(play.draft).toEqual([]);
});

test("an action that is not allowed leaves the draft and says why", async () => {
  myTurn();
  play.choose("card 9");
  await answer("try", refused("You do not hold it."));
  expect([play.draft, play.pending, play.told?.sentence]).toEqual([[], null, "You do not hold it."]);
  expect(await play.why("card 9")).toBe("You do not hold it.");
});

test("without confirmation a whole turn is sent at once", async () => {
  settings.set("confirm", false);
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, false, ["none", "hiker"]));
  expect(server().of("move")).toEqual([]);
  play.choose("none");
  await answer("try", tried(2, true));
  expect(server().of("move")).toHaveLength(1);
});

test("a refused move glides back with its sentence", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, true));
  play.confirm();
  await answer("move", refused("Not so.", "rules"));
  expect([play.draft, play.sending, play.told?.sentence]).toEqual([[], false, "Not so."]);
});

test("a turn that somebody who teaches does not want leaves nothing behind, not even what was picked up", async () => {
  let picked = 2;
  store.frames.showAs({ back: () => picked > 0 && picked-- > 0 });
  myTurn();
  play.consents = () => false;
  play.choose("card 1");
  await answer("try", tried(1, true));
  play.confirm();
  expect([play.draft, picked, server().of("move")]).toEqual([[], 0, []]);
});

test("a move is sent again after a lost connection, and played once", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, true));
  play.confirm();
  const { id } = server().of("move")[0]!;
  server().drops();
  expect(store.link).toBe("lost");
  await vi.advanceTimersByTimeAsync(1000);
  server().opens();
  server().says(welcome([0]));
  expect(server().of("hello")[0]).toMatchObject({ since: 0, language: "en" });
  expect(
    server()
      .of("move")
      .map((message) => message.id),
  ).toEqual([id]);
  server().says(view(1, "A", "A"));
  await answer("move", { t: "ack", seq: 1 });
  expect([store.link, play.sending, numberOf(play.base.view)]).toEqual(["open", false, 1]);
});

test("pointing in passing asks nothing, pointing a while asks once", async () => {
  myTurn();
  play.peek("card 1");
  play.peek("card 2");
  await vi.advanceTimersByTimeAsync(PEEK_MS);
  expect(
    server()
      .of("try")
      .map((message) => message.actions),
  ).toEqual([["card 2"]]);
  await answer("try", tried(1, true));
  expect(play.peeked).toMatchObject({ action: "card 2", view: { number: 1 } });
  play.peek(null);
  expect(play.peeked).toBeNull();
  play.peek("card 2");
  await vi.advanceTimersByTimeAsync(PEEK_MS);
  expect(play.peeked?.action).toBe("card 2");
  expect(server().of("try")).toHaveLength(1);
});

test("what is pointed at too early is asked about when it is pointed at later", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, true));
  play.confirm();
  play.peek("card 2"); // while the move is on its way
  await answer("move", refused("Not now."));
  expect(play.mine).toBe(true);
  play.peek("card 2");
  await vi.advanceTimersByTimeAsync(PEEK_MS);
  expect(server().of("try").at(-1)).toMatchObject({ actions: ["card 2"] });
});

test("a hint goes on from the draft", async () => {
  myTurn();
  play.choose("card 1");
  await answer("try", tried(1, false, ["none", "hiker"]));
  void play.hint();
  expect(server().of("hint")[0]).toMatchObject({ actions: ["card 1"] });
  await answer("hint", { t: "hinted", action: "none" });
  expect(play.hinted).toEqual(["none"]);
});

test("nothing can be chosen while others' moves are still being shown", () => {
  server().says(welcome([0]));
  server().says(view(0, "A", null));
  server().says(view(1, "A", "B"));
  server().says(view(2, "A", "C", ["card 1"]));
  expect([numberOf(play.base.view), play.mine]).toEqual([1, false]);
  store.frames.skip();
  expect([numberOf(play.base.view), play.mine]).toEqual([2, true]);
});

test("at one screen the seat that decides is asked for, and nothing is shown before", () => {
  server().says(welcome([0, 1]));
  server().says(view(0, "A", null, ["card 1"]));
  server().says(view(0, "B", null));
  expect([play.seat, play.curtain, play.mine]).toEqual(["A", true, false]);
  play.unveil();
  expect([play.curtain, play.mine, play.base.own]).toEqual([false, true, { of: "A" }]);
  server().says(view(1, "A", "A"));
  server().says(view(1, "B", "A", ["card 2"]));
  expect([play.seat, play.curtain]).toEqual(["B", true]);
});

test("an onlooker sees and decides nothing", () => {
  server().says(welcome([]));
  server().says(view(0, null, null));
  expect([play.seat, play.mine, numberOf(play.base.view)]).toEqual([null, false, 0]);
  play.choose("card 1");
  expect(server().of("try")).toEqual([]);
});

test("remarks are kept once, however often they are told", () => {
  server().says(welcome([0]));
  const remark = { t: "chat", number: 1, chair: 0, name: "A", text: "hi", at: 0 };
  server().says(remark);
  server().says({ ...remark, number: 2 });
  server().says(remark);
  expect(store.chat.map((each) => each.number)).toEqual([1, 2]);
});
