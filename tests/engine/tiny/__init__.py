"""A game of single words for tests of the engine: it shows cases that the real games may not have.

`step` does nothing but happen, `roll` rolls a die, `peek` looks at something hidden, `pass` ends the turn,
`burst` notes more events than fit, `end` ends the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from trailmix.engine import insight
from trailmix.engine.events import EventKind, forget_events, note, private, public
from trailmix.engine.game import Game, Setup
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import EVERYONE, NOBODY, Array, StateRecord, TableRecord, field
from trailmix.engine.replay import new
from trailmix.engine.rng import below, seed
from trailmix.engine.verbs import Kernels
from trailmix.engine.words import Message

WORDS = ("step", "roll", "peek", "pass", "burst", "end")
STEP, ROLL, PEEK, PASS, BURST, END = range(6)
STEPPED, ROLLED, PEEKED, PASSED = range(4)
BUFFER = 2


class Table(TableRecord):
    """Nothing but the number of seats."""


class State(StateRecord, events=BUFFER):
    """Whose turn it is, the die, and something hidden."""

    turn: int = field(np.int64, see=EVERYONE)
    over: int = field(np.int64, see=EVERYONE)
    die: int = field(np.int64, see=EVERYONE)
    secret: int = field(np.int64, see=NOBODY)


@rule
def deal(t: Table, s: State, key: Array) -> None:
    """Hide something."""
    seed(s, key)
    s.turn, s.over, s.die = 0, 0, 0
    s.secret = below(s, 100)


@rule
def actor(t: Table, s: State) -> int:
    """Turns go round."""
    return -1 if s.over else s.turn % t.players


@rule
def legal(t: Table, s: State, out: Array) -> int:
    """Any word but a second peek at nothing new."""
    if s.over:
        return 0
    for action in range(6):
        out[action] = action
    return 6


@rule
def apply(t: Table, s: State, action: int) -> None:
    """Do what the word says."""
    forget_events(s)
    seat = actor(t, s)
    if action == ROLL:
        s.die = below(s, 6) + 1
        note(s, ROLLED, seat, s.die)
    elif action == PEEK:
        note(s, PEEKED, seat, s.secret)
    elif action == PASS:
        s.turn += 1
        note(s, PASSED, seat)
    elif action == END:
        s.over = 1
    else:
        for _ in range(BUFFER + 1 if action == BURST else 1):
            note(s, STEPPED, seat)


@rule
def score(t: Table, s: State, out: Array) -> None:
    """No points."""
    out[: t.players] = 0


@rule
def rank(t: Table, s: State, out: Array) -> None:
    """All are first."""
    out[: t.players] = 1


@rule
def redeal(t: Table, s: State, seat: int, key: Array) -> int:
    """Hide something else."""
    deal(t, s, key)
    return 1


@rule
def choose(t: Table, s: State, mind: Any) -> int:
    """Any word."""
    return below(mind, 6)


@rule
def check(t: Table, s: State) -> int:
    """All is always well."""
    return 0


class Notation:
    """Words."""

    def write(self, setup: Setup, action: int) -> str:
        return WORDS[action]

    def read(self, setup: Setup, text: str) -> int | Message:
        forms = Message("notation.forms")
        unknown = Message("refused.malformed", {"action": text, "game": setup.game.name, "forms": forms})
        return WORDS.index(text) if text in WORDS else unknown

    def to_dict(self, setup: Setup, action: int) -> dict[str, Any]:
        return {"word": WORDS[action]}

    def from_dict(self, setup: Setup, said: Mapping[str, Any]) -> int | Message:
        return self.read(setup, str(said.get("word")))


class Position:
    """Turn and secret."""

    def write(self, setup: Setup, states: Array) -> dict[str, Any]:
        return {"turn": int(states[0].turn), "secret": int(states[0].secret)}

    def read(self, setup: Setup, states: Array, said: dict[str, Any], key: Array) -> None:
        deal(setup.table[0], states[0], key)


class Data(msgspec.Struct, frozen=True):
    """No data."""

    essence: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True):
    """The die."""

    die: int
    own: Own | None = None


class Own(msgspec.Struct, frozen=True):
    """Nothing is secret: only who looks."""

    seat: int


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No options."""


@rule
def look(t: Table, s: State, v: Any) -> None:
    """The die."""
    v.die = s.die


@rule
def look_own(t: Table, s: State, seat: int, v: Any) -> None:
    """Who looks."""
    v.seat = seat


def _draw(_setup: Setup, view: View, _names: Sequence[str]) -> str:
    return str(view.die)


GAME = Game(
    slug="tiny",
    name="Tiny",
    about=Message("about"),
    players=range(2, 4),
    minutes=1,
    rules_version=1,
    folder=Path(__file__).parent,
    table=Table,
    state=State,
    kernels=Kernels(
        *(deal, legal, apply, actor, score, rank, redeal, insight.greedy_alone, choose, choose),
        *(
            insight.points_alone,
            insight.whole_match,
            insight.nothing_settled,
            insight.greedy_alone,
            check,
            look,
            look_own,
        ),
    ),
    n_actions=len(WORDS),
    max_legal=len(WORDS),
    max_decisions=1000,
    invariants=("All is well.",),
    options=Options,
    read_data=lambda _text: Data(),
    check_options=lambda _options, _data, _players: None,
    fill_table=lambda _t, _data, _options: None,
    notation=Notation(),
    events={
        STEPPED: EventKind("stepped"),
        ROLLED: EventKind("rolled", (public("number"),)),
        PEEKED: EventKind("peeked", (private("number"),), reveals=True),
        PASSED: EventKind("passed"),
    },
    why=lambda _setup, _states, _seat, _action: None,
    table_view=lambda _setup, _words: View(0),
    view_type=View,
    own_type=Own,
    names=lambda _setup: {},
    draw=_draw,
    prompt=lambda _setup, _states: Message("prompt.word"),
    position=Position(),
)


def match(*words: str, players: int = 2) -> Match:
    """A match in which these words have been said."""
    made = new(GAME.setup(players, data=""), seed=1)
    for word in words:
        made.play(word)
    return made
