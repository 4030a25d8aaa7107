"""The public face: the few names that a newcomer needs, on a real match."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from collections.abc import Callable
from types import ModuleType

import msgspec
import pytest

import trailmix
from trailmix.engine.errors import BadOption, BadPosition, BadReplay, Refused, TrailmixError, UnknownGame


def test_the_names() -> None:
    assert set(trailmix.__all__) == {"game", "game_names", "load", "new"}
    assert all(callable(getattr(trailmix, name)) for name in trailmix.__all__)
    assert trailmix.__version__


def test_the_games() -> None:
    assert "alpina" in trailmix.game_names()
    game = trailmix.game("alpina")
    assert (game.slug, game.name, game.players) == ("alpina", "Alpina", range(2, 5))
    assert trailmix.game("alpina") is game


def test_a_match_as_the_design_shows_it() -> None:
    m = trailmix.new("alpina", players=4, seed=7)
    assert len(m.legal()) == 24
    assert m.actor == 0
    card = m.legal()[0]
    assert [event.kind for event in m.play(card)] == ["laid"]
    assert m.why("hiker 3,3") is not None
    assert m.why("none") is None
    assert m.view(seat=2) != m.view(seat=1)
    assert trailmix.load(m.position()).position() == m.position()
    assert trailmix.load(m.replay()).states.tobytes() == m.states.tobytes()
    assert m.undo() == m.number(card)
    while not m.over:
        m.play(m.legal()[-1])
    assert len(m.scores()) == 4
    assert set(m.places()) == {1, 2, 3, 4}
    with pytest.raises(Refused, match="The game is over"):
        m.play("none")


def test_equal_seeds_are_equal_matches() -> None:
    one, two = trailmix.new("alpina", 3, seed=7), trailmix.new("alpina", 3, seed="7")
    assert one.states.tobytes() == two.states.tobytes()
    assert one.salt != two.salt, "the salt hides the seed and is always fresh"
    assert trailmix.new("alpina", 3, seed=8).states.tobytes() != one.states.tobytes()


def test_a_view_is_plain_values() -> None:
    view = msgspec.json.decode(msgspec.json.encode(trailmix.new("alpina", 2, seed=7).view(0)))
    assert view["own"]["seat"] == "A"
    assert len(view["own"]["hand"]) == 6
    assert [seat["hand"] for seat in view["seats"]] == [None, None]


def test_every_error_is_a_sentence_of_ours() -> None:
    for error in (BadOption, BadPosition, BadReplay, Refused, UnknownGame):
        assert issubclass(error, TrailmixError)
    attempts: list[Callable[[], object]] = [
        lambda: trailmix.new("chess"),
        lambda: trailmix.new("alpina", players=9),
        lambda: trailmix.load("nonsense"),
        lambda: trailmix.load("{}"),
    ]
    for attempt in attempts:
        with pytest.raises(TrailmixError) as caught:
            attempt()
        assert str(caught.value)[0].isupper()
        assert str(caught.value).endswith(".")


def modules_with_examples() -> list[ModuleType]:
    found = [trailmix]
    for each in pkgutil.walk_packages(trailmix.__path__, "trailmix."):
        if not each.name.endswith("__main__"):  # it runs the command when it is imported
            found.append(importlib.import_module(each.name))
    return [module for module in found if any(test.examples for test in doctest.DocTestFinder().find(module))]


@pytest.mark.parametrize("module", modules_with_examples(), ids=lambda module: module.__name__)
def test_the_examples_in_docstrings(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_the_front_doors_have_examples() -> None:
    names = {module.__name__ for module in modules_with_examples()}
    assert {"trailmix", "trailmix.engine.match"} <= names
