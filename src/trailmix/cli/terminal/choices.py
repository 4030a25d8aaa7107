"""Reading an answer: a number of the list, an action, several actions, or a part of one."""

from __future__ import annotations

import re

from trailmix.cli.terminal.display import Choice
from trailmix.engine.errors import TrailmixError
from trailmix.engine.match import Match
from trailmix.engine.words import Message

MOST_EXAMPLES = 6


class NoChoice(TrailmixError):
    """What was said is none of the numbers, or no number may stand there."""


def numbered(legal: list[str]) -> list[Choice]:
    """The actions with their numbers, which they keep as long as the question stands."""
    return list(enumerate(legal, 1))


def fitting(legal: list[str], said: str) -> list[Choice]:
    """The actions that begin with what was said, or of which it is a part: a card, a cell."""
    wanted = said.casefold()
    return [
        (number, action)
        for number, action in numbered(legal)
        if action.casefold().startswith(wanted) or wanted in re.split(r"[@=+\s]", action.casefold())
    ]


def actions(match: Match, said: str) -> list[str]:
    """The actions that somebody means, in notation; what is not an action stays as it was typed."""
    parts = [part.strip() for part in said.split(";") if part.strip()]
    if len(parts) > 1 and any(part.isdecimal() for part in parts[1:]):
        raise NoChoice("Only the first of several actions can be a number: the other lists are yet to come.")
    found = [_of_list(match, parts[0]), *parts[1:]] if parts else []
    return [action for part in found for action in _as_shown(match, part)]


def unknown(match: Match, said: str) -> str:
    """The first of several actions that the game does not have."""
    return next((action for action in actions(match, said) if not _is_action(match, action)), said)


def _of_list(match: Match, said: str) -> str:
    """The action behind a number; anything else is an action itself."""
    if not said.isdecimal() or match.over:
        return said
    legal = match.legal()
    if len(said) > len(str(len(legal))) or not 1 <= int(said) <= len(legal):
        raise NoChoice(
            f"The list goes from 1 to {len(legal)}." if len(legal) > 1 else "The list has only a 1."
        )
    return legal[int(said) - 1]


def _as_shown(match: Match, said: str) -> list[str]:
    """Actions may be written one after the other as the board shows them: `F R`, `use T1 pay`, or `FR`."""
    if _is_action(match, said):
        return [said]
    words = said.split()
    if len(words) == 1 and all(_is_action(match, letter) for letter in said):
        return list(said)
    return _split(match, words) or [said]


def _split(match: Match, words: list[str]) -> list[str]:
    """Words as actions, each as long as it can be; nothing if not all of them are actions."""
    if not words:
        return []
    for end in range(len(words) - 1, 0, -1):
        first, rest = " ".join(words[:end]), words[end:]
        if _is_action(match, first):
            whole = " ".join(rest)
            others = [whole] if _is_action(match, whole) else _split(match, rest)
            if others:
                return [first, *others]
    return []


def _is_action(match: Match, said: str) -> bool:
    return not isinstance(match.number(said), Message)


def examples(legal: list[str]) -> str:
    """What can be written now: an action of each form."""
    shapes: dict[str, str] = {}
    for action in legal:
        shapes.setdefault(re.sub(r"[A-Z]?-?\d+(,-?\d+)?", "#", action), action)
    return " · ".join(list(shapes.values())[:MOST_EXAMPLES])
