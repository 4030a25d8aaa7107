"""Lessons: a game taught by playing it, step by step, each at a position of its own.

A game's folder may have a file ``lesson.toml``::

    [[step]]
    name = "follow"                              # its sentences are `lesson.follow...`
    show = "H7; end"                             # the turn that "Show me" lays out
    wanted = ["H*; end", "S2; ..."]              # the turns that are accepted; left out: only `show`
    must = ["won"]                               # kinds of events that have to happen in it
    must_not = ["lost"]                          # and that must not
    refused = { "D3" = "refused.follow_suit" }   # what people may well try, and the reason they get
    position = '''
    trailmix = "position"
    ...
    '''

In `wanted`, ``*`` stands for anything within an action, and ``...`` at the end for whatever follows. Whoever
is to move in the position is the learner. The last step has nothing to show: it is a match in progress, which
the learner plays to its end.

The sentences stand in the game's catalogue: ``title`` and ``tell`` (what the step is about) for every step;
``task`` (what to do), ``other`` (why another legal turn is not what the step is about; not needed if every
turn is accepted) and ``done`` for all but the last.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec

from trailmix.engine import position
from trailmix.engine.data_files import Strict, read_part
from trailmix.engine.documents import quoted, read_toml
from trailmix.engine.errors import BadData, BadPosition, Refused
from trailmix.engine.events import Event
from trailmix.engine.game import Game
from trailmix.engine.match import Match
from trailmix.engine.words import Message, Words

FILE = "lesson.toml"
MOST_STEPS = 20
REST = "..."
SEPARATOR = ";"
StepName = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,30}$")]


class Step(Strict, frozen=True, kw_only=True):
    """A step as its file has it."""

    name: StepName
    position: str
    show: str | None = None
    wanted: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    refused: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def shown(self) -> list[str]:
        """The actions of the turn that is shown."""
        return actions_of(self.show) if self.show is not None else []

    @property
    def is_match(self) -> bool:
        """Is it the match at the end, rather than something to learn?"""
        return self.show is None

    @property
    def takes_any(self) -> bool:
        """Is every turn accepted?"""
        return REST in self.wanted and not self.must and not self.must_not

    @property
    def fits(self) -> str:
        """The turns that are accepted, as a pattern that Python and browsers read alike."""
        return _either(_whole(actions_of(one)) for one in self._turns)

    @property
    def begins(self) -> str:
        """Any beginning of such a turn."""
        return _either(_beginning(actions_of(one)) for one in self._turns)

    @property
    def _turns(self) -> tuple[str, ...]:
        return self.wanted or (() if self.show is None else (self.show,))

    def accepts(self, actions: Sequence[str], happened: Sequence[Event]) -> bool:
        """Is this turn, which does this, what the step is about?"""
        kinds = {event.kind for event in happened}
        fits = re.fullmatch(self.fits, written(actions)) is not None
        return fits and kinds.issuperset(self.must) and kinds.isdisjoint(self.must_not)

    def sentences(self, words: Words) -> Sentences:
        """What is said in it."""
        name = self.name
        if self.is_match:
            title, tell = Message(f"lesson.{name}.title"), Message(f"lesson.{name}.tell")
            return Sentences(words.say(title), words.say(tell))
        return Sentences(
            words.say(Message(f"lesson.{name}.title")),
            words.say(Message(f"lesson.{name}.tell")),
            words.say(Message(f"lesson.{name}.task")),
            "" if self.takes_any else words.say(Message(f"lesson.{name}.other")),
            words.say(Message(f"lesson.{name}.done")),
        )


class Sentences(msgspec.Struct, frozen=True):
    """What is said in a step."""

    title: str
    tell: str
    task: str = ""
    other: str = ""
    done: str = ""


def actions_of(turn: str) -> list[str]:
    """The actions of a turn as it is written."""
    return [action.strip() for action in turn.split(SEPARATOR)]


def written(actions: Sequence[str]) -> str:
    """Actions as the patterns of a step read them."""
    return SEPARATOR.join(actions)


def _either(patterns: Iterator[str]) -> str:
    return f"^(?:{'|'.join(patterns)})$"


def _action(pattern: str) -> str:
    """One action, a * for anything within it."""
    return f"[^{SEPARATOR}]*".join(re.escape(part) for part in pattern.split("*"))


def _whole(actions: Sequence[str]) -> str:
    if actions[-1] != REST:
        return SEPARATOR.join(map(_action, actions))
    return "".join(f"{_action(action)}{SEPARATOR}" for action in actions[:-1]) + ".*"


def _beginning(actions: Sequence[str]) -> str:
    if actions[0] == REST:
        return ".*"
    rest = "" if len(actions) == 1 else f"(?:{SEPARATOR}{_beginning(actions[1:])})?"
    return _action(actions[0]) + rest


def has_lesson(game: Game) -> bool:
    """Does a lesson come with a game?"""
    return (game.folder / FILE).is_file()


@functools.cache
def lesson_of(game: Game) -> tuple[Step, ...]:
    """The steps of a game's lesson, none if it has none; BadData names the file and the wrong step."""
    if not has_lesson(game):
        return ()
    return read(game, (game.folder / FILE).read_text(encoding="utf-8"))


