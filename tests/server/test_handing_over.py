"""Nobody waits for the compiler: what is not compiled is served at once, and taken over while people play."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import trailmix
from server.client import Client, Place, all_of, check_kept, log_of, make_table, promised, running
from server.interim import Interim, all_gone, command_of, descendants
from server.running import BOT, HUMAN, QUICK, Person, Started, command, environment, eventually, make, mover
from server.test_database_file import refused_start

every_game = pytest.mark.parametrize("game", trailmix.game_names())
MOVES_BEFORE = 6
KILLS = 4
LONG = "hike_dogsled"
"""A game whose matches last longer than some kills."""


@pytest.fixture
def interim(tmp_path: Path) -> Iterator[Interim]:
    """A server that has not handed over yet."""
    server = Interim(tmp_path)
    yield server
    assert server.stop() == 0
    assert '"trace"' not in server.log(), server.log()


def fewest(game: str) -> int:
    return min(trailmix.game(game).players)


async def check_promises(server: Started, players: list[Client]) -> None:
    """What each was told stands in the log, as they may know it."""
    for player in players:
        check_kept(promised([player]), await log_of(server.address, player.place))


# --- matches


@every_game
def test_a_match_goes_through_the_hand_over(interim: Interim, game: str) -> None:
    """Everybody plays as fast as they can while one process takes over from the other."""

    async def body() -> None:
        places = await make_table(interim.address, fewest(game), game=game)
        players = [Client(lambda: interim.address, place, patience=2.0) for place in places[:-1]]
        async with running(*players):
            await all_of(players, lambda player: player.let_play(10_000))
            await players[0].until(lambda player: player.seq >= MOVES_BEFORE)
            interim.let_hand_over()
            assert not interim.has_handed_over
            await asyncio.to_thread(eventually, lambda: interim.has_handed_over)
            await check_promises(interim, players)
            await all_of(players, lambda player: player.until(lambda p: p.over and not p.unacked, 120))
        await check_promises(interim, players)
        assert all(refusal["code"] == "stale" for player in players for refusal in player.refused.values())

    asyncio.run(body())
    assert descendants(interim.process.pid) == []


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """A server whose compiler is switched off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        server = Started(tmp_path_factory.mktemp("uncompiled"), **QUICK)
    yield server
    assert server.stop() == 0
    assert '"trace"' not in server.log(), server.log()


@every_game
@pytest.mark.parametrize("mode", ["server", "uncompiled"])
def test_a_whole_match_against_bots(mode: str, game: str, request: pytest.FixtureRequest) -> None:
    """Compiled or not, it is the same to people: over a socket, to the end, and the replay proves it fair."""
    server: Started = request.getfixturevalue(mode)
    me = make(server, HUMAN, *[BOT] * (fewest(game) - 1), game=game)[0]

    async def body() -> None:
        assert me.token is not None
        player = Client(lambda: server.address, Place(me.table, (me.token,)), patience=2.0)
        async with running(player):
            await player.let_play(10_000)
            await player.until(lambda p: p.over and not p.unacked, 240)
        await check_promises(server, [player])

    asyncio.run(body())
    assert me.get("./verify")["fair"]


# --- a start with nothing compiled


