"""The laboratory on many machines: blocks of matches are tasks of a Ray cluster.

A task is told what to play and keeps nothing, so one that is lost can be done again anywhere, and brings the
same. Ray itself does that when a worker or a whole node is gone. Every node has Trailmix installed; before
the first block it is asked whether its rules are the same, and compiles them if it never has.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import secrets
import signal
import socket
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from trailmix.engine import sources
from trailmix.engine.cache import cache_root
from trailmix.engine.errors import TrailmixError
from trailmix.engine.game import Setup
from trailmix.engine.kernels import JIT
from trailmix.engine.verbs import modules_of
from trailmix.lab.experiments import Result
from trailmix.lab.warm import is_compiled, warm

HERE = "ray"
"""Where RAY_ADDRESS says, or else on this machine alone, by a cluster that is started for the occasion."""
ANSWER_SECONDS = 10.0
"""So long a cluster has to accept a connection."""
SILENT_SECONDS = 60.0
"""So long nodes may take to come back if none is left."""
TRIES = 8
"""So often a block is done again: one that takes its worker with it every time must come to an end."""
AHEAD = 8
"""Blocks that are done wait for those before them, this many for each job."""

SAME_EVERYWHERE = "Install the same version of Trailmix on all of them."


class NoCluster(TrailmixError):
    """There is no cluster to play on, or it cannot play."""


class Rules(NamedTuple):
    """By what a node sees whether it plays by the same rules: all that can change a result."""

    game: str
    sources: str | None
    """None if a source was changed while the process was running: nobody can tell then."""
    table: str

    @classmethod
    def of(cls, setup: Setup) -> Rules:
        """Those of this process."""
        generic = {importlib.import_module(f"trailmix.lab.{name}").__name__ for name in ("arena", "playing")}
        code = sources.digest(modules_of(setup.game.kernels) | generic)
        return cls(setup.game.slug, code, hashlib.sha256(setup.table.tobytes()).hexdigest())


# --- on a node ------------------------------------------------------------------------------------------


@functools.cache
def prepare(rules: Rules, setup: Setup) -> None:
    """Once in each process of a worker: are the rules the same, and compiled?

    Workers of a node share a folder of compiled code. The first one compiles, the others wait for it.
    """
    own = Rules.of(setup)
    if own.table != rules.table or (own.sources and rules.sources and own.sources != rules.sources):
        raise NoCluster(
            f"The node {socket.gethostname()} has other rules of {setup.game.name} than this machine. "
            f"{SAME_EVERYWHERE}"
        )
    if not JIT or is_compiled(rules.game):
        return
    from filelock import FileLock  # Ray needs it, too

    with FileLock(cache_root() / f"{rules.game}.lock"):
        if not is_compiled(rules.game):
            warm([rules.game], jobs=1, said=lambda _step: None)


def play_here(rules: Rules, setup: Setup, play: Callable[..., Result], call: tuple[Any, ...]) -> Result:
    """A task: one block."""
    prepare(rules, setup)
    return play(*call)


# --- on this machine ------------------------------------------------------------------------------------


class Cluster:
    """The nodes that have joined; `in_order` is that of `experiments.Threads`."""

    most_jobs = 100_000
    most_in_chunk = 4096
    """More than for a thread: handing a task over takes a millisecond."""

    def __init__(self, ray: Any, setup: Setup) -> None:
        self._ray, self._setup, self._rules = ray, setup, Rules.of(setup)
        self._interrupted = threading.Event()

    @contextmanager
    def heeding_ctrl_c(self) -> Iterator[None]:
        """Note Ctrl-C besides: Python drops an exception that falls into a destructor, and Ray has many."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        usual = signal.getsignal(signal.SIGINT)

        def note(number: int, frame: FrameType | None) -> None:
            self._interrupted.set()
            if callable(usual):
                usual(number, frame)

        signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, usual)

    def cores(self) -> int:
        """How many blocks can be played at once; one more is kept ready."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def nodes(self) -> list[str]:
        """The ids of the nodes that can play."""
        return [
            str(node["NodeID"])
            for node in self._ray.nodes()
            if node["Alive"] and node["Resources"].get("CPU", 0) >= 1
        ]

    def prepare(self, done: Callable[[int, int], None] = lambda _nodes, _all: None) -> None:
        """Let every node compile the rules if it must; `done` is told how many are ready, of how many."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        nodes, task = self.nodes(), self._ray.remote(num_cpus=1, max_retries=TRIES)(prepare.__wrapped__)
        if not nodes:
            raise NoCluster("The cluster has no node that can play: none of them has a processor to give.")
        asked = [
            # A node that goes away meanwhile is replaced by another.
            task.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=True)).remote(
                self._rules, self._setup
            )
            for node in nodes
        ]
        done(0, len(nodes))
        for ready, answer in enumerate(asked, start=1):
            self._get(answer)
            done(ready, len(nodes))

    def in_order(
        self, play: Callable[..., Result], calls: Iterable[tuple[Any, ...]], jobs: int
    ) -> Generator[Result, None, None]:
        """What each call of `play` gives, in order, while nodes play the next ones; never many in memory."""
        task = self._ray.remote(num_cpus=1, max_retries=TRIES)(play_here)
        rules, setup = self._ray.put(self._rules), self._ray.put(self._setup)
        waiting, playing = deque[Any](), list[Any]()
        self._interrupted.clear()
        try:
            for call in calls:
                waiting.append(task.remote(rules, setup, play, call))
                playing.append(waiting[-1])
                if len(playing) > jobs:
                    playing = self._some_end(playing)
                under_way = set(playing)
                while waiting[0] not in under_way or len(waiting) > AHEAD * jobs:
                    yield self._get(waiting.popleft())
            while waiting:
                yield self._get(waiting.popleft())
        finally:
            for one in waiting:  # Ctrl-C, or enough is known
                self._ray.cancel(one, force=True)

    def _some_end(self, playing: list[Any]) -> list[Any]:
        """Wait until one or more have ended; those that have not."""
        silent = 0.0
        while True:
            if self._interrupted.is_set():
                raise KeyboardInterrupt
            ended, left = self._ray.wait(playing, num_returns=1, timeout=ANSWER_SECONDS)
            if ended:
                return list(left)
            silent = 0.0 if self.nodes() else silent + ANSWER_SECONDS
            if silent >= SILENT_SECONDS:
                raise NoCluster("No node of the cluster is left to play on.")

    def _get(self, answer: Any) -> Any:
        """What a task brought, or a sentence about what went wrong."""
        errors = self._ray.exceptions
        self._some_end([answer])
        try:
            return self._ray.get(answer)
        except errors.RayTaskError as error:
            raise _told(error.cause) from None
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError) as error:
            raise NoCluster(
                f"A block was lost {TRIES} times, with the worker that played it: {error}"
            ) from None


