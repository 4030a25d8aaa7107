"""The registry of bots: found by their names, told what they should know, refused in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
import pytest

import trailmix
from trailmix import bots
from trailmix.bots import bot as registry
from trailmix.bots.bot import Bot, Budget, Stop
from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.lab.playing import play_matches


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the bot of these tests can be told."""

    patience: int = 3


class Slow(Bot):
    """Plays as greedy does, but is asked from outside the kernel."""

    name, options_type = "slow", Wish

    def choose(self, setup: Setup, seen: Array, mind: Array, stop: Stop) -> int:
        return bots.Greedy().choose(setup, seen, mind, stop)


@pytest.fixture
def slow() -> Iterator[str]:
    bots.register(Slow)
    yield Slow.name
    del registry._known[Slow.name]


def test_a_bot_is_told_its_options_and_its_budget(slow: str) -> None:
    made = bots.make("slow:patience=7:simulations=50")
    assert isinstance(made, Slow)
    assert (made.options, made.budget) == (Wish(7), Budget(simulations=50))
    assert bots.make("slow").options == Wish()
    assert bots.make("slow", Budget(seconds=1.0)).budget == Budget(seconds=1.0)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("clever", "There is no bot called 'clever'. There is: random, rollout, greedy"),
        ("slow:patience=much", "The bot 'slow:patience=much' cannot be made: "),
        ("slow:pace=3", "The bot 'slow:pace=3' cannot be made: "),
        ("greedy:patience=3", "The bot 'greedy:patience=3' cannot be made: "),
    ],
)
def test_what_a_bot_cannot_be_told_is_refused(slow: str, said: str, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        bots.make(said)
    assert str(refused.value).startswith(sentence)


def test_a_name_is_taken_once(slow: str) -> None:
    with pytest.raises(ValueError, match="two bots called 'slow'"):
        bots.register(Slow)


def test_a_bot_outside_the_kernel_plays_the_same_match() -> None:
    setup = trailmix.game("hike_cards").setup(3)
    quick = [bots.make(name) for name in ("greedy", "random", "greedy")]
    slow: list[Bot] = [Slow(), quick[1], Slow()]
    inside, outside = (play_matches(setup, seated, "twice", 0, 4) for seated in (quick, slow))
    assert np.array_equal(inside.scores, outside.scores)
    assert np.array_equal(inside.places, outside.places)
    assert np.array_equal(inside.decisions, outside.decisions)
    assert outside.won.all()


def test_a_bot_that_plays_what_it_may_not_is_named() -> None:
    class Cheat(Slow):
        name = "cheat"

        def choose(self, setup: Setup, seen: Array, mind: Array, stop: Stop) -> int:
            return setup.game.n_actions - 1

    setup = trailmix.game("alpina").setup(2)
    with pytest.raises(RuntimeError, match="The bot 'cheat' wants to play"):
        play_matches(setup, [Cheat(), Cheat()], "x", 0, 1)
