import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, SocketClass, welcome } from "../testing/fakes";
import { DEAD_MS, QUIET_MS, RESEND_MS, TableSocket, type Link } from "./socket";
import type { News } from "./messages";

let seen: number | null;
let heard: News[];
let links: Link[];
let socket: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  [seen, heard, links] = [null, [], []];
  socket = new TableSocket(
    {
      address: "ws://test/api/tables/t/socket",
      hello: () => ({ tokens: ["secret"], since: seen }),
      heard: (message) => heard.push(message),
      changed: (link) => links.push(link),
    },
    SocketClass,
  );
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

function connect(): FakeSocket {
  FakeSocket.newest.opens();
  FakeSocket.newest.says(welcome([0]));
  return FakeSocket.newest;
}

test("it says hello first, and nothing else before it is welcome", async () => {
  const answer = socket.ask({ t: "chat", id: "1", text: "hi" });
  FakeSocket.newest.opens();
  expect(FakeSocket.newest.sent).toEqual([{ t: "hello", protocol: 2, tokens: ["secret"], since: null }]);
  FakeSocket.newest.says(welcome([0]));
  expect(FakeSocket.newest.of("chat")).toHaveLength(1);
  FakeSocket.newest.says({ t: "ack", id: "1", seq: 4 });
  expect(await answer).toEqual({ t: "ack", id: "1", seq: 4 });
  expect(socket.unanswered).toBe(0);
});

test("no secret is in the address", () => {
  expect(FakeSocket.newest.url).toBe("ws://test/api/tables/t/socket");
});

test("what is not answered is sent again by the same id, and no more once it is", () => {
  const server = connect();
  void socket.ask({ t: "move", id: "m", seq: 3, actions: ["none"] });
  vi.advanceTimersByTime(RESEND_MS - 1000);
  expect(server.of("move")).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  expect(server.of("move").map((message) => message.id)).toEqual(["m", "m"]);
  server.says({ t: "ack", id: "m", seq: 4 });
  vi.advanceTimersByTime(3 * RESEND_MS);
  expect(server.of("move")).toHaveLength(2);
});

test("a lost connection comes back with what was seen, and asks again what was open", async () => {
  const server = connect();
  const answer = socket.ask({ t: "move", id: "m", seq: 7, actions: ["none"] });
  seen = 7;
  server.drops();
  expect(socket.link).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.made).toHaveLength(2);
  const again = connect();
  expect(again.of("hello")[0]).toMatchObject({ since: 7 });
  expect(again.of("move")).toEqual([{ t: "move", id: "m", seq: 7, actions: ["none"] }]);
  again.says({ t: "ack", id: "m", seq: 8 });
  expect(await answer).toMatchObject({ seq: 8 });
  expect(links).toEqual(["open", "lost", "open"]);
});

test("a server that stays away is tried ever more slowly, but for ever", () => {
  const gaps: number[] = [];
  for (let n = 0; n < 10; n++) {
    const before = FakeSocket.made.length;
    FakeSocket.newest.drops();
    let waited = 0;
    while (FakeSocket.made.length === before) {
      vi.advanceTimersByTime(50);
      waited += 50;
      expect(waited).toBeLessThan(13_000);
    }
    gaps.push(waited);
  }
  expect(gaps[0]).toBeLessThan(500);
  expect(Math.max(...gaps)).toBeGreaterThan(7000);
});

test("a silent connection is pinged, and given up when it stays silent", () => {
  const server = connect();
  vi.advanceTimersByTime(QUIET_MS + 1000);
  expect(server.of("ping").length).toBeGreaterThan(0);
  vi.advanceTimersByTime(DEAD_MS);
  expect(server.readyState).toBe(FakeSocket.CLOSED);
  expect(FakeSocket.made.length).toBeGreaterThan(1);
});

test("a browser without a network tells at once, and is back as soon as it has one", async () => {
  connect();
  dispatchEvent(new Event("offline"));
  expect(links).toEqual(["open", "lost"]);
  const answer = socket.ask({ t: "move", id: "m", seq: 3, actions: ["none"] });
  vi.advanceTimersByTime(1000); // it has been tried in vain
  const tried = FakeSocket.made.length;
  dispatchEvent(new Event("online"));
  expect(FakeSocket.made).toHaveLength(tried + 1);
  connect().says({ t: "ack", id: "m", seq: 4 });
  expect(await answer).toMatchObject({ seq: 4 });
  dispatchEvent(new Event("online"));
  expect(FakeSocket.made).toHaveLength(tried + 1);
});

test("a pong that is further than what was seen makes it say hello again", () => {
  const server = connect();
  seen = 5;
  server.says({ t: "pong", seq: 5 });
  expect(server.of("hello")).toHaveLength(1);
  server.says({ t: "pong", seq: 6 });
  expect(server.of("hello")).toHaveLength(2);
  server.says({ t: "pong", seq: null });
  expect(server.of("hello")).toHaveLength(3);
});

test("another version of the protocol asks for a reload and stops", () => {
  FakeSocket.newest.opens();
  FakeSocket.newest.says({ t: "refused", id: null, seq: null, code: "protocol", why: "Reload." });
  expect(socket.link).toBe("outdated");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
});

test.each(["no_such_table", "no_such_token", "forbidden", "damaged"])("%s is final", (code) => {
  FakeSocket.newest.opens();
  FakeSocket.newest.says({ t: "refused", id: null, seq: null, code, why: "No." });
  FakeSocket.newest.drops(4400);
  expect(socket.link).toBe("refused");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
});

test.each([
  ["stopping", 1012],
  ["too_many", 4429],
])("%s is not: it comes back", (code, close) => {
  FakeSocket.newest.opens();
  FakeSocket.newest.says({ t: "refused", id: null, seq: null, code, why: "Not now." });
  FakeSocket.newest.drops(close);
  expect(socket.link).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.made).toHaveLength(2);
});

test("a refusal answers what it is about", async () => {
  const server = connect();
  const answer = socket.ask({ t: "undo", id: "u", seq: 3 });
  server.says({ t: "refused", id: "u", seq: 4, code: "stale", why: "The table has moved on." });
  expect(await answer).toMatchObject({ t: "refused", code: "stale" });
  expect(socket.link).toBe("open");
});

test("what an abandoned connection still says is not heard", () => {
  const old = connect();
  old.drops();
  vi.advanceTimersByTime(1000);
  const count = heard.length;
  old.says({ t: "chat", number: 1, chair: 0, name: "x", text: "late", at: 0 });
  expect(heard).toHaveLength(count);
});
