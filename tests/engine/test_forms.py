"""The form of a game's options: every option has its label, and clients get what is declared."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

import trailmix
from trailmix.engine.errors import BadOption
from trailmix.engine.options import HELP, ask, check_words, form, keys
from trailmix.engine.words import ENGLISH, Message

every_game = pytest.mark.parametrize("slug", trailmix.game_names())


def properties(slug: str) -> dict[str, Any]:
    game = trailmix.game(slug)
    found = game.form(ENGLISH)["$defs"][game.options.__name__]["properties"]
    assert isinstance(found, dict)
    return found


@every_game
def test_every_option_and_choice_has_its_label_and_no_label_is_without_its_option(slug: str) -> None:
    game = trailmix.game(slug)
    said = {key for key in game.words.texts if key.startswith("option.")}
    helped = {f"option.{name}.{HELP}" for name in game.options.__struct_fields__}
    assert keys(game.options) <= said <= keys(game.options) | helped


@every_game
def test_clients_are_told_the_labels(slug: str) -> None:
    words = trailmix.game(slug).words
    for name, option in properties(slug).items():
        assert option["title"] == words.say(Message(f"option.{name}"))
        assert all(option.get("x-labels", {"": "none to choose from"}).values())


@every_game
def test_what_is_usual_can_be_played(slug: str) -> None:
    """A form that sends back what it began with is understood."""
    game = trailmix.game(slug)
    usual = {name: option["x-usual"] for name, option in properties(slug).items() if "x-usual" in option}
    for players in game.players:
        assert (game.setup(players, usual).table == game.setup(players).table).all()


def test_what_is_declared_besides_the_type() -> None:
    snow, hike = properties("snow_tails"), properties("hike_cards")
    assert snow["edition"]["x-labels"] == {
        "original": "Fragor, first edition (2008)",
        "renegade": "Renegade, later edition",
    }
    assert (snow["course"]["x-kind"], snow["courses"]["x-kind"]) == ("course", "courses")
    assert snow["courses"]["x-instead-of"] == "course"
    rounds = snow["most_rounds"]
    assert (rounds["minimum"], rounds["maximum"], rounds["x-advanced"]) == (1, 1000, True)
    assert (hike["follow"]["x-each"], len(hike["follow"]["x-choices"])) == (3, 7)
    assert "x-advanced" not in hike["target"]


@pytest.mark.parametrize("rounds", [0, 1001])
def test_the_bounds_of_a_form_are_those_of_the_game(rounds: int) -> None:
    bounds = properties("snow_tails")["most_rounds"]
    assert rounds in (bounds["minimum"] - 1, bounds["maximum"] + 1)
    with pytest.raises(BadOption, match="1 to 1000 rounds"):
        trailmix.game("snow_tails").setup(2, {"most_rounds": rounds})
    target = properties("hike_cards")["target"]
    for beyond in (target["minimum"] - 1, target["maximum"] + 1):
        with pytest.raises(BadOption, match="from 1 to 1000 points"):
            trailmix.game("hike_cards").setup(3, {"target": beyond})


class Some(msgspec.Struct, kw_only=True):
    """Options that no catalogue knows."""

    colour: Literal["red", "blue"] = "red"
    size: Annotated[int, ask(least=1)] = 1


def test_a_missing_label_is_missed() -> None:
    assert keys(Some) == {"option.colour", "option.colour.red", "option.colour.blue", "option.size"}
    with pytest.raises(KeyError, match=r"option\.colour"):
        form(Some, trailmix.game("alpina").words, {})


def test_a_word_that_is_no_choice_gets_a_sentence() -> None:
    check_words("Tiny", Some, {"colour": "blue", "size": "large"})  # other types are not its business
    with pytest.raises(BadOption, match=r"There is no colour 'green' of Tiny: there is red, blue\."):
        check_words("Tiny", Some, {"colour": "green"})
