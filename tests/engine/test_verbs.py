"""Verbs become the right game's kernel, and what is compiled from them is found again."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

import trailmix
from trailmix.engine import border, verbs
from trailmix.engine.record import EVERYONE, StateRecord, field
from trailmix.engine.verbs import KERNELS, Kernels

PROGRAM = """
import trailmix
from trailmix.engine import border
game = trailmix.game(trailmix.game_names()[0])
setup = game.setup(game.players[0])
border.actor(setup.table, game.state.new())
stats = border.actor.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


class Stranger(StateRecord, events=1):
    """A state of no game."""

    turn: int = field(np.int64, see=EVERYONE)


def test_generic_code_is_found_compiled_by_the_next_process(tmp_path: Path) -> None:
    """A factory that closes over a game's kernels would be compiled anew by every process."""
    seen = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "TRAILMIX_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    assert seen == [["0", "1"], ["1", "0"]]


def test_a_record_of_no_game_is_a_typing_error() -> None:
    table = trailmix.game(trailmix.game_names()[0]).table.new()
    with pytest.raises(TypingError):
        border.actor(table, Stranger.new())


def test_every_kernel_of_the_contract_has_a_verb_and_a_border() -> None:
    for kernel in dataclasses.fields(Kernels):
        assert callable(getattr(verbs, kernel.name))
        # `border.show` calls both that write, `border.rank` also says whether anybody has won, and
        # `bots.quick.choose` calls both that decide.
        if kernel.name not in ("look", "look_own", "nobody_won", "greedy", "rollout"):
            assert callable(getattr(border, kernel.name))


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_game_enters_its_kernels(slug: str) -> None:
    game = trailmix.game(slug)
    assert KERNELS[game.state.dtype] is game.kernels
    with pytest.raises(TypeError, match="another game has a state record of exactly this layout"):
        dataclasses.replace(game, slug="twin")
