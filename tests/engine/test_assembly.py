"""A game put together from its folder: what is missing is named, with the file where it should be."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from trailmix import game
from trailmix.engine.assembly import Incomplete, assemble
from trailmix.engine.verbs import KERNELS

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
    assert made.courses is None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without("insight.py", "def greedy(", "def greed("), r"lacks greedy \(in insight\.py\)"),
        (without("rules.py", "def redeal(", "def again("), r"lacks redeal \(in redeal\.py or rules\.py\)"),
        (without("state.py", "MAX_DECISIONS = ", "MOST = "), r"lacks MAX_DECISIONS \(in state\.py\)"),
        (without("events.py", "KINDS", "KIND"), r"lacks KINDS \(in events\.py\)"),
        (without_file("draw.py"), r"lacks draw \(in draw\.py\)"),
        (without("words.en.toml", "\nlaid = ", "\nlay = "), r"words\.en\.toml lacks event\.laid"),
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
