"""The catalogues: every sentence that the code asks for is there, and nothing is there that nobody says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

import pytest

import trailmix
from trailmix.engine.words import ENGINE, Message, Words, letter

PACKAGE = Path(trailmix.__file__).resolve().parent
GAMES = [PACKAGE / "games" / slug for slug in trailmix.game_names()]
SPEAKERS = {
    ENGINE: (PACKAGE,),
    PACKAGE / "server": (PACKAGE / "server",),
    **{folder: (folder, ENGINE) for folder in GAMES},
}
"""The folders with a catalogue, and whose code may say its sentences: the engine's may be said by anybody."""
NAMING = {PACKAGE / "server": (PACKAGE / "lab",)}
"""Where else words come from that are put into keys: the steps of compiling."""
every_catalogue = pytest.mark.parametrize("folder", SPEAKERS, ids=lambda folder: folder.name)


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


OF_GAMES = (["about"], ["badge"])
"""What the engine asks a game's own catalogue for; putting a game together fails without it."""
Asked = tuple[list[str], set[str] | None]
"""The keys of which one is said, and the names of the values given."""


FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


def messages(tree: ast.Module) -> Iterator[Asked]:
    """The messages and refusals that a source makes, except by `No` and `says`, which are given their keys.

    A key that is put together has a * for each part; values written elsewhere are None. `says` of
    `engine/event_values.py` puts keys together.
    """
    makers = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (*FUNCTION, ast.ClassDef)) and node.name in ("No", "says")
    ]
    given = {id(node) for found in makers for node in ast.walk(found)}
    for scope in ast.walk(tree):
        if isinstance(scope, FUNCTION) and id(scope) not in given:
            yield from messages_in(ast.walk(scope))
    outside = [node for node in tree.body if not isinstance(node, (*FUNCTION, ast.ClassDef))]
    yield from messages_in(inner for node in outside for inner in ast.walk(node))


def messages_in(scope: Iterable[ast.AST]) -> Iterator[Asked]:
    nodes = list(scope)
    written = {
        target.id: node.value
        for node in nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id == "Message":
            values = node.args[1] if len(node.args) > 1 else ast.Dict([], [])
            if isinstance(values, ast.Name):
                values = written.get(values.id, values)
            yield list(keys(node.args[0])), names(values)
        elif node.func.id == "says":
            yield [f"{key}.*" for key in keys(node.args[0])], None
        elif node.func.id == "No":
            yield list(keys(node.args[0])), {str(keyword.arg) for keyword in node.keywords}


def keys(asked: ast.expr) -> Iterator[str]:
    if isinstance(asked, ast.IfExp):
        yield from keys(asked.body)
        yield from keys(asked.orelse)
    elif isinstance(asked, ast.JoinedStr):
        assert isinstance(asked.values[0], ast.Constant), "a key begins with a word that can be looked for"
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in asked.values)
    else:
        assert isinstance(asked, ast.Constant), "a key is written where it is used"
        yield str(asked.value)


def names(values: ast.expr) -> set[str] | None:
    if not isinstance(values, ast.Dict) or not all(isinstance(key, ast.Constant) for key in values.keys):
        return None
    return {str(key.value) for key in values.keys if isinstance(key, ast.Constant)}


def asked_in(*folders: Path) -> list[Asked]:
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    return [found for path in sources for found in messages(ast.parse(path.read_text()))]


def named_in(*folders: Path) -> set[str]:
    """The words that code and data of some folders name: texts, fields, and what a data file says."""
    found = set[str]()
    for path in (path for folder in folders for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value.strip("."))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
    for path in (path for folder in folders for path in folder.glob("*.toml")):
        if not path.name.startswith("words."):
            found |= set(re.findall(r"[\w-]+", path.read_text()))
    return found


def is_asked(key: str, asked: set[str], named: set[str]) -> bool:
    """Does anybody say it? What is filled into a key that is put together is a number, or named somewhere."""
    for said in asked:
        found = re.fullmatch(re.escape(said).replace(r"\*", "(.+)"), key)
        parts = [part for filled in found.groups() for part in re.split("[.=]", filled)] if found else []
        if found and all(part.isdigit() or part in named for part in parts):
            return True
    return False


