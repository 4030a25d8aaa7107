"""Replays: a true one plays to the same bytes, any other is refused with a sentence."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trailmix
from engine import tiny
from trailmix.engine import replay
from trailmix.engine.errors import BadPosition, BadReplay, TrailmixError
from trailmix.engine.match import Match
from trailmix.engine.seeds import commitment

GAMES = [(slug, players) for slug in trailmix.game_names() for players in trailmix.game(slug).players]
OLDER = Path(__file__).parents[1] / "golden" / "older"
"""Matches that were played by older rules, one of each game that has had any."""
OTHER_DECK = trailmix.game("alpina").data_file.read_text(encoding="utf-8").replace("per=2", "per=3", 1)


def played(match: Match, decisions: int | None = None) -> Match:
    whim = random.Random(1)
    while not match.over and len(match.moves) != decisions:
        match.play(whim.choice(match.actions()))
    return match


@functools.cache
def whole(slug: str = "alpina", players: int = 2) -> str:
    """The replay of a whole match."""
    return played(trailmix.new(slug, players, 7)).replay()


def changed(text: str = "", **changes: Any) -> str:
    """A replay with other values; None takes one out."""
    document = {**msgspec.json.decode(text or whole()), **changes}
    kept = {name: value for name, value in document.items() if value is not None}
    return msgspec.json.encode(kept).decode()


# --- true replays


@pytest.mark.parametrize(
    ("kept", "wanted"),
    [
        ("hike_dogsled-1", "This replay was played by version 1 of the rules; we play 2."),
        ("snow_tails-1", "This replay was played by version 1 of the rules; we play 2."),
    ],
)
def test_a_match_of_older_rules_is_refused(kept: str, wanted: str) -> None:
    text = (OLDER / f"{kept}.json").read_text(encoding="utf-8")
    with pytest.raises(BadReplay) as refused:
        trailmix.load(text)
    assert str(refused.value) == wanted


@pytest.mark.parametrize("slug", ["hike_dogsled", "snow_tails"])
def test_a_position_of_older_rules_is_refused(slug: str) -> None:
    text = trailmix.new(slug, players=3, seed=1).position()
    assert trailmix.load(text).players == 3
    with pytest.raises(BadPosition) as refused:
        trailmix.load(text.replace("rules = 2", "rules = 1"))
    assert str(refused.value) == "This position is for version 1 of the rules; we play 2."


def test_a_replay_carries_options_and_data() -> None:
    match = played(trailmix.new("alpina", 2, 1, options={"colours": ["red", "purple"]}, data=OTHER_DECK), 5)
    again = trailmix.load(match.replay())
    assert again.setup.options == match.setup.options
    assert again.setup.data == match.setup.data
    assert again.replay() == match.replay()


def test_a_replay_may_start_from_a_position() -> None:
    for data in (None, OTHER_DECK):
        options = {"colours": ["red", "purple"]}
        start = played(trailmix.new("alpina", 2, 1, options=options, data=data), 9).position()
        match = played(trailmix.load(start))
        again = trailmix.load(match.replay())
        assert again.states.tobytes() == match.states.tobytes()
        assert again.replay() == match.replay()
        assert "commitment" not in match.replay(), "nobody has promised anything about its chance"


def test_what_was_taken_back_is_not_in_the_replay() -> None:
    match = trailmix.new("alpina", 2, 1)
    match.play(match.legal()[0])
    match.undo()
    match.play(match.legal()[5])
    assert msgspec.json.decode(match.replay())["actions"] == [
        match.game.notation.write(match.setup, match.moves[0].action)
    ]


# --- the commitment


def test_the_commitment_binds_everything_that_decides_chance() -> None:
    game = trailmix.game("alpina")
    plain = game.setup(2)
    bound = [
        commitment(plain, "seed", "salt"),
        commitment(plain, "seed2", "salt"),
        commitment(plain, "seed", "salt2"),
        commitment(plain, "seedsalt", ""),
        commitment(game.setup(3), "seed", "salt"),
        commitment(game.setup(2, {"colours": ["red", "purple"]}), "seed", "salt"),
        commitment(game.setup(2, data=OTHER_DECK), "seed", "salt"),
    ]
    assert len(set(bound)) == len(bound)
    assert all(len(text) == 64 for text in bound)
    assert commitment(game.setup(2), "seed", "salt") == bound[0]


def test_the_commitment_never_changes() -> None:
    """Published before a match, checked after it: perhaps by a later Trailmix."""
    bound = commitment(tiny.GAME.setup(2, data=""), "7", "salt")
    assert bound == "7e19bf77f0b64875b4bc466f0e2e430cf7b78ff8405c0fdb3ecca88220b3e895"


def test_another_version_of_the_rules_is_another_commitment(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = trailmix.game("alpina").setup(2)
    before = commitment(setup, "seed", "salt")
    monkeypatch.setitem(vars(setup.game), "rules_version", 2)
    assert commitment(setup, "seed", "salt") != before


# --- tampering


def test_every_single_action_matters() -> None:
    """Any action left out, or replaced by another legal one, is seen: by the rules or by the result."""
    actions = msgspec.json.decode(whole())["actions"]
    for at in range(0, len(actions), 5):
        with pytest.raises(BadReplay):
            trailmix.load(changed(actions=actions[:at] + actions[at + 1 :]))
    for extra in ("none", actions[-1]):
        with pytest.raises(BadReplay, match=f"Action {len(actions) + 1} of the replay, '.*', is refused"):
            trailmix.load(changed(actions=[*actions, extra]))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"trailmix": "position"}, 'A replay says "trailmix": "replay"'),
        ({"trailmix": None}, "missing required field `trailmix`"),
        ({"weather": 1}, "unknown field `weather`"),
        ({"game": "chess"}, "no game called 'chess'"),
        ({"game": 5}, "Expected `str`"),
        ({"rules": 2}, "version 2 of the rules; we play 1"),
        ({"rules": 10**30}, "This is|version"),
        ({"rules": True}, "Expected `int`"),
        ({"players": 9}, "2 to 4 players"),
        ({"players": 3}, "commitment of this replay is not that of its seed"),
        ({"people": ["Ann"]}, "1 people cannot take 2 seats"),
        ({"people": ["Ann", "Ann"]}, "the same name"),
        ({"people": ["Ann", "\u0000"]}, "printable"),
        ({"options": {"speed": 3}}, "there is no 'speed', there is colours"),
        ({"options": {"colours": ["red", "purple"]}}, "commitment"),
        ({"options": 5}, "Expected `object`"),
        ({"seed": "8"}, "commitment"),
        ({"seed": ""}, "A seed has"),
        ({"seed": None}, "neither a seed nor a position"),
        ({"salt": "pepper"}, "commitment"),
        ({"salt": None}, "commitment"),
        ({"commitment": "0" * 64}, "commitment"),
        ({"commitment": ""}, "commitment"),
        ({"data_hash": "0" * 64}, "other data"),
        ({"data": OTHER_DECK}, "other data"),
        ({"data": "x"}, "not valid TOML"),
        ({"start": "x"}, "starts from a position and cannot have 'seed'"),
        ({"start": ""}, "cannot have 'seed'"),
        ({"actions": ["jump"]}, "Action 1 of the replay, 'jump', is refused"),
        ({"actions": ["x" * 10_000]}, "is refused"),
        ({"actions": [5]}, "Expected `str`"),
        ({"actions": []}, "claims a result, but the match is not over"),
        ({"result": None}, "claims another result"),
        ({"result": {"scores": [99, 0], "places": [1, 2]}}, "claims another result"),
        ({"result": {"scores": [10**30, 0], "places": [1, 2]}}, "This is not|claims another result"),
        ({"result": []}, r"Expected `object \| null`"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_tampered_replays(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadReplay, match=sentence):
        trailmix.load(changed(**changes))


def test_another_result_is_refused_by_its_places_alone() -> None:
    result = msgspec.json.decode(whole())["result"]
    with pytest.raises(BadReplay, match="another result"):
        trailmix.load(changed(result={**result, "places": result["places"][::-1]}))


@pytest.mark.parametrize("name", ["seed", "salt", "commitment", "people", "options", "data"])
def test_a_doctored_start_has_no_proof(name: str) -> None:
    """Else anybody could show the commitment of a fair deal with a match from a position of their own."""
    fair = trailmix.new("alpina", ["Ann", "Bob"], 7, options={"colours": ["red", "purple"]}, data=OTHER_DECK)
    proof = msgspec.json.decode(fair.replay())[name]
    doctored = trailmix.load(trailmix.new("alpina", 2, 99).position()).replay()
    trailmix.load(doctored)
    with pytest.raises(BadReplay, match=f"starts from a position and cannot have '{name}'"):
        trailmix.load(changed(doctored, **{name: proof}))


def test_a_start_is_of_the_game_and_players_it_says() -> None:
    doctored = trailmix.load(trailmix.new("alpina", 2, 99).position()).replay()
    with pytest.raises(BadReplay, match="another game or number of players"):
        trailmix.load(changed(doctored, players=3))
    with pytest.raises(BadReplay, match="not a position"):
        trailmix.load(changed(doctored, start="x"))


# --- hostile documents


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        "{]",
        '{"trailmix": "replay"}',
        "{" + " " * replay.MOST_CHARACTERS,
        '{"options":' * 100_000,
        '{"actions":' + "[" * 100_000,
        '{"trailmix": "\ud800"}',
        '{"rules": ' + "1" * 5000 + "}",
        '{"rules": 1e999}',
        '{"rules": NaN}',
        '{"trailmix": null}',
        '{"trailmix": "replay", "trailmix": "replay"}',
    ],
    ids=range(13),
)
def test_hostile_replays(text: str) -> None:
    with pytest.raises(BadReplay):
        trailmix.load(text)


def test_hostile_values_in_a_replay() -> None:
    for hostile in ('"\\ud800"', '"\\u0000"', "1" * 400, "-1", "1.5", "[[]]", '{"a": {}}', "true", "null"):
        for name in msgspec.json.decode(whole()):
            document = msgspec.json.decode(whole())
            document[name] = msgspec.Raw(hostile.encode())
            check_text(msgspec.json.encode(document).decode())


def check_text(text: str) -> None:
    """A text is a match, which can be written again, or a sentence."""
    try:
        match = trailmix.load(text)
    except TrailmixError as error:
        assert str(error)
    else:
        assert trailmix.load(match.replay()).replay() == match.replay()


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(msgspec.json.decode(whole()))), JSON)
def test_any_value_in_any_field(name: str, value: Any) -> None:
    document = msgspec.json.decode(whole())
    document[name] = value
    try:
        text = msgspec.json.encode(document).decode()
    except UnicodeEncodeError:  # a lone surrogate has no JSON; they are tested above, as escapes
        return
    check_text(text)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_mutated_replay_is_a_match_or_a_sentence(data: st.DataObject) -> None:
    text = whole()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 8)))
        text = text[:start] + data.draw(st.text(max_size=4)) + text[end:]
    check_text(text)


@settings(max_examples=300, deadline=None)
@given(st.text().map(lambda text: "{" + text))
def test_any_text_is_no_replay(text: str) -> None:
    with pytest.raises(BadReplay):
        trailmix.load(text)
