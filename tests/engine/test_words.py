"""The catalogues: every sentence that the code asks for is there, and nothing is there that nobody says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import trailmix
from trailmix.engine.words import ENGINE, Message, Words, letter

PACKAGE = Path(trailmix.__file__).resolve().parent
SPOKEN = [("", PACKAGE / "engine"), *((slug, PACKAGE / "games" / slug) for slug in trailmix.game_names())]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def messages(tree: ast.AST) -> Iterator[tuple[str, set[str] | None]]:
    """The keys of the messages that a source makes, with the names of their values.

    A key that is put together ends in *; values that are not written out where they are used are None.
    """
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef):
            continue
        written = {
            target.id: node.value
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(scope):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                values = node.args[1] if len(node.args) > 1 else ast.Dict([], [])
                if isinstance(values, ast.Name):
                    values = written.get(values.id, values)
                for key in keys(node.args[0]):
                    yield key, names(values)


def keys(asked: ast.expr) -> Iterator[str]:
    if isinstance(asked, ast.IfExp):
        yield from keys(asked.body)
        yield from keys(asked.orelse)
    elif isinstance(asked, ast.JoinedStr):
        assert isinstance(asked.values[0], ast.Constant), "a key begins with a word that can be looked for"
        yield str(asked.values[0].value) + "*"
    else:
        assert isinstance(asked, ast.Constant), "a key is written where it is used"
        yield str(asked.value)


def names(values: ast.expr) -> set[str] | None:
    if not isinstance(values, ast.Dict) or not all(isinstance(key, ast.Constant) for key in values.keys):
        return None
    return {str(key.value) for key in values.keys if isinstance(key, ast.Constant)}


def asked_in(*folders: Path) -> list[tuple[str, set[str] | None]]:
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    return [found for path in sources for found in messages(ast.parse(path.read_text()))]


def is_asked(key: str, asked: set[str]) -> bool:
    return key in asked or any(name.endswith("*") and key.startswith(name[:-1]) for name in asked)


@pytest.mark.parametrize(("slug", "folder"), SPOKEN)
def test_every_message_has_a_sentence_and_every_gap_a_value(slug: str, folder: Path) -> None:
    texts = Words(folder).texts
    asked = asked_in(folder)
    assert asked
    for key, values in asked:
        if key.endswith("*"):
            continue  # events: see `test_events`; other families: said below
        assert key in texts
        assert values is not None, f"{key}: write its values where it is said"
        assert gaps(texts[key]) <= values


@pytest.mark.parametrize(("slug", "folder"), SPOKEN)
def test_every_sentence_is_asked_for(slug: str, folder: Path) -> None:
    """What the engine has may be said by anybody, what a game has by the game or the engine."""
    speakers = (folder, ENGINE) if slug else (PACKAGE,)
    asked = {key for key, _ in asked_in(*speakers)}
    own = Words(folder).texts.keys() - (Words(ENGINE).texts.keys() if slug else set())
    assert {key for key in own if not is_asked(key, asked)} == set()


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_game_does_not_rewrite_the_engine(slug: str) -> None:
    engine, both = Words(ENGINE).texts, trailmix.game(slug).words.texts
    assert {key: both[key] for key in engine} == engine


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_the_table_can_be_told(slug: str) -> None:
    """Every family of words that a data file can ask for is complete."""
    game = trailmix.game(slug)
    assert trailmix.new(slug, game.players[0], 1).table_view()


def test_seats_are_called_by_their_names() -> None:
    words = Words(ENGINE)
    message = Message("refused.not_your_turn", {"seat": "B", "actor": "A"})
    assert words.say(message) == "It is not B's turn: A is to move."
    assert words.say(message, {"A": "Ann", "B": "{Bob}"}) == "It is not {Bob}'s turn: Ann is to move."


def test_values_are_put_into_words() -> None:
    words = Words(ENGINE)
    inner = Message("refused.nothing_to_undo")
    message = Message("refused.malformed", {"action": {"A": 3, "B": 4}, "game": [1, "b"], "forms": inner})
    said = words.say(message, {"B": "Bob"})
    assert said == "A 3, Bob 4 is not an action of 1, b. There is nothing to take back."


def test_seats_are_letters_in_turn_order() -> None:
    assert [letter(seat) for seat in range(8)] == list("ABCDEFGH")