@every_catalogue
def test_every_message_has_a_sentence_and_every_gap_a_value(folder: Path) -> None:
    texts = Words(folder).texts
    asked = asked_in(folder)
    assert asked
    for keys, values in asked:
        if any("*" in key for key in keys):
            continue  # events: see `test_events`; other families: said below
        if keys in OF_GAMES:
            continue
        assert keys and set(keys) <= texts.keys()
        assert values is not None, f"{keys}: write the values where they are said"
        assert set.union(*(gaps(texts[key]) for key in keys)) == values, keys


@every_catalogue
def test_every_sentence_is_asked_for(folder: Path) -> None:
    asked = {key for keys, _ in asked_in(*SPEAKERS[folder]) for key in keys}
    own = Words(folder).texts.keys() - (set() if folder == ENGINE else Words(ENGINE).texts.keys())
    named = named_in(*SPEAKERS[folder], *NAMING.get(folder, ()))
    assert {key for key in own if not is_asked(key, asked, named)} == set()


def test_every_catalogue_is_looked_at() -> None:
    assert {path.parent for path in PACKAGE.rglob("words.en.toml")} == set(SPEAKERS)


@pytest.mark.parametrize(
    ("key", "is_said"),
    [
        ("a.b", True),
        ("a.c", False),
        ("x.drew", True),
        ("x.drew.hidden", True),
        ("x.7", True),
        ("x.lay", False),
    ],
)
def test_a_sentence_that_nobody_says_is_found(key: str, is_said: bool) -> None:
    assert is_asked(key, {"a.b", "x.*"}, {"drew", "hidden", "c"}) == is_said


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x = Message('a')", (["a"], set())),
        ("def f():\n    v = {'n': 1}\n    return Message('a' if v else 'b', v)", (["a", "b"], {"n"})),
        ("async def f(v):\n    raise No('a.b', n=1, m=v)", (["a.b"], {"n", "m"})),
        ("def f(v):\n    return Message(f'a.{v}', v)", (["a.*"], None)),
        ("x = public('n', word(N), said=says('a'))", (["a.*"], None)),
    ],
)
def test_messages_are_found_in_sources(source: str, found: Asked) -> None:
    assert list(messages(ast.parse(source))) == [found]


@pytest.mark.parametrize("folder", [folder for folder in SPEAKERS if folder != ENGINE], ids=lambda f: f.name)
def test_nobody_rewrites_the_engine(folder: Path) -> None:
    engine, both = Words(ENGINE).texts, Words(folder).texts
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


def test_lists_of_seats_are_called_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "words.en.toml").write_text('turns = "Now {order}, not {seats}."')
    message = Message("turns", {"order": ["B", "A"], "seats": ["A", "C"]})
    assert Words(tmp_path).say(message, {"A": "Ann", "B": "Bob"}) == "Now Bob, Ann, not A, C."


def test_values_are_put_into_words() -> None:
    words = Words(ENGINE)
    inner = Message("refused.nothing_to_undo")
    message = Message("refused.malformed", {"action": {"A": 3, "B": 4}, "game": [1, "b"], "forms": inner})
    said = words.say(message, {"B": "Bob"})
    assert said == "A 3, Bob 4 is not an action of 1, b. There is nothing to take back."


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "Ann has 1 point, and it is hers."), (0, "Ann has 0 points, and they are hers.")],
)
def test_words_follow_their_number(tmp_path: Path, number: int, said: str) -> None:
    text = 'won = "{seat} has {n} {n:point|points}, and {n:it is|they are} hers."'
    (tmp_path / "words.en.toml").write_text(text)
    message = Message("won", {"seat": "A", "n": number})
    assert Words(tmp_path).say(message, {"A": "Ann"}) == said


def test_seats_are_letters_in_turn_order() -> None:
    assert [letter(seat) for seat in range(8)] == list("ABCDEFGH")
