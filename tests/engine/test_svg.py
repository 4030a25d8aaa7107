"""A few words of SVG."""

from __future__ import annotations

from trailmix.engine import svg


def test_a_path_goes_from_point_to_point() -> None:
    assert svg.path([(10, 20), (15, 20), (15, 0)]) == "M10 20l5 0l0 -20"


def test_words_are_escaped_and_stand_around_their_point() -> None:
    assert (
        svg.text((5, 10), "A & <B>", 20)
        == '<text class="ink" x="5" y="17" font-size="20">A &amp; &lt;B&gt;</text>'
    )


def test_something_is_put_somewhere_and_turned() -> None:
    assert svg.turned((1, 2), 90, "<g/>") == '<g transform="translate(1 2) rotate(90)"><g/></g>'


def test_chequers_alternate_from_a_dark_corner() -> None:
    board = svg.chequers(2, 2, 10)
    assert 'd="M0 0h20v20h-20Z"' in board
    assert 'd="M0 10h10v10h-10ZM10 0h10v10h-10Z"' in board
