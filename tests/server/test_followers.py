"""Notices: messages that only the right browser can read, feeds that only their owner finds, and attacks."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from server.databases import Database
from server.kept import people, table
from server.machine import Clocks, with_store
from server.receiving import Browser, Receiver, follow, pass_the_turn, receiving
from server.running import HUMAN, QUICK, Json, Person, Running, eventually, make, mover
from server.sockets import sit, socket_at
from trailmix.server.config import Config
from trailmix.server.messages.followers import PushAddress
from trailmix.server.notices.delivery import APART_SECONDS, NotThere, check, is_public
from trailmix.server.notices.followers import LONGEST_KEPT, contact_of
from trailmix.server.notices.web_push import as_bytes, as_text, encrypt, read_keys
from trailmix.server.storage.followers import MOST_OF_A_CHAIR, Follower
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.tables.clocks import DAY

# The example of RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SALT, AUTH = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
    "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


# --- by the letter


def test_a_message_is_encrypted_as_the_rfc_says() -> None:
    receiver, auth = read_keys(RECEIVER, AUTH)
    sender = derive_private_key(int.from_bytes(as_bytes(SENDER), "big"), SECP256R1())
    assert as_text(encrypt(PLAIN, receiver, auth, sender, as_bytes(SALT))) == BODY


def test_a_browser_can_read_what_is_sent_to_it_and_no_other() -> None:
    one, other = Browser(), Browser()
    body = encrypt(PLAIN, one.key.public_key(), one.auth)
    assert one.read(body) == PLAIN
    assert body != encrypt(PLAIN, one.key.public_key(), one.auth), "keys are made anew for each"
    with pytest.raises(InvalidTag):
        other.read(body)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.8/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:192.168.1.1]/x",
        "https://[64:ff9b::a00:1]/x",
        "https://127.1/x",
        "https://0x7f.1/x",
        "https://127.0.0.0x1/x",
        "https://[v1.a:b]/",
        "https://a..b/x",
        "https://push.example.com./x",
        "https://push.example.local/x",
        "https://" + "a." * 130 + "com/x",
        "https://localhost/x",
        "https://intranet/x",
        "https://push.example.com:22/x",
        "https://user@push.example.com/x",
        "https://push.example.com/\r\nHost: evil",
        "https://push.example.com:port/x",
        "https://[broken/x",
        "ftp://push.example.com/x",
    ],
)
def test_nothing_is_sent_to_a_hostile_endpoint(endpoint: str) -> None:
    with pytest.raises(NotThere):
        check(endpoint, anywhere=False)


def test_a_public_service_is_an_endpoint() -> None:
    for name in (
        "updates.push.services.mozilla.com",
        "xn--bcher-kva.example",
        "8.8.8.8",
        "[2001:4860::8888]",
    ):
        assert check(f"https://{name}/wpush/v2/abc", anywhere=False).path
    assert is_public("8.8.8.8") and is_public("2001:4860:4860::8888")
    for private in (
        "127.0.0.1",
        "::1",
        "::",
        "100.64.0.1",
        "224.0.0.1",
        "2002:0a00:0001::",
        "2002:c000:0201::",
        "192.0.0.192",
        "192.0.0.8",
        "192.88.99.1",
        "198.19.0.1",
        "203.0.113.1",
        "2001:db8::1",
        "2001:2::1",
        "3fff::1",
        "64:ff9b::c000:c0",
        "fe80::1%eth0",
    ):
        assert not is_public(private), private


# --- in the store


def test_what_is_kept_of_followers_is_bounded_and_forgotten(database: Database) -> None:
    clocks = Clocks()
    browser = PushAddress(endpoint="https://push.example.com/x", p256dh="k" * 87, auth="a" * 22)

    async def do(store: SqlStore) -> None:
        await store.create(table("one"), people(tokens=("mine", "yours")))
        assert await store.holding_tokens(["mine", "nobody's"]) == ["mine"]
        for n in range(MOST_OF_A_CHAIR + 3):
            clocks.passes(1.0)
            await store.keep_follower(f"f{n}", Follower(tokens=("mine",), push=browser, language="en"))
        found = sorted(found.key for found in await store.followers_of("mine"))
        assert found == [f"f{n}" for n in range(3, MOST_OF_A_CHAIR + 3)], "those that asked last"
        assert await store.followers_of("yours") == []
        await store.keep_follower("f7", Follower(tokens=("yours",), push=None, language="en"))
        assert [found.key for found in await store.followers_of("yours")] == ["f7"]
        assert "f7" not in [found.key for found in await store.followers_of("mine")]
        assert await store.forget_follower("f7") and not await store.forget_follower("f7")
        assert await store.follower("f7") is None and await store.followers_of("yours") == []
        clocks.passes(100.0)
        await store.keep_follower("f6", Follower(tokens=("mine",), push=browser, language="en"))
        await store.forget_old_followers(50.0)
        assert [found.key for found in await store.followers_of("mine")] == ["f6"]
        assert await store.secret("key", b"first") == await store.secret("key", b"second") == b"first"

    with_store(database, clocks, do)


def test_only_the_push_address_that_is_gone_is_taken_away(database: Database) -> None:
    clocks = Clocks()
    old, new = (
        PushAddress(endpoint=f"https://push.example.com/{name}", p256dh="k" * 87, auth="a" * 22)
        for name in ("old", "new")
    )

    async def do(store: SqlStore) -> None:
        await store.create(table("one"), people(tokens=("mine", "yours")))
        for key, push in {"f": new, "other": old}.items():
            await store.keep_follower(key, Follower(tokens=("mine",), push=push, language="fr"))
        await store.end_push("f", old.endpoint)
        await store.end_push("nobody", old.endpoint)
        assert await store.follower("f") == Follower(tokens=("mine",), push=new, language="fr")
        clocks.passes(100.0)
        for _ in range(2):
            await store.end_push("f", new.endpoint)
        left = Follower(tokens=("mine",), push=None, language="fr")
        found = {found.key: found.follower for found in await store.followers_of("mine")}
        assert found == {"f": left, "other": Follower(tokens=("mine",), push=old, language="fr")}
        await store.forget_old_followers(50.0)
        assert await store.follower("f") is None, "the browser has not been here"

    with_store(database, clocks, do)


# --- at a real server, with a receiver


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def sending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = QUICK | {"push_anywhere": True, "push_contact": "mailto:host@example.com"}
    running = Running(tmp_path_factory.mktemp("sending"), **settings)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


def verify(authorization: str, key: str, audience: str) -> Json:
    """The claims of a signed message; an exception if it is not signed by that key."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    r, s = (int.from_bytes(half, "big") for half in (as_bytes(signature)[:32], as_bytes(signature)[32:]))
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), as_bytes(parts["k"]))
    public.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ECDSA(SHA256()))
    said: Json = json.loads(as_bytes(claims))
    assert (scheme, parts["k"], said["aud"]) == ("vapid", key, audience)
    return said


