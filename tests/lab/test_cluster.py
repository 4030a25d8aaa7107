"""The lab on a cluster: a real one of two nodes here, whose results are those of a single thread."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import trailmix
from trailmix.engine.errors import TrailmixError
from trailmix.lab import cluster
from trailmix.lab.arena import arena
from trailmix.lab.cluster import Cluster, NoCluster, Rules, join, prepare
from trailmix.lab.simulate import Report, simulate

SETUP = trailmix.game("alpina").setup(3)
BOTS = ["random", "greedy", "rollout"]
SMALL: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
COMMAND = [sys.executable, "-m", "trailmix"]


@contextmanager
def two_nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster, and the node that can be taken away; no helpers that only watch are started."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster as Nodes

    nodes = Nodes(
        head_node_args={**SMALL, "no_monitor": True, "include_log_monitor": False}, initialize_head=True
    )
    try:
        yield nodes, nodes.add_node(**SMALL)
    finally:
        nodes.shutdown()  # type: ignore[no-untyped-call]


@pytest.mark.timeout(400)  # on a busy machine: some ten processes of Python are started
def test_two_nodes_play_as_one_thread_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All that needs a cluster, so that only one is started."""
    with two_nodes(monkeypatch) as (nodes, second), join(nodes.address, SETUP) as crew:
        ready: list[tuple[int, int]] = []
        crew.prepare(lambda *told: ready.append(told))
        assert ready == [(0, 2), (1, 2), (2, 2)]
        assert crew.cores() == len(crew.nodes()) == 2
        results_are_those_of_a_thread(crew)
        ctrl_c_stops_the_tasks(crew, nodes.address)
        ctrl_c_is_never_lost(crew)
        lost_workers_are_replaced(crew, tmp_path, monkeypatch)
        what_goes_wrong_is_told(crew)
        lost_node_is_replaced(crew, nodes, second, tmp_path)


def results_are_those_of_a_thread(crew: Cluster) -> None:
    told: list[int] = []
    wanted = simulate(SETUP, games=700, seed="rain", bots=BOTS, jobs=1).simulation
    found = simulate(SETUP, games=700, seed="rain", bots=BOTS, chunk=50, crew=crew, done=told.append)
    assert found.simulation == wanted
    assert (found.speed.jobs, told) == (2, list(range(50, 701, 50)))
    line_up = ["search:simulations=20", "greedy"]
    here, there = (arena(SETUP, line_up, seed="snow", blocks=4, crew=who) for who in (None, crew))
    assert [(one.bot, one.win_share, one.score) for one in there.contestants] == [
        (one.bot, one.win_share, one.score) for one in here.contestants
    ]
    # As soon as enough is known, nothing more is played.
    few = arena(SETUP, ["greedy", "random"], seed="stop", blocks=400, within=0.2, crew=crew)
    assert few.blocks == arena(SETUP, ["greedy", "random"], seed="stop", blocks=400, within=0.2).blocks < 400
    mine = trailmix.game("alpina").data_file.read_text(encoding="utf-8").replace("per=1", "per=9")
    corrected = trailmix.game("alpina").setup(2, None, mine)
    found = simulate(corrected, games=40, seed=1, crew=Cluster(crew._ray, corrected))
    assert found.simulation == simulate(corrected, games=40, seed=1).simulation


def lost_workers_are_replaced(crew: Cluster, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(number: int) -> int:
        """Block 3 takes its worker with it the first time; block 7 always does."""
        mark = folder / f"began {number}"
        if number == 7 or (number == 3 and not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), 9)
        return number * number

    assert list(crew.in_order(play, [(n,) for n in range(6)], jobs=2)) == [0, 1, 4, 9, 16, 25]
    assert (folder / "began 3").exists()
    monkeypatch.setattr(cluster, "TRIES", 1)
    with pytest.raises(NoCluster, match=r"^A block was lost 1 times, with the worker that played it:"):
        list(crew.in_order(play, [(6,), (7,)], jobs=2))


def what_goes_wrong_is_told(crew: Cluster) -> None:
    def refuse() -> None:
        raise TrailmixError("The snow has melted.")

    def miss() -> None:
        raise ModuleNotFoundError("No module named 'trailmix'", name="trailmix")

    with pytest.raises(TrailmixError, match=r"^The snow has melted\.$"):
        list(crew.in_order(refuse, [()], jobs=1))
    with pytest.raises(
        NoCluster, match=r"^A node of the cluster has no module 'trailmix'\. Install the same"
    ):
        list(crew.in_order(miss, [()], jobs=1))


