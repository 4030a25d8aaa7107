"""Somebody who sits at a terminal of 80 x 24 and plays: a real process on a real (pseudo) terminal."""

from __future__ import annotations

import os
import re
import sys
from typing import Self

import pexpect
from command import hear_ctrl_c

PATIENCE = 120  # seconds, on a machine that has much else to do
LINES, COLUMNS = 24, 80
CLEARED = "\x1b[H\x1b[2J"
QUESTION = re.compile(r"\x1b\[H\x1b\[2J(?P<screen>(?:(?!\x1b\[2J).)*?)\n(?:\x1b\[\?2004h)?> ", re.DOTALL)
STYLES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def spawn(*arguments: str, **env: str) -> pexpect.spawn:
    """`trailmix play` on a terminal; what is set to nothing is not set.

    The rules run as plain Python unless a test wants something else: nobody waits for a compiler.
    """
    wanted = {**os.environ, "NUMBA_DISABLE_JIT": "1", "TERM": "xterm-256color", **env}
    return pexpect.spawn(
        sys.executable,
        ["-m", "trailmix", "play", *arguments],
        encoding="utf-8",
        dimensions=(LINES, COLUMNS),
        timeout=PATIENCE,
        env={name: value for name, value in wanted.items() if value},
        preexec_fn=hear_ctrl_c,
    )


class Sitting:
    """A terminal with `trailmix play` on it; `say` gives the screen that follows."""

    def __init__(self, *arguments: str, **env: str) -> None:
        self.child = spawn(*arguments, **env)
        self.raw = ""
        self.screen = self._next()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close(force=True)

    def say(self, *said: str) -> str:
        """Say one thing after the other; what the screen shows in the end."""
        for line in said:
            self.child.sendline(line)
            self.screen = self._next()
        return self.screen

    def leave(self, said: str = "quit") -> str:
        """Say something that ends it; what is printed then."""
        self.child.sendline(said)
        self.child.expect(pexpect.EOF)
        self.child.close()
        return plain(self.child.before)

    def _next(self) -> str:
        self.child.expect(QUESTION)
        self.raw = self.child.before + self.child.after
        screen = plain(self.child.match["screen"])
        lines = screen.split("\n")
        assert len(lines) < LINES, f"{len(lines)} lines do not fit above the one where the answer is typed"
        assert max(map(len, lines)) <= COLUMNS
        return screen


def plain(text: str) -> str:
    """What people read of it."""
    return STYLES.sub("", text).replace("\r", "")


def flat(screen: str) -> str:
    """The screen as running text: lines are broken where the terminal ends."""
    return " ".join(screen.split())
