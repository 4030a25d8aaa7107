"""What all drawings share: the legend of a game's folder, and the part of many rows that fits."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from trailmix.engine.drawing import Drawing, border, cut_line, window

MARGINS = (2, 12)
LABELS = [("N07", "A"), ("", "4"), ("LONGNAMES", "new")]


class Signs(Drawing[Any, Any]):
    def gaps(self) -> dict[str, str]:
        return {"suits": "v ¤", "names": "Bird, Bug"}


def legend_of(folder: Path) -> list[tuple[str, str]]:
    setup: Any = SimpleNamespace(game=SimpleNamespace(folder=folder))
    return Signs(setup, None, ()).legend()


def test_a_legend_is_the_file_of_the_folder_with_its_gaps_filled(tmp_path: Path) -> None:
    assert legend_of(tmp_path) == []
    (tmp_path / "legend.toml").write_text('"{suits}" = "the suits: {names}"\n"*" = "a tree"\n', "utf-8")
    assert legend_of(tmp_path) == [("v ¤", "the suits: Bird, Bug"), ("*", "a tree")]


def test_all_rows_of_interest_are_shown_if_they_fit() -> None:
    assert window([5, 9], None, MARGINS, 100, 30) == (3, 21)
    assert window([], None, MARGINS, 100, 30) == (0, 12)
    assert window([1, 95], None, MARGINS, 100, 100) == (0, 99)


def test_else_those_around_the_focus_what_is_ahead_first() -> None:
    assert window([5, 60], 5, MARGINS, 100, 15) == (3, 17)
    assert window([5, 60], 60, MARGINS, 100, 15) == (58, 72)
    assert window([5, 60], None, MARGINS, 100, 15) == (58, 72)
    assert window([5, 97], 97, MARGINS, 100, 15) == (85, 99)


def test_a_border_has_a_word_at_each_end_as_far_as_they_fit() -> None:
    plain = [border("╭─╮", (left, ""), (right, ""), 13, "").plain for left, right in LABELS]
    assert plain == ["╭ N07 ── A ─╮", "╭─────── 4 ─╮", "╭LONGNAMnew─╮"]


def test_a_line_is_cut_off_rather_than_wrapped() -> None:
    line = cut_line("a", ("b", "bold"))
    assert (line.plain, line.no_wrap, line.overflow) == ("ab", True, "crop")