def read(game: Game, text: str) -> tuple[Step, ...]:
    """The steps of a lesson, each of them tried out."""
    where = f"{game.folder.name}/{FILE}"
    try:
        document = read_toml(text)
    except ValueError as error:
        raise BadData(f"{where} cannot be used: {error}.") from None
    said = document.pop("step", None)
    if document or not isinstance(said, list) or not 2 <= len(said) <= MOST_STEPS:
        raise BadData(f"{where} has nothing but [[step]], from 2 to {MOST_STEPS} times.")
    steps = tuple(
        read_part(one, Step, f"{where}, step {_called(n, one)}") for n, one in enumerate(said, start=1)
    )
    names = [step.name for step in steps]
    for n, (step, one) in enumerate(zip(steps, said, strict=True), start=1):
        if fault := _fault(game, step, last=n == len(steps), again=names.count(step.name) > 1):
            raise BadData(f"{where}, step {_called(n, one)}: {fault}")
    return steps


def _called(number: int, said: object) -> str:
    """A step as a sentence calls it."""
    name = said.get("name") if isinstance(said, dict) else None
    return f"{number} ({name[:40]})" if isinstance(name, str) else str(number)


def _fault(game: Game, step: Step, *, last: bool, again: bool) -> str | None:
    """What is wrong with a step, in a sentence."""
    if again:
        return "another step has the same name."
    if last != step.is_match or (last and (step.wanted or step.must or step.must_not or step.refused)):
        return "all steps but the last show a turn; the last is a match, in which nothing is wanted."
    try:
        match = position.read(step.position)
    except BadPosition as error:
        return str(error)
    if match.game is not game or match.actor is None:
        return f"its position is not one of {game.name} in which somebody is to move."
    if missing := [key for key in _keys(step) if key not in game.words.texts]:
        return f"words.en.toml lacks {', '.join(missing)}."
    kinds = {kind.name for kind in game.events.values()}
    if unknown := [kind for kind in (*step.must, *step.must_not) if kind not in kinds]:
        return f"there is no event of the kind {quoted(unknown[0])}."
    return None if step.is_match else _fault_of_turns(match, step)


def _keys(step: Step) -> list[str]:
    """The sentences that a step needs."""
    wanted = ["title", "tell"] + ([] if step.is_match else ["task", "done"])
    if not (step.is_match or step.takes_any):
        wanted.append("other")
    return [f"lesson.{step.name}.{part}" for part in wanted]


def _fault_of_turns(match: Match, step: Step) -> str | None:
    """Does the referee say of the turns what the file says?"""
    assert match.actor is not None  # noqa: S101 - somebody is to move
    try:
        ahead = match.outlook(step.shown, match.actor)
    except Refused as refused:
        return f"{quoted(step.show)} cannot be played: {refused}"
    if not step.accepts(step.shown, ahead.events):
        return f"{quoted(step.show)} is shown, but not accepted."
    for turn, reason in step.refused.items():
        try:
            match.outlook(actions_of(turn), match.actor)
        except Refused as refused:
            if refused.message.key == reason:
                continue
            return f"{quoted(turn)} is refused for another reason: {refused.message.key}."
        return f"{quoted(turn)} can be played, and is not refused."
    return None
