"""What the tests of the command line share: running it inside this process, and a finished match."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

import trailmix
from trailmix.bots import Seated
from trailmix.cli import main
from trailmix.engine.match import Match


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Run `trailmix` in a folder: gives its exit code, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(folder),
        patch.dict("os.environ", COLUMNS="100"),
        patch.object(sys, "argv", ["trailmix", *arguments]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as leave,
    ):
        main()
    assert isinstance(leave.value.code, int)
    return leave.value.code, out.getvalue(), err.getvalue()


@cache
def finished() -> Match:
    """A match of two bots, played to its end; not to be played with."""
    match = trailmix.new("alpina", players=["Ann", "Ben"], seed="finished")
    bot = Seated("random", "finished")
    while match.actor is not None:
        match.play(bot.choose(match.setup, match.seen_by(match.actor)))
    return match


def hear_ctrl_c() -> None:
    """In a new process: Ctrl-C means what it does at a terminal, even if the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