def test_whoever_is_away_is_told_once_that_it_is_their_turn(sending: Running, receiver: Receiver) -> None:
    people = make(sending, HUMAN, HUMAN)
    browsers = {person.chair: Browser() for person in people}
    for person in people:
        address = browsers[person.chair].address(receiver.endpoint(str(person.chair)))
        assert follow(person, address)["followed"] == 1
    _, now = pass_the_turn(people)
    eventually(lambda: bool(receiver.messages))
    path, headers, body = receiver.messages[0]
    assert path == f"/{now.chair}", "only the seat whose turn it is"
    notice = json.loads(browsers[now.chair].read(body))
    other = next(person for person in people if person is not now)
    assert notice == {
        "title": "Your turn: Alpina",
        "body": f"At the table with {other.get('.')['chairs'][other.chair]['name']}.",
        "table": now.table,
    }
    key = Person(sending).get("/api/push-key")["key"]
    claims = verify(headers["authorization"], key, f"http://127.0.0.1:{receiver.server_port}")
    assert claims["sub"] == "mailto:host@example.com"
    assert (headers["content-encoding"], headers["topic"].isalnum()) == ("aes128gcm", True)
    assert now.table.encode() not in body and now.table not in json.dumps(headers)
    # Whoever is connected is not told; the other one is, when it is their turn again.
    with socket_at(sending, now) as socket:
        sit(socket, now)
        _, then = pass_the_turn(people)
        eventually(lambda: len(receiver.messages) == 2)
        pass_the_turn(people)
        _, again = pass_the_turn(people)
    assert again is then
    eventually(lambda: len(receiver.messages) >= 3)
    assert [path for path, *_ in receiver.messages] == [f"/{now.chair}", f"/{then.chair}", f"/{then.chair}"]


