"""Match: a game being played.

>>> import trailmix
>>> m = trailmix.new("alpina", players=2, seed=7)
>>> len(m.legal())
24
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import numpy as np

from trailmix.engine import border, events
from trailmix.engine.documents import quoted
from trailmix.engine.errors import Refused
from trailmix.engine.events import Event
from trailmix.engine.game import Game, Setup
from trailmix.engine.record import SPECTATOR, Array, Redacted, copied, overwrite
from trailmix.engine.showing import show
from trailmix.engine.words import ENGLISH, Message, Words, letter

Action = int | str | Mapping[str, Any]
"""An action as its number, its notation, or a client's dict."""
UNFORESEEABLE = Message("refused.unforeseeable")
"""Said of whatever follows chance, a reveal or somebody else's decision in one draft."""


class Move(NamedTuple):
    """One action of a match: who played what, the state before it, and what happened."""

    seat: int
    action: int
    before: bytes
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Outlook:
    """What actions would lead to, as far as one seat can know before they are played."""

    match: Match
    """The match as it would be, what the seat does not know left blank."""
    events: list[Event]
    """What would happen, except what would show the seat something new."""
    done: bool
    """The decision passes on, or something new is shown: nothing further can be foreseen."""


class Match:
    """One playing of a game: `trailmix.new` and `trailmix.load` make them."""

    def __init__(
        self,
        setup: Setup,
        states: Array,
        *,
        people: Sequence[str] = (),
        names: Sequence[str] = (),
        seed: str | None = None,
        salt: str | None = None,
        start: str | None = None,
    ) -> None:
        self.setup = setup
        self.states = states
        self.people = tuple(people)
        """The people as they sit, clockwise."""
        self.names = tuple(names)
        """The people by seat, empty if nobody said who they are."""
        self._called = {letter(seat): name for seat, name in enumerate(self.names)}
        self.seed = seed
        self.salt = salt
        self.start = start
        """The position that the match began from, if it was not dealt from a seed."""
        self.moves: list[Move] = []
        self._legal = np.zeros(setup.game.max_legal, np.int64)
        self._noted = events.Buffer.of(states)
        self._shown: list[bytes] = []
        self._prompts: dict[str, str] = {}
        self._actor: int | None = None
        self._actions: list[int] | None = None
        self._is_redacted = False
        """These, from `_shown` on, hold until the next action."""
        self._foreseen = False
        """Is it only imagined, from what one seat knows?"""

    # --- asking

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.setup.game

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.setup.players

    @property
    def actor(self) -> int | None:
        """The seat whose decision it is, None when the match is over."""
        if self._actor is None:
            self._actor = int(border.actor(self.setup.table, self.states))
        return None if self._actor < 0 else self._actor

    @property
    def last_actor(self) -> int | None:
        """The seat that played last, None before the first action."""
        return self.moves[-1].seat if self.moves else None

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self.actor is None

    @property
    def events(self) -> list[Event]:
        """All that has happened since the start, as known to somebody who sees everything."""
        return [event for move in self.moves for event in move.events]

    def actions(self) -> list[int]:
        """The legal actions as numbers, ascending."""
        if self._actions is None:
            n = border.legal(self.setup.table, self.states, self._legal)
            self._actions = self._legal[:n].tolist()
        return list(self._actions)

    def legal(self) -> list[str]:
        """The legal actions in notation."""
        notations = self.setup.notations
        return [notations[action] for action in self.actions()]

    def mask(self) -> Array:
        """The legal actions as one bool for each action of the game."""
        mask = np.zeros(self.game.n_actions, np.bool_)
        mask[self.actions()] = True
        return mask

    def scores(self) -> list[int]:
        """The points of each seat, if the match ended now."""
        out = np.zeros(self.players, np.int64)
        border.score(self.setup.table, self.states, out)
        return [int(points) for points in out]

    def places(self) -> list[int | None]:
        """The place of each seat if the match ended now; None for a seat that has no place."""
        return self._standing()[0]

    def winners(self) -> list[int]:
        """The seats that have won, if the match ended now: those in the first place, unless nobody has."""
        places, won = self._standing()
        return [seat for seat, place in enumerate(places) if won and place == 1]

    def _standing(self) -> tuple[list[int | None], bool]:
        """The places, and whether the first of them is a victory."""
        out = np.zeros(self.players, np.int64)
        won = border.rank(self.setup.table, self.states, out)
        return [int(place) or None for place in out], bool(won)

    def seen_by(self, seat: int) -> Array:
        """The state as a seat (or SPECTATOR) may know it: what bots and views are made from."""
        self._check_seat(seat, spectator=True)
        return copied(self._known_to(seat))

    def _known_to(self, seat: int) -> Array:
        """What `seen_by` copies, made for all seats at once: calling a kernel costs more than its work."""
        if not self._is_redacted:
            self._redacted.renew()
            self._is_redacted = True
        return self._redacted.seen_by(seat)

    @functools.cached_property
    def _redacted(self) -> Redacted:
        return Redacted(self.game.state, self.states, self.players)

    def view(self, seat: int = SPECTATOR) -> msgspec.Struct:
        """All that a seat may know, as a client can draw it; without a seat, what onlookers may know."""
        self._check_seat(seat, spectator=True)
        view: msgspec.Struct = msgspec.json.decode(self.public_json(), type=self.game.view_type)
        if seat == SPECTATOR:
            return view
        own = msgspec.json.decode(self.own_json(seat), type=self.game.own_type)
        return msgspec.structs.replace(view, own=own)

    def public_json(self) -> bytes:
        """What everyone sees, as it is sent."""
        return (self._shown or self._show())[0]

    def own_json(self, seat: int) -> bytes:
        """What a seat sees and onlookers do not (its hand ...), as it is sent: the `own` of its view."""
        return (self._shown or self._show())[seat + 1]

    def _show(self) -> list[bytes]:
        """What everyone sees, and what each seat sees besides, made from what they may know."""
        number, self._shown = show(self.setup, self.states, self._redacted, self._legal)
        self._is_redacted = True
        self._actions = self._legal[:number].tolist()
        return self._shown

    def table_view(self) -> msgspec.Struct:
        """What never changes in this match (the deck ...), as a client can draw it."""
        return self.game.table_view(self.setup, self.game.words)

    def table_json(self, language: str = ENGLISH) -> bytes:
        """What never changes in this match, as it is sent."""
        return table_json(self.setup, self.game.words_in(language))

    def prompt(self, language: str = ENGLISH) -> str:
        """What is asked of the seat to decide, in a sentence."""
        if language not in self._prompts:
            self._prompts[language] = self.say(self.game.prompt(self.setup, self.states), language)
        return self._prompts[language]

    def say(self, message: Message, language: str = ENGLISH) -> str:
        """A message in words, people called by their names."""
        return self.game.words_in(language).say(message, self._called)

    # --- playing

    def why(self, action: Action, seat: int | None = None) -> str | None:
        """Why an action may not be played now, in a sentence, or None if it may.

        With a seat, the question is whether that seat may; without, whether the seat to decide may.
        """
        _, message = self._judge(action, seat)
        return None if message is None else self.say(message)

    def play(self, action: Action, seat: int | None = None) -> list[Event]:
        """Play an action and return what happened; Refused, with nothing changed, if it may not be played."""
        number, message = self._judge(action, seat)
        if message is not None:
            raise self._refused(message)
        before, actor = self.states.tobytes(), self.actor
        assert actor is not None  # noqa: S101 - the game refuses every action after the end
        now_deciding = border.apply(self.setup.table, self.states, number)
        self._forget()
        self._actor = int(now_deciding)
        happened = events.read(self.game.events, self.setup, self._noted, foreseen=self._foreseen)
        self.moves.append(Move(actor, number, before, tuple(happened)))
        return happened

    def play_all(self, actions: Sequence[Action], seat: int | None = None) -> list[Event]:
        """Play several actions, all of them or none: a turn that was drafted before it was shown to anybody.

        They are judged as `outlook` judges them, from what the seat can know beforehand. Were they judged one
        by one as they are played, a refusal would tell what the actions before it have brought to light.
        """
        who = self.actor if seat is None else seat
        is_draft = len(actions) > 1 and who is not None
        if is_draft:
            self.outlook(actions, who)  # type: ignore[arg-type]
        played = len(self.moves)
        try:
            return [event for action in actions for event in self.play(action, seat)]
        except Refused:
            self.rewind(played)
            if is_draft:  # the seat could not have known the reason
                raise self._refused(UNFORESEEABLE) from None
            raise

    def outlook(self, actions: Sequence[Action], seat: int) -> Outlook:
        """What actions would lead to, as far as a seat can know; Refused if one of them may not be played."""
        self._check_seat(seat, spectator=False)
        twin = Match(self.setup, self.seen_by(seat), names=self.names)
        twin._foreseen, done, happened = True, False, list[Event]()
        for action in actions:
            if done:  # it is not even read: what it means may depend on what happens
                raise self._refused(UNFORESEEABLE)
            told = twin.play(action, seat)
            if twin._took_chance(twin.moves[-1]):
                twin.rewind(len(twin.moves) - 1)  # chance decides: nothing can be shown of it
                done = True
            else:
                happened += told
                done = twin.actor != seat or events.revealed(self.game.events, twin._noted)
        return Outlook(twin, happened, done)

    def _refused(self, message: Message) -> Refused:
        return Refused(self.say(message), message)

    def rewind(self, played: int) -> None:
        """Go back to when only this many actions had been played, fair or not: for whoever runs the match."""
        if played < len(self.moves):
            self.put(self._record(self.moves[played].before))
            del self.moves[played:]

    def put(self, states: Array) -> None:
        """Replace the present state by another one, as it is: for whoever runs the match."""
        overwrite(self.states, states)
        self._forget()

    def _took_chance(self, last: Move) -> bool:
        """Did chance decide anything in the last action?"""
        return bool(self.states["counter"][0] != self._record(last.before)["counter"][0])

    def _record(self, state: bytes) -> Array:
        """A state as it was remembered."""
        return np.frombuffer(state, self.game.state.dtype)

    def _forget(self) -> None:
        """Drop what was read from the state: it has changed."""
        self._shown = []
        self._prompts = {}
        self._actor = self._actions = None
        self._is_redacted = False

    def number(self, action: Action) -> int | Message:
        """The number of an action given in any of its forms, or why there is no such action."""
        notation = self.game.notation
        if isinstance(action, str):
            exact = self.setup.numbers.get(action)
            return notation.read(self.setup, action) if exact is None else exact
        if isinstance(action, Mapping):
            return notation.from_dict(self.setup, action)
        if isinstance(action, (int, np.integer)) and not isinstance(action, bool):
            if 0 <= action < self.game.n_actions:
                return int(action)
            action = int(action)
        return Message("refused.unknown_number", {"action": quoted(action), "last": self.game.n_actions - 1})

    def _judge(self, action: Action, seat: int | None) -> tuple[int, Message | None]:
        """The number of an action and why it may not be played, judged from what the seat knows."""
        number = self.number(action)
        if isinstance(number, Message):
            return -1, number
        actor = self.actor
        if seat is not None:
            self._check_seat(seat, spectator=False)
        if actor is None:
            return number, Message("refused.over")
        if seat is not None and seat != actor:
            return number, Message("refused.not_your_turn", {"seat": letter(seat), "actor": letter(actor)})
        if self._allows(number):
            return number, None
        message = self.game.why(self.setup, self.seen_by(actor), actor, number)
        if message is None:
            raise RuntimeError(
                f"{self.game.slug}: action {number} is not legal, and `why` does not know why."
            )
        return number, message

    def _allows(self, number: int) -> bool:
        if self._actions is not None:
            return number in self._actions
        return bool(border.allows(self.setup.table, self.states, self._legal, number))

    def _check_seat(self, seat: int, *, spectator: bool) -> None:
        lowest = SPECTATOR if spectator else 0
        if type(seat) is int and lowest <= seat < self.players:
            return
        if (
            isinstance(seat, bool)
            or not isinstance(seat, (int, np.integer))
            or not lowest <= seat < self.players
        ):
            seats = [letter(n) for n in range(self.players)]
            raise self._refused(Message("refused.no_seat", {"seat": quoted(seat), "seats": seats}))

    def undo(self, seat: int | None = None) -> int:
        """Take the last action back, if that is fair; returns its number.

        Four rules: it never changes whose turn it is, never makes others do something again, never crosses
        something shown, never crosses chance. Refused says which of them forbids it.
        """
        message = self.why_no_undo(seat)
        if message is not None:
            raise self._refused(message)
        action = self.moves[-1].action
        self.rewind(len(self.moves) - 1)
        return action

    def why_no_undo(self, seat: int | None = None) -> Message | None:
        """Why the last action cannot be taken back, None if it can."""
        if seat is not None:
            self._check_seat(seat, spectator=False)
        if not self.moves:
            return Message("refused.nothing_to_undo")
        last = self.moves[-1]
        if seat is not None and seat != last.seat:
            return Message("refused.undo_not_yours", {"seat": letter(last.seat)})
        if self.actor != last.seat:
            return Message("refused.undo_other_turn")
        if self._took_chance(last):
            return Message("refused.undo_chance")
        if any(event.kind in self.game.revealing for event in last.events):
            return Message("refused.undo_reveal")
        return None

    # --- copies and documents

    def clone(self) -> Match:
        """A match of its own from here on, with the same past."""
        twin = Match(
            self.setup,
            copied(self.states),
            people=self.people,
            names=self.names,
            seed=self.seed,
            salt=self.salt,
            start=self.start,
        )
        twin.moves = list(self.moves)
        return twin

    def position(self) -> str:
        """The whole position as text, secrets included; `trailmix.load` gives the match back."""
        from trailmix.engine import position

        return position.write(self)

    def replay(self) -> str:
        """The match so far as a document, secrets included; `trailmix.load` re-plays it."""
        from trailmix.engine import replay

        return replay.write(self)


@functools.lru_cache(maxsize=64)
def table_json(setup: Setup, words: Words) -> bytes:
    """What never changes, as it is sent: made once for all matches that are alike."""
    return msgspec.json.encode(setup.game.table_view(setup, words))
