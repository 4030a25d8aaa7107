"""A real PostgreSQL for tests: Debian's, on a socket in a folder of its own, as a user without rights."""

from __future__ import annotations

import asyncio
import contextlib
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from server.interim import descendants

READY_SECONDS = 60.0
OWNER = "trailmix"
"""The role that may do everything; `guarded` needs a password."""
PASSWORD = "a long secret"  # noqa: S105 - of nothing
NONE_HERE = "There is no PostgreSQL here. On Debian: sh requirements/postgres.sh as root."
NO_DRIVER = "asyncpg is not installed."


def programs() -> Path | None:
    """Where PostgreSQL's programs are, the newest of them."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    beside = found[-1] if found else shutil.which("initdb")
    return Path(beside).parent if beside else None


def missing() -> str | None:
    """What tests with PostgreSQL lack here."""
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        return NO_DRIVER
    return None if programs() else NONE_HERE


class Postgres:
    """A cluster of databases that can be stopped, killed and started again."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="trailmix-postgres-"))
        self.data = self.folder / "data"
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:  # which PostgreSQL does not run as
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._process: subprocess.Popen[bytes] | None = None
        self._names = count()
        self._run(
            "initdb", "-D", self.data, "-U", OWNER, "-E", "UTF8", "--locale=C", "--no-sync", "-A", "trust"
        )
        access = self.data / "pg_hba.conf"
        access.write_text("local all guarded scram-sha-256\nlocal all all trust\n")
        self.start()

    def _run(self, program: str, *arguments: object) -> None:
        folder = programs()
        assert folder is not None
        done = subprocess.run(
            [folder / program, *map(str, arguments)],
            check=False,
            cwd=self.folder,
            capture_output=True,
            text=True,
            **self._as,
        )
        assert done.returncode == 0, done.stderr

    # --- its life

    def start(self) -> None:
        """Start it, and wait until it answers."""
        folder, until = programs(), time.monotonic() + READY_SECONDS
        assert folder is not None
        while True:
            with (self.folder / "log").open("ab") as log:
                self._process = subprocess.Popen(
                    [folder / "postgres", "-D", self.data, "-k", self.folder, "-c", "listen_addresses="],
                    cwd=self.folder, stdout=log, stderr=log, start_new_session=True, **self._as,
                )  # fmt: skip
            while self._process.poll() is None:  # what a killed one has left may keep it from starting
                assert time.monotonic() < until, (self.folder / "log").read_text()
                if self._answers():
                    return
                time.sleep(0.05)
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            self.ask("postgres", "SELECT 1")
        except Exception:
            return False
        return True

    def stop(self) -> None:
        """As an administrator restarts it: sessions are ended, what is committed is there."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait(READY_SECONDS)

    def kill(self) -> None:
        """End it at once, with all its sessions, whatever they are doing."""
        assert self._process is not None
        self._signal_all(signal.SIGKILL)
        self._process.wait(READY_SECONDS)

    def _signal_all(self, sign: signal.Signals) -> None:
        """The first process first, so that it cannot start another."""
        assert self._process is not None
        for pid in (self._process.pid, *descendants(self._process.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, sign)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It does not answer, and does not hang up either."""
        self._signal_all(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal_all(signal.SIGCONT)

    def processor_seconds(self) -> float:
        """What all its processes have used of the processor so far, those that have ended included."""
        assert self._process is not None
        ticks = 0
        for pid in (self._process.pid, *descendants(self._process.pid)):
            with contextlib.suppress(FileNotFoundError):  # it has ended meanwhile
                fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
                ticks += sum(map(int, fields[11:15] if pid == self._process.pid else fields[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def remove(self) -> None:
        """Leave nothing of it."""
        if self._process is not None and self._process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder)

    # --- its databases

    def address(self, database: str, role: str = OWNER) -> str:
        """Where a database is."""
        return f"postgresql://{role}@/{database}?host={self.folder}"

    def new(self) -> str:
        """The address of a new, empty database."""
        name = f"tables{next(self._names)}"
        self.ask("postgres", f"CREATE DATABASE {name}")
        return self.address(name)

    def ask(self, database: str, sql: str, *values: Any) -> list[Any]:
        """Ask something in a session of our own; the database's name or its address."""
        import asyncpg

        async def run() -> list[Any]:
            address = database if "://" in database else self.address(database)
            connection = await asyncpg.connect(address, timeout=READY_SECONDS)
            try:
                return [tuple(row) for row in await connection.fetch(sql, *values)]
            finally:
                await connection.close()

        return asyncio.run(run())


@contextmanager
def running() -> Iterator[Postgres]:
    """A cluster, or a word why there is none."""
    why = missing()
    if why is not None:
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    cluster = Postgres()
    try:
        yield cluster
    finally:
        cluster.remove()