def test_whoever_loses_their_connection_in_their_turn_is_told_once(
    tmp_path: Path, receiver: Receiver
) -> None:
    """A phone that is locked seems to be there for a while. Whoever only reloads the page is not told."""
    running = Running(tmp_path, **QUICK | {"push_anywhere": True, "gone_seconds": 2.0})

    def told() -> list[str]:
        return [path.removeprefix("/") for path, *_ in receiver.messages]

    def in_their_turn(stack: ExitStack) -> Person:
        """Somebody who is connected when it comes to be their turn."""
        people = make(running, HUMAN, HUMAN)
        now = next(person for person in people if person is not mover(people))
        follow(now, Browser().address(receiver.endpoint(now.table)))
        sit(stack.enter_context(socket_at(running, now)), now)
        pass_the_turn(people)
        return now

    try:
        with ExitStack() as first, ExitStack() as second, ExitStack() as third, ExitStack() as back:
            reloading, locked, later = (in_their_turn(stack) for stack in (first, second, third))
            first.close()
            sit(back.enter_context(socket_at(running, reloading)), reloading)
            second.close()
            eventually(lambda: told() == [locked.table])
            sit(back.enter_context(socket_at(running, locked)), locked)
            back.close()
            eventually(lambda: told() == [locked.table, reloading.table])
            third.close()
            eventually(lambda: told() == [locked.table, reloading.table, later.table])
    finally:
        running.stop()


