"""A server that begins uncompiled, and hands over when the test wants it; and all processes of it."""

from __future__ import annotations

import contextlib
from pathlib import Path

from server.running import QUICK, Json, Started, eventually

TAKEN_OVER = "a compiled server has taken over"
SERVES = "trailmix.server.starting.uncompiled"
"""The module that runs in the process which serves meanwhile."""


class Interim(Started):
    """A server that runs the rules as plain Python until `hand_over`."""

    def __init__(self, folder: Path, *flags: str, **settings: object) -> None:
        self.signal = folder / "compiled"
        super().__init__(folder, *flags, **QUICK | {"uncompiled_until": self.signal} | settings)

    def let_hand_over(self) -> None:
        """From now on it may hand over, which takes it a moment."""
        self.signal.touch()

    @property
    def has_handed_over(self) -> bool:
        """Does a compiled server serve?"""
        return TAKEN_OVER in self.messages()

    def hand_over(self) -> None:
        """Let it hand over, and wait until that is done."""
        self.let_hand_over()
        eventually(lambda: self.has_handed_over)

    def messages(self) -> list[str]:
        """What it has written into its log."""
        lines: list[Json] = self.log_lines()
        return [line["message"] for line in lines]

    def meanwhile(self) -> int:
        """The process that serves until then."""
        (found,) = [pid for pid in descendants(self.process.pid) if SERVES in command_of(pid)]
        return found


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    with contextlib.suppress(OSError):  # it has ended
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [each for child in map(int, children) for each in (child, *descendants(child))]
    return []


def command_of(pid: int) -> str:
    """The command line of a process, nothing if it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


def all_gone(pids: list[int]) -> bool:
    """Have they all ended? Of a process that nobody has waited for, only the number is left."""
    return not any(command_of(pid) for pid in pids)
