"""A game put together from its folder: what is missing is named, with the file where it should be."""

from __future__ import annotations

import dataclasses
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import tiny
from trailmix import game
from trailmix.engine import noted
from trailmix.engine.assembly import assemble
from trailmix.engine.events import EventKind, private
from trailmix.engine.game import Incomplete
from trailmix.engine.verbs import KERNELS, somebody_won

SOURCE = game("alpina").folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of a game under another name, its modules its own."""
    copy = tmp_path / "copied_game"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "alpina.toml").rename(copy / "copied_game.toml")
    for module in copy.glob("*.py"):
        module.write_text(module.read_text().replace("trailmix.games.alpina", "copied_game"))
    (copy / "__init__.py").write_text("")
    state = copy / "state.py"
    # Two games cannot have records of the same layout.
    state.write_text(state.read_text() + "    copied: int = field(np.int64, see=EVERYONE)\n")
    monkeypatch.syspath_prepend(tmp_path)
    known = dict(KERNELS)
    yield copy
    KERNELS.clear()
    KERNELS.update(known)
    for name in [name for name in sys.modules if name.partition(".")[0] == "copied_game"]:
        del sys.modules[name]


def put_together() -> object:
    return assemble("copied_game", name="Copied", players=range(2, 5), minutes=1, rules_version=1)


def without(name: str, text: str, instead: str = "") -> Callable[[Path], None]:
    """Something is not in a file."""

    def take(folder: Path) -> None:
        file = folder / name
        assert text in file.read_text()
        file.write_text(file.read_text().replace(text, instead))

    return take


def without_file(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def test_a_whole_folder_is_a_game(folder: Path) -> None:
    made = put_together()
    assert (made.slug, made.name, made.max_decisions) == ("copied_game", "Copied", 48)  # type: ignore[attr-defined]
    assert made.kernels.deal.__name__ == "deal"  # type: ignore[attr-defined]
    assert (made.courses, made.badge, made.badge_text("en")) == (None, None, None)  # type: ignore[attr-defined]
    assert made.kernels.nobody_won is somebody_won  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without("insight.py", "def values(", "def worths("), r"lacks values \(in insight\.py\)"),
        (
            without("insight.py", "def rollout(", "def playout("),
            r"lacks rollout \(in rollout\.py or insight\.py\)",
        ),
        (without("rules.py", "def deal(", "def dealt("), r"lacks deal \(in rules\.py\)"),
        (without("state.py", "MAX_DECISIONS = ", "MOST = "), r"lacks MAX_DECISIONS \(in state\.py\)"),
        (without("events.py", "KINDS", "KIND"), r"lacks KINDS \(in events\.py\)"),
        (without_file("draw.py"), r"lacks draw \(in draw\.py\)"),
        (without("words.en.toml", "\nlaid = ", "\nlay = "), r"words\.en\.toml lacks event\.laid"),
        (
            without("events.py", "    LAID: ", "    99: "),
            r"KINDS of copied_game/events\.py lacks state\.LAID \(noted in rules\.py, line \d+\)\.",
        ),
    ],
)
def test_what_is_missing_is_named_with_its_file(
    folder: Path, spoil: Callable[[Path], None], said: str
) -> None:
    spoil(folder)
    with pytest.raises(Incomplete, match=said):
        put_together()


def test_what_most_games_do_without_may_be_missing(folder: Path) -> None:
    without("data.py", "def check_options(", "def check_wishes(")(folder)
    made = put_together()
    made.check_options(None, None, 2)  # type: ignore[attr-defined]


def with_badge(folder: Path) -> None:
    (folder / "badge.py").write_text("class Badge:\n    holder = None\n")


def test_a_capability_is_declared_by_being_there(folder: Path) -> None:
    with_badge(folder)
    words = folder / "words.en.toml"
    words.write_text(f'badge = "Slow"\n{words.read_text()}')
    made = put_together()
    assert made.badge.__name__ == "Badge"  # type: ignore[attr-defined]
    assert made.badge_text("en") == "Slow"  # type: ignore[attr-defined]


def test_a_badge_has_a_sentence(folder: Path) -> None:
    with_badge(folder)
    with pytest.raises(Incomplete, match=r"copied_game/words\.en\.toml lacks badge\."):
        put_together()


def test_a_game_checks_itself_however_it_is_made() -> None:
    vanished = {**tiny.GAME.events, 9: EventKind("vanished", (private("number"),))}
    lacks = r"tiny/words\.en\.toml lacks event\.vanished, event\.vanished\.hidden"
    with pytest.raises(Incomplete, match=lacks):
        dataclasses.replace(tiny.GAME, events=vanished)


def test_kinds_that_a_function_of_the_game_hands_on_are_seen() -> None:
    sled = game("hike_dogsled")
    kinds = {number: kind for number, kind in sled.events.items() if kind.name != "nobody_won"}
    (missing,) = noted.undeclared("trailmix.games.hike_dogsled", sled.folder, kinds)
    assert missing.startswith("state.NOBODY_WON (noted in ")
    assert noted.undeclared("trailmix.games.hike_dogsled", sled.folder, sled.events) == []