def test_nobody_floods_a_service_by_playing_fast(sending: Running, receiver: Receiver) -> None:
    people, turns = make(sending, HUMAN, HUMAN), 12
    for person in people:
        follow(person, Browser().address(receiver.endpoint(str(person.chair))))
    began = time.monotonic()
    for _ in range(turns):
        _, now = pass_the_turn(people)
    took = time.monotonic() - began
    eventually(lambda: bool(receiver.messages) and receiver.messages[-1][0] == f"/{now.chair}")
    time.sleep(APART_SECONDS + 1)
    assert len(receiver.messages) <= 2 * (2 + took // APART_SECONDS) < turns
    assert receiver.messages[-1][0] == f"/{now.chair}", "whose turn it is in the end"


def test_a_browser_that_is_gone_is_sent_nothing_more_and_no_redirect_is_followed(
    sending: Running, receiver: Receiver
) -> None:
    """Its feed is read by somebody else, and goes on."""
    people = make(sending, HUMAN, HUMAN)
    following = {
        each.chair: follow(each, Browser().address(receiver.endpoint(str(each.chair)))) for each in people
    }
    receiver.status = 307
    told = [pass_the_turn(people)[1].chair]
    eventually(lambda: len(receiver.messages) == 1)
    receiver.status = 410
    for number in (2, 3):
        told.append(pass_the_turn(people)[1].chair)
        eventually(lambda number=number: len(receiver.messages) == number)  # type: ignore[misc]
    _, gone = pass_the_turn(people)
    _, other = pass_the_turn(people)
    feeds = [Person(sending).ask("GET", each["feed"]) for each in following.values()]
    assert [feed.status_code for feed in feeds] == [200, 200]
    assert "<entry>" in feeds[other.chair].text and "<entry>" not in feeds[gone.chair].text
    # Once it has another place for messages, they come again.
    receiver.status = 201
    new = Browser().address(receiver.endpoint("new"))
    again = follow(gone, new, follower=following[gone.chair]["follower"])
    assert again == following[gone.chair]
    pass_the_turn(people)
    eventually(lambda: len(receiver.messages) == 4)
    assert [path for path, *_ in receiver.messages] == [*(f"/{chair}" for chair in told), "/new"]


def test_a_late_word_that_an_old_place_is_gone_ends_no_new_one(sending: Running, receiver: Receiver) -> None:
    people = make(sending, HUMAN, HUMAN)
    now = next(person for person in people if person is not mover(people))
    following = follow(now, Browser().address(receiver.endpoint("old")))
    receiver.status = 410
    receiver.answers.clear()
    pass_the_turn(people)
    eventually(lambda: len(receiver.messages) == 1)
    follow(now, Browser().address(receiver.endpoint("new")), follower=following["follower"])
    receiver.answers.set()
    pass_the_turn(people)
    pass_the_turn(people)
    eventually(lambda: len(receiver.messages) == 2)
    assert [path for path, *_ in receiver.messages] == ["/old", "/new"]


def test_what_cannot_be_sent_to_is_refused(sending: Running, tmp_path: Path) -> None:
    (ann, _) = make(sending, HUMAN, HUMAN)
    good = Browser().address("http://127.0.0.1:9/x")
    for wrong in (good | {"p256dh": "A" * 87}, good | {"auth": "A" * 40}, good | {"p256dh": "é" * 87}):
        status, code, _ = Person(sending).refused(
            "POST", "/api/followers", {"tokens": [ann.token], "push": wrong}
        )
        assert (status, code) == (422, "bad_option")


@pytest.mark.parametrize("endpoint", ["https://127.0.0.1/x", "https://127.1/x", "https://192.0.0.8/x"])
def test_nobody_is_told_at_an_address_that_nothing_is_sent_to(server: Running, endpoint: str) -> None:
    wish = {"tokens": [], "push": Browser().address(endpoint)}
    assert Person(server).refused("POST", "/api/followers", wish)[:2] == (422, "bad_option")


def test_a_message_is_kept_as_long_as_the_clock_allows(sending: Running, receiver: Receiver) -> None:
    clocks: tuple[tuple[Json, float], ...] = (
        ({"kind": "move", "seconds": 60.0}, DAY),
        ({"kind": "move", "seconds": 3 * DAY}, 3 * DAY),
        ({"kind": "none"}, LONGEST_KEPT),
    )
    for n, (clock, seconds) in enumerate(clocks, 1):
        people = make(sending, HUMAN, HUMAN, clock=clock)
        for person in people:
            follow(person, Browser().address(receiver.endpoint(person.table)))
        pass_the_turn(people)
        eventually(lambda number=n: len(receiver.messages) == number)  # type: ignore[misc]
        assert seconds - 60 <= int(receiver.messages[-1][1]["ttl"]) <= seconds


@pytest.mark.parametrize(
    ("settings", "contact"),
    [
        ({}, ""),
        ({"hosts": ("localhost", "10.0.0.8", "den.local", "games.example")}, "https://games.example"),
        ({"origins": ("http://plain.example", "https://games.example:8443")}, "https://games.example"),
        ({"hosts": ("games.example",), "push_contact": "mailto:me@x.example"}, "mailto:me@x.example"),
    ],
)
def test_services_are_told_whom_to_ask(settings: Json, contact: str) -> None:
    assert contact_of(Config(**settings)) == contact


def test_a_server_may_send_nothing_and_nobody_makes_followers_without_end(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK | {"push": False, "tables_per_hour": 3})
    try:
        assert Person(running).get("/api/push-key") == {"key": None}
        wish = {"tokens": [], "push": Browser().address("https://push.example.com/x")}
        assert Person(running).refused("POST", "/api/followers", wish)[:2] == (422, "bad_option")
        for _ in range(3):
            follow(Person(running, "", "nobody's"))
        assert Person(running).refused("POST", "/api/followers", {"tokens": []})[:2] == (429, "too_many")
    finally:
        running.stop()


def test_another_place_to_send_to_counts_as_another_follower(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK | {"push_anywhere": True, "tables_per_hour": 2})
    try:
        nobody, browser = Person(running, "", "nobody's"), Browser()
        follower = follow(nobody, browser.address("http://127.0.0.1:9/1"))["follower"]
        follow(nobody, browser.address("http://127.0.0.1:9/2"), follower=follower)
        follow(nobody, browser.address("http://127.0.0.1:9/2"), follower=follower)  # as at every visit
        wish = {"tokens": [], "follower": follower, "push": browser.address("http://127.0.0.1:9/3")}
        assert nobody.refused("POST", "/api/followers", wish)[:2] == (429, "too_many")
        follow(nobody, follower=follower)  # no more messages
    finally:
        running.stop()


def test_processes_share_the_key(database: Database) -> None:
    async def do() -> list[bytes]:
        found = []
        for made in (b"one", b"two"):
            store = Clocks().store(database)
            await store.open()
            found.append(await store.secret("push key", made))
            await store.close()
        return found

    assert asyncio.run(do()) == [b"one", b"one"]
