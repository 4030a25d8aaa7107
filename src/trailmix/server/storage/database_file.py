"""The file of the embedded store: for its owner's eyes only, and for one server at a time."""

from __future__ import annotations

import contextlib
import os
import sys
import time
import weakref
from pathlib import Path

from trailmix.server.storage.errors import StoreError

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
SUFFIXES = ("", "-wal", "-shm")
"""What the names of the database, and of the files that SQLite makes beside it, end with."""
PATIENCE_SECONDS = 1.0
"""A start waits so long for a server that is just ending."""


def cannot_keep(path: Path, error: Exception) -> StoreError:
    """What is said when the system does not let us have the file."""
    return StoreError(f"The tables cannot be kept in {path}: {error}.")


def make_private(path: Path) -> None:
    """Make the file if there is none; nobody but its owner may read it, or SQLite's files beside it.

    It is made before SQLite opens it, so that others can never read it; SQLite gives the files that it makes
    the mode of this one.
    """
    _make_folder(path.parent)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    for suffix in SUFFIXES:
        with contextlib.suppress(FileNotFoundError):
            # Not through a handle: closing one would end the locks that this process has on the file.
            os.chmod(f"{path}{suffix}", PRIVATE_FILE)


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing. One that is there stays as it is."""
    if not folder.exists():
        _make_folder(folder.parent)
        folder.mkdir(PRIVATE_FOLDER, exist_ok=True)


class Claim:
    """The right to write to a file, which ends with the process that has it, however it ends.

    It is the operating system's lock on a file beside the database; the file alone means nothing.
    """

    _handle = -1

    def __init__(self, path: Path) -> None:
        beside = f"{path.resolve()}.lock"  # a file may have several names
        try:
            _make_folder(Path(beside).parent)
            self._keep(os.open(beside, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
        except OSError as error:
            raise cannot_keep(path, error) from None
        try:
            os.chmod(beside, PRIVATE_FILE)
            if not _lock_soon(self._handle):
                raise StoreError(
                    f"Another server keeps its tables in {path}; stop it first,"
                    " or name another file with --database."
                )
        except BaseException:
            self.give_up()
            raise

    def _keep(self, handle: int) -> None:
        """As long as this is open somewhere, the claim holds."""
        self._handle = handle
        _claims.add(self)

    @classmethod
    def handed_on(cls, handle: int) -> Claim:
        """The claim that a parent shares with this process: the file is free when neither has it any more."""
        claim = cls.__new__(cls)
        claim._handle = handle
        return claim

    @property
    def handle(self) -> int:
        """What a process has to be given to share the claim."""
        return self._handle

    def give_up(self) -> None:
        """Let another server have the file."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)


def _lock_soon(handle: int) -> bool:
    """Lock an open file; False if somebody else has it and keeps it."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not _lock(handle):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


_claims: weakref.WeakSet[Claim] = weakref.WeakSet()


def _give_up_all() -> None:
    for claim in list(_claims):
        claim.give_up()


if hasattr(os, "register_at_fork"):
    # A child shares its parent's locks, and would keep them when the parent has died. Programs that are
    # started do not: Python's files are closed for them.
    os.register_at_fork(after_in_child=_give_up_all)
