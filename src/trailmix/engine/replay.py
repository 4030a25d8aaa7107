"""Replays: a match as a JSON document that plays itself again, and the proof of fairness in it.

Re-playing goes through the rules action by action, so a replay that was tampered with, or made by other
rules or with other data, is told apart from a true one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from trailmix.engine import border
from trailmix.engine.errors import BadOption, BadReplay, Refused, TrailmixError
from trailmix.engine.game import Setup, find
from trailmix.engine.match import Match
from trailmix.engine.rng import key_of
from trailmix.engine.seeds import check_people, commitment, fresh, seating, seed_text

MOST_CHARACTERS = 10_000_000


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended, by seat. A seat that has no place has not won."""

    scores: tuple[int, ...]
    places: tuple[int | None, ...]


class Replay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The document.

    A match that began from a position has `start`, which says everything about its beginning; every other
    one has a `seed` and a `salt`, with the people, options and data.
    """

    trailmix: str
    game: str
    rules: int
    data_hash: str
    players: int
    people: tuple[str, ...] = ()
    """As they sit, clockwise; who sits first in turn order is drawn from the seed where the game says so."""
    options: dict[str, Any] = {}
    seed: str | None = None
    salt: str | None = None
    commitment: str | None = None
    start: str | None = None
    data: str | None = None
    """The text of the data file, if it is not the one that comes with the game."""
    actions: tuple[str, ...] = ()
    result: Result | None = None
    """None while the match is not over."""


def new(
    setup: Setup, *, seed: int | str | None = None, salt: str | None = None, people: tuple[str, ...] = ()
) -> Match:
    """Deal a match from a seed (by default one that nobody can guess)."""
    if people and len(check_people(people)) != setup.players:
        raise BadOption(f"{len(people)} people cannot take {setup.players} seats.")
    text = fresh() if seed is None else seed_text(seed)
    states = setup.game.state.new()
    border.deal(setup.table, states, key_of(text, "deal"))
    return Match(
        setup,
        states,
        people=people,
        names=seating(people, text, setup.game.first_player_drawn),
        seed=text,
        salt=fresh() if salt is None else seed_text(salt),
    )


def write(match: Match) -> str:
    """The replay of a match so far."""
    setup = match.setup
    bound = None
    if match.seed is not None and match.salt is not None:
        bound = commitment(setup, match.seed, match.salt)
    document = Replay(
        trailmix="replay",
        game=setup.game.slug,
        rules=setup.game.rules_version,
        data_hash=setup.data_hash,
        players=setup.players,
        people=match.people,
        options={} if match.start else msgspec.to_builtins(setup.options),
        seed=match.seed,
        salt=match.salt,
        commitment=bound,
        start=match.start,
        data=None if match.start else setup.data_text,
        actions=tuple(setup.game.notation.write(setup, move.action) for move in match.moves),
        result=Result(tuple(match.scores()), tuple(match.places())) if match.over else None,
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def read(text: str) -> Match:
    """Re-play a replay to its end; BadReplay says where and why it cannot be true."""
    document = decode(text)
    match = begin(document)
    for number, action in enumerate(document.actions, 1):
        try:
            match.play(action)
        except Refused as refused:
            raise BadReplay(
                f"Action {number} of the replay, '{action[:40]}', is refused: {refused}"
            ) from None
    check_result(document, match)
    return match


def decode(text: str) -> Replay:
    """The document behind a text, its form checked."""
    if len(text) > MOST_CHARACTERS:
        raise BadReplay("This is too long for a replay.")
    try:
        document = msgspec.json.decode(text.encode(), type=Replay)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise BadReplay(f"This is not a replay: {error}.") from None
    if document.trailmix != "replay":
        raise BadReplay('A replay says "trailmix": "replay".')
    return document


def begin(document: Replay) -> Match:
    """The match of a replay before its first action, rules, data and commitment checked."""
    try:
        game = find(document.game)
    except TrailmixError as error:
        raise BadReplay(str(error)) from None
    if document.rules != game.rules_version:
        raise BadReplay(
            f"This replay was played by version {document.rules} of the rules; we play {game.rules_version}."
        )
    try:
        if document.start is not None:
            from trailmix.engine import position

            # A seed beside it would be a proof of fairness for a deal that was never made from it.
            for name in ("seed", "salt", "commitment", "people", "options", "data"):
                if getattr(document, name):
                    raise BadReplay(f"This replay starts from a position and cannot have '{name}', too.")
            match = position.read(document.start)
        elif document.seed is not None:
            setup = game.setup(document.players, document.options, document.data)
            match = new(setup, seed=document.seed, salt=document.salt, people=document.people)
        else:
            raise BadReplay("This replay has neither a seed nor a position to start from.")
    except TrailmixError as error:
        raise BadReplay(str(error)) from None
    if match.setup.game is not game or match.players != document.players:
        raise BadReplay("This replay starts from a position of another game or number of players.")
    if match.setup.data_hash != document.data_hash:
        raise BadReplay("This replay was played with other data (cards or courses) than it is given with.")
    if document.commitment is not None and (
        match.seed is None
        or document.salt is None
        or commitment(match.setup, match.seed, document.salt) != document.commitment
    ):
        raise BadReplay("The commitment of this replay is not that of its seed and salt.")
    return match


def check_result(document: Replay, match: Match) -> None:
    """The result that the replay claims is the one that the rules give."""
    if not match.over and document.result is None:
        return
    if not match.over:
        raise BadReplay("This replay claims a result, but the match is not over.")
    truth = Result(tuple(match.scores()), tuple(match.places()))
    if document.result != truth:
        raise BadReplay(
            "This replay claims another result than the rules give: "
            f"scores {list(truth.scores)}, places {list(truth.places)}."
        )
