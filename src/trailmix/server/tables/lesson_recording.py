"""A lesson written down: what the table of each step would say, so that it can be taken without a connection.

Nothing here knows what is right: a table like any other, which no store knows of and at which nobody sits, is
asked what people are most likely to try, and the weakest bots reply.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

import trailmix
from trailmix import bots
from trailmix.engine import lessons, position
from trailmix.engine.errors import Refused
from trailmix.engine.match import Match, Outlook
from trailmix.server.messages.lessons import RecordedStep
from trailmix.server.messages.protocol import PROTOCOL, TableChanged, Try, Welcome
from trailmix.server.messages.refusals import NoByRules
from trailmix.server.storage.store import Entry, Loaded
from trailmix.server.tables.giving import Wish, as_stored
from trailmix.server.tables.table import Table
from trailmix.server.tables.tables import Tables
from trailmix.server.tables.visible import Reader

MOST_LOOKED_AT = 800
MOST_TRIED = 200
"""Beginnings of turns, of each step: so many are looked at, and so many are written down."""
MOST_REPLIES = 200
"""Of bots to a turn."""
encode = msgspec.json.encode


def wish_for(step: lessons.Step, seat: int, name: str | None, language: str) -> Wish:
    """Who plays at the table of a step."""
    level = bots.LEVELS[0]
    return Wish(seat=seat, name=name, level=level, language=language, passing=not step.is_match)


def record(tables: Tables, step: lessons.Step, language: str) -> RecordedStep:
    """What the table of a step says. It takes a second at most, if the rules are compiled."""
    match = position.read(step.position)
    assert match.actor is not None  # noqa: S101 - it was looked at when the lesson was read
    learner, start = match.actor, match.position()
    wish = wish_for(step, learner, None, language)
    stored, people = as_stored(match.setup, start, wish, token="", invite="")
    loaded = Loaded(table=stored, people=people)

    def anew() -> _UnstoredTable:
        return _UnstoredTable(tables, loaded, Reader.holding(learner, language))

    table, drafts = anew(), [] if step.is_match else _drafts(match, step, learner)
    tried = {lessons.written(draft.actions): table.tried(draft.ahead) for draft in drafts}
    in_vain = [lessons.actions_of(turn) for turn in step.refused]
    return RecordedStep(
        learner=table.people.chairs[learner].name or "",
        greeting=table.greeting(),
        tried=tried | {lessons.written(actions): table.refused(actions) for actions in in_vain},
        played={
            lessons.written(draft.actions): anew().played(draft.actions, step.name)
            for draft in drafts
            if draft.is_wanted
        },
    )


class _Draft(NamedTuple):
    """A turn, as far as it has been laid out."""

    actions: tuple[str, ...]
    ahead: Outlook
    is_wanted: bool
    """Is it a whole turn that the step is about?"""


def _drafts(match: Match, step: lessons.Step, seat: int) -> list[_Draft]:
    """Those worth writing down: whatever leads to a turn that is wanted, then the shortest ones."""
    found = list(_many_drafts(match, step, seat))
    wanted = [draft.actions for draft in found if draft.is_wanted]
    leading = {actions[: n + 1] for actions in wanted for n in range(len(actions))}
    found.sort(key=lambda draft: (draft.actions not in leading, len(draft.actions)))
    return found[:MOST_TRIED]


def _many_drafts(match: Match, step: lessons.Step, seat: int) -> Iterator[_Draft]:
    """As many as are looked at: those of the turn that is shown, and the shortest ones."""
    shown = [tuple(step.shown[: n + 1]) for n in range(len(step.shown))]
    waiting = deque([*shown, *((action,) for action in match.legal())])
    looked_at = set[tuple[str, ...]]()
    while waiting and len(looked_at) < MOST_LOOKED_AT:
        actions = waiting.popleft()
        if actions in looked_at:
            continue
        looked_at.add(actions)
        ahead = match.outlook(actions, seat)
        is_whole = ahead.done or actions == tuple(step.shown)
        yield _Draft(actions, ahead, is_whole and step.accepts(actions, ahead.events))
        if not ahead.done:
            waiting.extend((*actions, action) for action in ahead.match.legal())


class _UnstoredTable(Table):
    """A table that is in no store: whatever is played there is only looked at."""

    def __init__(self, tables: Tables, loaded: Loaded, reader: Reader) -> None:
        super().__init__(tables, loaded, asleep=True)
        self._reader = reader
        self._learner = reader.chairs[0]  # seat and chair alike: the match was given
        self.match, self._first, self.people = self.dealt()
        self._remember(self._first)
        self._await_mover()

    def present(self, chair: int) -> bool:
        """Whoever reads what was written down is there."""
        return True

    def greeting(self) -> list[msgspec.Raw]:
        """The answers to hello."""
        match, language = self._started(), self._reader.language
        welcome = Welcome(
            protocol=PROTOCOL,
            version=trailmix.__version__,
            build="",  # of a page that is not talked to
            table=self.info(),
            chairs=[self._learner],
            fixed=msgspec.Raw(match.table_json(language)),
            badge=self.setup.game.badge_text(language),
        )
        return [msgspec.Raw(encode(welcome)), self._seen(self._first)]

    def tried(self, ahead: Outlook) -> msgspec.Raw:
        """What comes of laying out actions that lead there."""
        wish = Try(id="", seq=0, actions=[])
        return msgspec.Raw(encode(self._tried(self._learner, ahead, wish, self._reader.language)))

    def refused(self, actions: Sequence[str]) -> msgspec.Raw:
        """The reason why actions may not be laid out."""
        match = self._started()
        try:
            match.outlook(actions, self._learner)
        except Refused as refused:
            return msgspec.Raw(encode(NoByRules(refused, match).refusal(self._reader.language, "", 0)))
        raise AssertionError(actions)  # it was tried when the lesson was read

    def played(self, actions: Sequence[str], seed: str) -> list[msgspec.Raw]:
        """What comes of playing a turn: the position after it, and after each reply of a bot."""
        match = self._started()
        seen = [self._play(self._learner, actions)]
        while match.actor not in (None, self._learner) and len(seen) < MOST_REPLIES:
            seat = match.actor
            assert seat is not None  # noqa: S101 - the match is not over
            bot = bots.Seated(bots.LEVELS[0], f"{seed} {len(seen)}")
            choice = bot.choose(self.setup, match.seen_by(seat))
            seen.append(self._play(seat, [self.setup.notations[choice]]))
        if match.over:
            seen.append(msgspec.Raw(encode(TableChanged(table=self.info()))))
        return seen

    def _play(self, seat: int, actions: Sequence[str]) -> msgspec.Raw:
        match = self._started()
        events = tuple(match.play_all(actions, seat))
        entry = Entry(
            seq=self.seq + 1, kind="move", seat=seat, actions=tuple(actions), events=events, at=time.time()
        )
        if match.over:
            self.people = self._revised(status="over")
        self._remember(entry)
        self._await_mover()
        return self._seen(entry)

    def _seen(self, entry: Entry) -> msgspec.Raw:
        """The position after an entry, as the learner sees it."""
        return msgspec.Raw(encode(self.view(self._reader, [self.told(entry, self._reader)])))