def _told(cause: Exception) -> Exception:
    """Why a task failed."""
    if isinstance(cause, ModuleNotFoundError):
        return NoCluster(f"A node of the cluster has no module '{cause.name}'. {SAME_EVERYWHERE}")
    return cause


@contextmanager
def join(address: str, setup: Setup) -> Iterator[Cluster]:
    """Connect to a cluster, or start one of this machine alone; NoCluster says what is wrong.

    What is still being played is stopped at the end.
    """
    ray = _ray(address)
    given = os.environ.get("RAY_ADDRESS", "local") if address == HERE else address
    if given not in ("local", "auto"):
        _knock(given)
    own = {"include_dashboard": False} if given == "local" else {}
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="ray")  # what it warns of, it also raises
            ray.init(given, log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, RuntimeError, OSError, ray.exceptions.RayError) as error:
        raise NoCluster(f"The Ray cluster at {given} cannot be joined: {_first_line(error)}") from None
    cluster = Cluster(ray, setup)
    try:
        with cluster.heeding_ctrl_c():
            yield cluster
    finally:
        ray.shutdown()


def _ray(address: str) -> Any:
    """The library. What it does by itself is decided before it is loaded."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if address == HERE and "RAY_ADDRESS" not in os.environ:
        # Its ports are open to the network, and run what they are told: only by whoever knows this.
        os.environ.setdefault("RAY_AUTH_MODE", "token")
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    try:
        return importlib.import_module("ray")
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise NoCluster(
            "Playing on a cluster needs Ray, which is not installed: pip install 'trailmix[cluster]'."
        ) from None


def _knock(address: str) -> None:
    """Does anybody answer, and is it a cluster? Ray itself would try for many minutes."""
    said = urlsplit(address if "://" in address else f"//{address}")
    try:
        host, port = said.hostname, said.port
    except ValueError:
        host, port = None, None
    if host is None or port is None or said.scheme not in ("", "ray"):
        raise NoCluster(f"A cluster is called 'ray', HOST:PORT or ray://HOST:PORT, not '{address}'.")
    try:
        socket.create_connection((host, port), ANSWER_SECONDS).close()
    except OSError as error:
        raise NoCluster(f"No Ray cluster answers at {address}: {error.strerror or error}.") from None
    if os.environ.get("RAY_USE_TLS") != "1" and not _speaks(f"{host}:{port}", client=bool(said.scheme)):
        raise NoCluster(
            f"Whatever answers at {address}, it is no Ray cluster. "
            "The head node has two addresses: HOST:6379 for its nodes, ray://HOST:10001 for others."
        )


def _speaks(place: str, *, client: bool) -> bool:
    """Does it speak gRPC there? A head node for its nodes also has the common service for health checks."""
    import grpc

    with grpc.insecure_channel(place) as channel:
        try:
            grpc.channel_ready_future(channel).result(ANSWER_SECONDS)
            if not client:
                channel.unary_unary("/grpc.health.v1.Health/Check")(b"", timeout=ANSWER_SECONDS)
        except grpc.FutureTimeoutError:
            return False
        except grpc.RpcError as error:
            told: Any = error
            return bool(told.code() is grpc.StatusCode.UNAUTHENTICATED)
    return True


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