def ctrl_c_stops_the_tasks(crew: Cluster, address: str) -> None:
    """A person at a terminal: progress is shown, and nothing goes on after Ctrl-C."""
    import pexpect

    line = ["-m", "trailmix", "simulate", "alpina", "--games", "100000000", "--on", address]
    child = pexpect.spawn(sys.executable, line, timeout=120, encoding="utf-8", dimensions=(24, 100))
    child.expect("Preparing 2 nodes")
    child.expect(r"matches .*[1-9]\d*/100000000")
    child.sendintr()
    child.expect("Stopped.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    for _ in range(600):
        if crew._ray.available_resources().get("CPU") == 2:
            return
        time.sleep(0.1)
    raise AssertionError("Blocks are still being played.")


def ctrl_c_is_never_lost(crew: Cluster) -> None:
    """Also if somebody else has caught what it raised, as Python does in a destructor."""
    # Not too short: Ray gives up if a task ends while it is cancelled.
    played = crew.in_order(time.sleep, [(0.5,)] * 20, jobs=1)
    assert next(played) is None
    with contextlib.suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        list(played)
    assert list(crew.in_order(abs, [(-3,)], jobs=1)) == [3]


def lost_node_is_replaced(crew: Cluster, nodes: Any, second: Any, folder: Path) -> None:
    begun, gone, doomed = folder / "begun", folder / "gone", second.node_id

    def play(number: int) -> tuple[int, str]:
        """On the second node nothing ever ends."""
        import ray

        where = ray.get_runtime_context().get_node_id()
        if where == doomed:
            begun.touch()
            time.sleep(600)
        while not gone.exists():
            time.sleep(0.1)
        return number, where

    def take_it_away() -> None:
        while not begun.exists():
            time.sleep(0.1)
        nodes.remove_node(second, allow_graceful=False)
        gone.touch()

    away = threading.Thread(target=take_it_away, daemon=True)
    away.start()
    found = list(crew.in_order(play, [(n,) for n in range(8)], jobs=4))
    away.join()
    assert [number for number, _ in found] == list(range(8))
    assert doomed not in {where for _, where in found}
    while crew.cores() > 1:  # those who count hear of it a moment later
        time.sleep(0.1)


@pytest.mark.timeout(400)
def test_a_cluster_for_the_occasion() -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    line = "simulate alpina --games 40 --players 3 --seed 9 --json --on ray"
    done = subprocess.run([*COMMAND, *line.split()], env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    found = msgspec.json.decode(done.stdout, type=Report)
    assert found.simulation == simulate(SETUP, games=40, seed=9).simulation


# --- what needs no cluster ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong", ["somewhere", "http://localhost:80", "localhost:port", "ray://localhost", ""]
)
def test_an_address_that_is_none(wrong: str) -> None:
    with (
        pytest.raises(NoCluster, match=rf"^A cluster is called 'ray', .* not '{wrong}'\.$"),
        join(wrong, SETUP),
    ):
        pass


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_an_address_where_nobody_answers(scheme: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"{scheme}127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(NoCluster, match=f"^No Ray cluster answers at {address}: Connection refused"):
            join(address, SETUP).__enter__()


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_an_address_where_somebody_else_is_silent(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"{scheme}127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(NoCluster, match=f"^Whatever answers at {address}, it is no Ray cluster"):
            join(address, SETUP).__enter__()


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"not installed: pip install 'trailmix\[cluster\]'\.$"):
        join("ray", SETUP).__enter__()


@pytest.mark.parametrize("other", [{"table": "of another edition"}, {"sources": "of another version"}])
def test_a_node_with_other_rules_does_not_play(other: dict[str, str]) -> None:
    same = Rules.of(SETUP)
    prepare.__wrapped__(same, SETUP)
    with pytest.raises(NoCluster, match=r"has other rules of Alpina than this machine\. Install the same"):
        prepare.__wrapped__(same._replace(**other), SETUP)


def test_a_node_compiles_once_however_many_workers_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def warm(slugs: list[str], **_: object) -> None:
        time.sleep(0.2)
        compiled.extend(slugs)

    monkeypatch.setattr(cluster, "JIT", True)
    monkeypatch.setattr(cluster, "warm", warm)
    monkeypatch.setattr(cluster, "is_compiled", lambda slug: slug in compiled)
    workers = [threading.Thread(target=prepare.__wrapped__, args=(Rules.of(SETUP), SETUP)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert compiled == ["alpina"]
