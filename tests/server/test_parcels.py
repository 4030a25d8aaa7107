"""Parcels between browsers: given out once, by their code alone, for ten minutes; guesses cost them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from server.databases import Database
from server.running import QUICK, Json, Person, Running
from trailmix.server.messages.parcels import MOST_LETTERS
from trailmix.server.storage.errors import Conflict
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.verbs import parcels

PROOF, WRONG = "a" * 64, "b" * 64
NO_SUCH_CODE = (404, "no_such_code")


def leave(person: Person, place: str, sealed: str = "c2VhbGVk", proof: str = PROOF) -> Json:
    kept: Json = person.post("/api/parcels", {"place": place, "proof": proof, "sealed": sealed})
    return kept


def refused(person: Person, path: str, **body: Any) -> tuple[int, str]:
    return person.refused("POST", path, body)[:2]


def test_a_parcel_is_given_out_once_and_only_by_its_code(server: Running) -> None:
    ann = Person(server)
    assert leave(ann, "ABCD") == {"seconds": 600}
    wrong = person_refusal(ann, place="ABCD", proof=WRONG)
    assert wrong == person_refusal(ann, place="ABCE", proof=PROOF), "nobody learns where a parcel lies"
    assert wrong[:2] == NO_SUCH_CODE
    assert ann.post("/api/parcels/fetch", {"place": "ABCD", "proof": PROOF}) == {"sealed": "c2VhbGVk"}
    assert person_refusal(ann, place="ABCD", proof=PROOF) == wrong, "a replayed code is as good as none"


def person_refusal(person: Person, **body: str) -> tuple[int, str, str]:
    return person.refused("POST", "/api/parcels/fetch", body)


def test_guesses_are_counted_for_the_parcel(server: Running) -> None:
    ann = Person(server)
    leave(ann, "GHJK")
    for _ in range(parcels.MOST_GUESSES - 1):
        person_refusal(ann, place="GHJK", proof=WRONG)
    assert ann.post("/api/parcels/fetch", {"place": "GHJK", "proof": PROOF})["sealed"]
    leave(ann, "GHJK")
    for _ in range(parcels.MOST_GUESSES):
        person_refusal(ann, place="GHJK", proof=WRONG)
    assert person_refusal(ann, place="GHJK", proof=PROOF)[:2] == NO_SUCH_CODE


def test_a_place_is_taken_once(server: Running) -> None:
    ann = Person(server)
    leave(ann, "MNPQ")
    second = {"place": "MNPQ", "proof": WRONG, "sealed": "AAAA"}
    assert refused(ann, "/api/parcels", **second) == (409, "not_now")
    assert ann.post("/api/parcels/fetch", {"place": "MNPQ", "proof": PROOF}) == {"sealed": "c2VhbGVk"}
    leave(ann, "MNPQ")
    ann.post("/api/parcels/fetch", {"place": "MNPQ", "proof": PROOF})


@pytest.mark.parametrize(
    "wrong",
    [
        {"place": "ABC"},
        {"place": "ABCI"},
        {"place": "abcd"},
        {"place": "RSTV\n"},
        {"proof": "a" * 63},
        {"proof": PROOF + "\n"},
        {"proof": "A" * 64},
        {"sealed": ""},
        {"sealed": "no base64!"},
        {"sealed": "AAAA\n"},
        {"sealed": "A" * (MOST_LETTERS + 1)},
        {"more": 1},
    ],
    ids=str,
)
def test_a_parcel_is_small_and_plain(server: Running, wrong: Json) -> None:
    body = {"place": "RSTV", "proof": PROOF, "sealed": "AAAA"} | wrong
    status, code = refused(Person(server), "/api/parcels", **body)
    assert (status, code) in {(400, "bad_message"), (413, "too_large")}
    assert person_refusal(Person(server), place="RSTV", proof=PROOF)[:2] == NO_SUCH_CODE


def test_what_one_address_leaves_and_tries_is_bounded(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK | {"parcels_per_hour": 2, "codes_per_hour": 3})
    try:
        ann = Person(running)
        leave(ann, "AAAA")
        leave(ann, "BBBB")
        third = {"place": "CCCC", "proof": PROOF, "sealed": "AAAA"}
        assert refused(ann, "/api/parcels", **third) == (429, "too_many")
        for _ in range(3):
            assert person_refusal(ann, place="ZZZZ", proof=WRONG)[:2] == NO_SUCH_CODE
        assert person_refusal(ann, place="AAAA", proof=PROOF)[:2] == (429, "too_many")
    finally:
        running.stop()


# --- the store


def with_store(database: Database, body: Callable[[SqlStore], Awaitable[None]], *clocks: Any) -> None:
    async def go() -> None:
        store = database.store(*clocks)
        await store.open()
        try:
            await body(store)
        finally:
            await store.close()

    asyncio.run(go())


def test_a_parcel_is_too_old_after_its_time_and_its_place_is_free(database: Database) -> None:
    now = [1000.0]

    async def body(store: SqlStore) -> None:
        assert await store.leave_parcel("AAAA", PROOF, "old", 600, 10)
        now[0] += 601
        assert await store.fetch_parcel("AAAA", PROOF, 5) is None
        assert await store.leave_parcel("AAAA", WRONG, "new", 600, 10)
        assert await store.fetch_parcel("AAAA", WRONG, 5) == "new"
        assert await store.leave_parcel("BBBB", PROOF, "swept", 600, 10)
        now[0] += 601
        await store.throw_parcels_away()

    clock = lambda: now[0]  # noqa: E731 - both clocks of the store
    with_store(database, body, clock, clock)
    assert database.ask("SELECT COUNT(*) FROM parcels")[0][0] == 0


def test_only_so_many_lie_there_in_all(database: Database) -> None:
    async def body(store: SqlStore) -> None:
        for n in range(3):
            assert await store.leave_parcel(f"AAA{n}", PROOF, "x", 600, 3)
        assert not await store.leave_parcel("AAA9", PROOF, "x", 600, 3)
        with pytest.raises(Conflict):
            await store.leave_parcel("AAA1", WRONG, "y", 600, 10)
        assert await store.fetch_parcel("AAA1", PROOF, 5) == "x"
        assert await store.leave_parcel("AAA9", PROOF, "x", 600, 3)

    with_store(database, body)


def test_of_those_who_fetch_at_once_one_gets_it(database: Database) -> None:
    async def body(store: SqlStore) -> None:
        await store.leave_parcel("AAAA", PROOF, "x", 600, 3)
        found = await asyncio.gather(*(store.fetch_parcel("AAAA", PROOF, 5) for _ in range(4)))
        assert sorted(map(str, found)) == ["None", "None", "None", "x"]

    with_store(database, body)


def test_a_parcel_left_in_one_process_is_fetched_in_another(database: Database) -> None:
    async def leave_it(store: SqlStore) -> None:
        await store.leave_parcel("AAAA", PROOF, "x", 600, 3)
        await store.fetch_parcel("AAAA", WRONG, 5)

    async def fetch_it(store: SqlStore) -> None:
        assert await store.fetch_parcel("AAAA", PROOF, 5) == "x"

    with_store(database, leave_it)
    with_store(database, fetch_it)