def test_a_cold_server_plays_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It compiles beside, giving way to everybody, and tells nobody; when it stops, nothing is left."""
    monkeypatch.setenv("TRAILMIX_CACHE", str(tmp_path / "cache"))
    server = Started(tmp_path, **QUICK)
    try:
        anybody = Person(server)
        assert anybody.ask("GET", "/healthz").text == "ok"
        assert "compil" not in anybody.ask("GET", "/api/games").text
        for game in trailmix.game_names():
            me = make(server, HUMAN, *[BOT] * (fewest(game) - 1), game=game)[0]
            before = me.view()
            while not before["legal"]:
                before = me.view(since=before["seq"], wait=5.0)
            assert me.move(before["legal"][0], seq=before["seq"])["seq"] > before["seq"]
        eventually(lambda: any("lab.warm" in command_of(pid) for pid in descendants(server.process.pid)))
        assert "llvmlite" not in Path(f"/proc/{server.process.pid}/maps").read_text()  # it only waits
        family = descendants(server.process.pid)
        compilers = [pid for pid in family if "lab.warm" in command_of(pid)]
        eventually(lambda: all(os.getpriority(os.PRIO_PROCESS, pid) == 19 for pid in compilers))
    finally:
        assert server.stop() == 0
    eventually(lambda: all_gone(family))
    assert '"trace"' not in server.log(), server.log()


# --- the end of processes


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_everything(tmp_path: Path, sign: signal.Signals) -> None:
    server = Interim(tmp_path)
    family = descendants(server.process.pid)
    assert family
    assert server.end(sign) == 0
    assert all_gone(family)
    assert server.messages()[-1] == "the server has stopped"


def test_a_parent_that_is_killed_leaves_nobody(tmp_path: Path) -> None:
    server = Interim(tmp_path)
    try:
        family = descendants(server.process.pid)
        server.kill()
        eventually(lambda: all_gone(family))
        server.start()  # nobody has the database, or the port
    finally:
        server.stop()


def test_if_the_process_that_serves_is_killed_everything_ends(tmp_path: Path) -> None:
    server = Interim(tmp_path)
    os.kill(server.meanwhile(), signal.SIGKILL)
    assert server.wait() == 128 + signal.SIGKILL
    assert server.messages()[-1] == "the process that serves has ended"


def test_a_kill_during_the_hand_over_loses_nothing(tmp_path: Path) -> None:
    """Of either process, whenever it may be: everybody goes on where they were."""
    server, chance = Interim(tmp_path), random.Random("hand-over")

    async def kill_once(players: list[Client]) -> None:
        known = sum(len(player.acked) for player in players)
        server.let_hand_over()
        await asyncio.sleep(chance.uniform(0, 3))
        whom = chance.choice([server.process.pid, *descendants(server.process.pid)])
        os.kill(whom, signal.SIGKILL)
        await asyncio.to_thread(server.kill)
        server.signal.unlink()
        await asyncio.to_thread(server.start)
        await check_promises(server, players)
        await all_of(players, lambda player: player.until(lambda p: p.over or len(p.acked) > known))

    async def body() -> None:
        places = await make_table(server.address, fewest(LONG), game=LONG)
        players = [Client(lambda: server.address, place, patience=1.0) for place in places[:-1]]
        async with running(*players):
            await all_of(players, lambda player: player.let_play(10_000))
            for _ in range(KILLS):
                await players[0].until(lambda player: player.seq >= 1)
                await kill_once(players)
            await check_promises(server, players)

    try:
        asyncio.run(body())
    finally:
        server.kill()
    assert '"trace"' not in server.log(), server.log()


def test_a_second_server_is_refused_before_and_after(interim: Interim) -> None:
    said = f"Another server keeps its tables in {interim.database}; stop it first, or name another file"
    assert refused_start(interim.database).startswith(said)
    interim.hand_over()
    assert refused_start(interim.database).startswith(said)
    people = make(interim, HUMAN, HUMAN)
    first = mover(people)
    assert first.move(first.view()["legal"][0])["seq"] == 1


def test_what_is_wrong_with_the_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    """By whichever process finds out: here the one beside."""
    (tmp_path / "tables.sqlite3").write_text("This is no database, and longer than the head of one." * 9)
    done = subprocess.run(
        command("--port", "0", "--database", str(tmp_path / "tables.sqlite3")),
        env=environment(uncompiled_until=tmp_path / "compiled"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "The tables cannot be kept in" in done.stderr and "Traceback" not in done.stderr


# --- where there is no hand-over

CANNOT = """
from trailmix.cli import main
from trailmix.lab import compilers
from trailmix.server.starting import handing_over

handing_over.CAN_HAND_OVER = {can}
compilers.command = lambda *_: ["sh", "-c", "exit {code}"]
main()
"""


@pytest.mark.parametrize(
    ("can", "code", "said"),
    [
        (False, 0, "the games are compiled; until its next start the server cannot make use of it"),
        (True, 1, "not every game could be compiled: the server goes on uncompiled"),
    ],
)
def test_a_server_that_cannot_hand_over_says_so_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can: bool, code: int, said: str
) -> None:
    """Because the system cannot do that, or because the compiler fails."""

    class Odd(Interim):
        program = ("-c", CANNOT.format(can=can, code=code))

    monkeypatch.setenv("TRAILMIX_CACHE", str(tmp_path / "cache"))
    server = Odd(tmp_path, uncompiled_until="")
    try:
        eventually(lambda: said in server.messages())
        people = make(server, HUMAN, HUMAN)
        first = mover(people)
        assert first.move(first.view()["legal"][0])["seq"] == 1
        assert server.meanwhile()
    finally:
        assert server.stop() == 0
