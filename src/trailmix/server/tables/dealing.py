"""How the match of a table begins, dealt from its seed or with a position that was given, and its log.

A position is given when somebody plays on from a decision of another match. Nothing was drawn then, so there
is nothing to be proved: such a table publishes no commitment.
"""

from __future__ import annotations

from trailmix.engine import position, replay
from trailmix.engine.errors import Refused
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.seeds import commitment
from trailmix.server.messages.refusals import damaged
from trailmix.server.storage.store import Entry, People, StoredTable


def deal(setup: Setup, stored: StoredTable, people: People) -> Match:
    """The match of a table before its first action. In one that was given, chairs have the seats in order."""
    names = tuple(chair.name or "" for chair in people.chairs)
    if stored.start is None:
        return replay.new(setup, seed=stored.seed, salt=stored.salt, people=names)
    return Match(setup, position.read(stored.start).states, names=names, start=stored.start)


def published(setup: Setup, stored: StoredTable) -> str:
    """What is published at the start, to prove that the deal was fixed then; empty for one that was given."""
    return commitment(setup, stored.seed, stored.salt) if stored.start is None else ""


def play_again(match: Match, entry: Entry) -> None:
    """Play an entry of a log, one action at a time: as a draft they were judged when they were new."""
    if entry.kind == "move":
        for action in entry.actions:
            match.play(action, entry.seat)
    elif entry.kind == "undo":
        match.undo(entry.seat)


def play_entry(match: Match, entry: Entry) -> None:
    """The same; No if the rules do not allow it, because then the log is damaged."""
    try:
        play_again(match, entry)
    except Refused as error:
        raise damaged(error) from None
