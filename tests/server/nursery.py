"""Servers that are born ready: forks of a process that has imported and loaded everything.

A server that is started takes seconds of a processor, most of them to import libraries. Tests that kill fifty
servers, or want one of their own, ask the nursery for one: as much a process as any other, with its own
command line, environment and output.
"""

from __future__ import annotations

import atexit
import functools
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import IO

MOST_BYTES = 1 << 20


class Born:
    """A process that was born in the nursery, to be asked the same as a `subprocess.Popen`."""

    def __init__(self, pid: int, stdout: IO[bytes], ended: IO[bytes]) -> None:
        self.pid, self.stdout, self._ended = pid, stdout, ended
        self._code: int | None = None

    def poll(self) -> int | None:
        """Its exit code if it has ended."""
        if self._code is None and select.select([self._ended], [], [], 0)[0]:
            self._code = int(self._ended.read())
            self._ended.close()
        return self._code

    def wait(self, timeout: float) -> int:
        """Its exit code, once it has ended."""
        if self._code is None:
            select.select([self._ended], [], [], timeout)
        code = self.poll()
        if code is None:
            raise TimeoutError(f"Process {self.pid} goes on for longer than {timeout} s.")
        return code

    def send_signal(self, sign: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sign)


class Nursery:
    """The process that has everything loaded, as its parent sees it."""

    def __init__(self) -> None:
        self._talk, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._alone = threading.Lock()
        with theirs:
            handed = theirs.fileno()
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(handed)], pass_fds=[handed], stdin=subprocess.DEVNULL
            )
        atexit.register(self.close)

    def start(self, arguments: Sequence[str], environment: Mapping[str, str], errors: IO[bytes]) -> Born:
        """A process that runs ``trailmix`` with these arguments."""
        (out, said), (end, ended) = os.pipe(), os.pipe()
        wish = json.dumps([list(arguments), dict(environment)]).encode()
        with self._alone:
            socket.send_fds(self._talk, [wish], [said, errors.fileno(), ended])
            answer = self._talk.recv(MOST_BYTES)
        os.close(said)
        os.close(ended)
        assert answer, "The nursery has ended."
        return Born(int(answer), os.fdopen(out, "rb"), os.fdopen(end, "rb"))

    def close(self) -> None:
        """End the nursery; its servers live on."""
        self._talk.close()
        self._process.wait(30)


@functools.cache
def nursery() -> Nursery:
    """The one of this process."""
    return Nursery()


# --- in the nursery's own process -----------------------------------------------------------------------


def load() -> None:
    """Import and load what a server needs in its life."""
    import trailmix
    import trailmix.cli.serve
    import trailmix.server.starting.serving
    from trailmix.server.tables import loading

    for game in trailmix.game_names():
        loading.load(game)


def run(talk: socket.socket) -> None:
    """Give birth whenever somebody asks, until nobody can ask any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests: they end this by hanging up
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a keeper
    while True:
        wish, handles, _, _ = socket.recv_fds(talk, MOST_BYTES, 3)
        if not wish:
            return
        if os.fork() == 0:
            keep(talk, wish, *handles)
        for handle in handles:
            os.close(handle)


def keep(talk: socket.socket, wish: bytes, out: int, errors: int, ended: int) -> None:
    """Be the keeper of one server: say who it is, wait for its end, and say how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid == 0:
        talk.close()
        os.close(ended)
        be(wish, out, errors)
    talk.send(str(pid).encode())
    talk.close()
    os.close(out)
    os.close(errors)
    _, status = os.waitpid(pid, 0)
    os.write(ended, str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def be(wish: bytes, out: int, errors: int) -> None:
    """Be the server."""
    from trailmix.cli import main

    arguments, environment = json.loads(wish)
    os.dup2(out, 1)
    os.dup2(errors, 2)
    os.close(out)
    os.close(errors)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["trailmix", *arguments]
    code: object = 1
    try:
        main()
        code = 0
    except SystemExit as ended:
        code = ended.code or 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


if __name__ == "__main__":
    load()
    gc.freeze()  # what is shared by all is not walked through, and so not copied, by each
    run(socket.socket(fileno=int(sys.argv[1])))
