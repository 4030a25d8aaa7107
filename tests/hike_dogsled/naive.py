"""A second Hike!, written from the ledger alone: slow, plain, and sharing no rule with the first.

Cards are called as in the data file ("H07", "Y3", "X1"); equipment is "E", care "C" (single) and
"D" (double). Slots are "T1" .. "B4", seats are numbers, seat 0 is the first player. Actions are written as
players write them.

A match is one generator that stops wherever somebody decides. It shuffles nothing itself: a `Chance` says
what came of every shuffle, so that it can follow another match action by action.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from hike_dogsled.naive_cards import Asked, Data, Sled, Steps, is_husky
from hike_dogsled.naive_loose import resolve
from hike_dogsled.naive_race import Turn, race

EQUIPMENT, SINGLE, DOUBLE = "E", "C", "D"
LAST_DAY, MORE_DAYS = 30, 3


class Chance(Protocol):
    """What the shuffles brought: each is told what is in the pile in question."""

    def dealt(self, seat: int, deck: Counter[str]) -> list[str]: ...
    def turned_up(self, deck: Counter[str]) -> str: ...
    def landscape(self, unseen: list[str]) -> str: ...
    def dealt_back(self, seats: list[int], cards: list[str]) -> list[str]: ...
    def care(self, seat: int, pile: Counter[str]) -> str: ...
    def loose(self, cards: list[str]) -> list[str]: ...


@dataclass
class Whims:
    """Real chance."""

    random: random.Random

    def dealt(self, _: int, deck: Counter[str]) -> list[str]:
        return self.random.sample(sorted(deck.elements()), 2)

    def turned_up(self, deck: Counter[str]) -> str:
        return self.random.choice(sorted(deck.elements()))

    def landscape(self, unseen: list[str]) -> str:
        return self.random.choice(unseen)

    def dealt_back(self, _: list[int], cards: list[str]) -> list[str]:
        return self.random.sample(cards, len(cards))

    def care(self, _: int, pile: Counter[str]) -> str:
        return self.random.choice(sorted(pile.elements()))

    def loose(self, cards: list[str]) -> list[str]:
        return self.random.sample(cards, 3)


@dataclass
class Seat:
    """All that a seat has during Preparations, and what everybody can know of its hand."""

    sled: Sled
    hand: Counter[str] = field(default_factory=Counter)
    mentors: int = 2
    pile: list[str] = field(default_factory=lambda: [SINGLE, DOUBLE, DOUBLE])
    ready: int = 0
    """The day of its declaration, 0 while unready."""
    known: Counter[str] = field(default_factory=Counter)
    """The cards of the hand that everybody has seen coming (HD-RUL-2, HD-RUL-53)."""

    def take(self, card: str, openly: bool = True) -> None:
        self.hand[card] += 1
        self.known[card] += openly

    def give(self, card: str) -> None:
        assert self.hand[card] > 0
        self.hand = self.hand - Counter([card])
        self.known = self.known - Counter([card])

    def huskies(self) -> list[str]:
        """Those in hand."""
        return sorted(card for card in self.hand if is_husky(card))


@dataclass
class Naive:
    """One match. `asked` is the decision that is due, None once it is over."""

    data: Data
    players: int
    chance: Chance
    with_loose: bool = False
    removed: Counter[str] = field(default_factory=Counter)
    """Everything that has left the game."""
    runaways: Counter[str] = field(default_factory=Counter)
    """Huskies removed by loose cards: these are open."""
    pool: list[tuple[str, int]] = field(default_factory=list)
    """Cards of a Crazy husky swap dealt face-down, and to whom (HD-RUL-53), as long as it is not known."""
    picks: dict[int, str] = field(default_factory=dict)
    day: int = 0
    landscapes: list[str] = field(default_factory=list)
    """Those turned up, in the order of the track."""
    winner_known: str = ""
    """Why the match ended without a race: "nobody" or "one racer"."""
    track: tuple[str, ...] = ()
    turns: dict[int, Turn] = field(default_factory=dict)
    """The racers, by seat."""
    race_day: int = 0
    discards: Counter[str] = field(default_factory=Counter)
    """Care cards played in the race."""

    def __post_init__(self) -> None:
        self.columns = 4 if self.players <= 4 else 3
        self.laid, self.sideways = (8, 4) if self.players <= 4 else (6, 3)
        self.unseen = list(self.data.middle)
        self.deck = Counter({card: 1 for card in (*self.data.huskies, *self.data.youngsters)})
        self.deck += Counter({EQUIPMENT: self.data.equipment, SINGLE: self.data.singles_in_deck})
        self.reserve = Counter(
            {SINGLE: self.data.singles - self.data.singles_in_deck, DOUBLE: self.data.doubles}
        )
        self.seats = [Seat(Sled(self.data, self.columns)) for _ in range(self.players)]
        self.centre: Counter[str] = Counter()
        self.care_pile: Counter[str] = Counter()
        self.set_up()
        self.steps = self.preparations()
        self.asked: Asked | None = next(self.steps, None)

    def play(self, action: str) -> None:
        """One decision, and all that follows from it by itself."""
        assert self.asked is not None
        assert action in self.asked.options
        try:
            self.asked = self.steps.send(action)
        except StopIteration:
            self.asked = None
        self.count_out()

    def count_out(self) -> None:
        """Whoever shows a card dealt face-down makes the others guess better; the last one is known."""
        self.pool = [(card, seat) for card, seat in self.pool if self.seats[seat].hand[card]]
        if len(self.pool) == 1:
            ((card, seat),) = self.pool
            self.seats[seat].known[card] = 1
            self.pool = []

    # --- setup (chapter 2)

    def set_up(self) -> None:
        for number, seat in enumerate(self.seats):
            for card in self.chance.dealt(number, self.deck):
                self.from_deck(card)
                seat.take(card, openly=False)
            self.reserve -= Counter(seat.pile)
        for _ in range(2):
            self.centre[self.from_deck(self.chance.turned_up(self.deck))] += 1
        if self.with_loose:  # HD-LOOSE-1, HD-RUL-4
            names = list(self.data.loose)
            kept = self.chance.loose(names)
            self.removed += Counter(names) - Counter(kept)
            self.deck += Counter(kept)

    def from_deck(self, card: str) -> str:
        assert self.deck[card] > 0, f"{card} is not in the deck"
        self.deck = self.deck - Counter([card])
        return card

    def clockwise(self, first: int = 0) -> list[int]:
        return [(first + step) % self.players for step in range(self.players)]

    # --- days (HD-PREP)

    def preparations(self) -> Steps:
        while True:
            self.day += 1
            if len(self.landscapes) < self.laid:
                self.turn_up_landscape()
            for number in self.clockwise():
                if self.seats[number].ready:
                    self.collect_care(self.seats[number])
                else:
                    yield from self.turn(number)
            declared = [seat.ready for seat in self.seats if seat.ready]
            if len(declared) == self.players or (declared and self.day == min(declared) + MORE_DAYS):
                break
            if not declared and self.day == LAST_DAY:  # HD-RUL-16
                self.winner_known = "nobody"
                return
        self.clean_up()
        if len(self.racers) == 1:  # HD-RUL-17
            self.winner_known = "one racer"
            return
        yield from race(self)

    def turn_up_landscape(self) -> None:
        card = self.chance.landscape(self.unseen)
        self.unseen.remove(card)
        self.landscapes.append(card)

    def collect_care(self, seat: Seat) -> None:
        """HD-READY-7."""
        if seat.pile:
            seat.take(seat.pile.pop(0))

    def clean_up(self) -> None:
        """HD-READY-12, HD-RUL-15."""
        self.care_pile = self.reserve
        self.reserve = Counter()
        for seat in self.seats:
            self.care_pile += Counter(seat.pile)
            seat.pile = []
            seat.mentors = 0
            if not seat.ready:
                self.removed += seat.hand + Counter(seat.sled.cards.values())
                seat.hand, seat.known = Counter(), Counter()
                seat.sled.cards.clear()
        self.removed += self.centre + self.deck
        self.centre, self.deck = Counter(), Counter()
        while len(self.landscapes) < self.laid:
            self.turn_up_landscape()

    @property
    def racers(self) -> list[int]:
        """Clockwise from the first player (HD-RUL-34)."""
        return [number for number in self.clockwise() if self.seats[number].ready]

    # --- a turn

    def turn(self, number: int) -> Steps:
        """HD-PREP-4."""
        seat = self.seats[number]
        straightened = len(self.landscapes) >= self.sideways
        yield from self.turn_up(number, 1 if straightened else 2)
        while seat.mentors and self.deck:
            if (yield Asked(number, "mentor", {"mentor", "none"})) == "none":
                break
            seat.mentors -= 1
            yield from self.turn_up(number, 1)
        options = self.actions(seat)
        if options:  # HD-RUL-8
            self.act(seat, (yield Asked(number, "action", options)))
        yield from self.bonus(number)
        complete = not seat.sled.vacant()
        if complete and (yield Asked(number, "declare", {"ready", "none"})) == "ready":
            yield from self.declare(number)

    def turn_up(self, number: int, quota: int) -> Steps:
        """HD-PREP-6, -8, HD-LOOSE-3."""
        while quota and self.deck:
            card = self.from_deck(self.chance.turned_up(self.deck))
            if card[0] == "X":
                self.removed[card] += 1
                yield from resolve(self, number, card)
            else:
                self.centre[card] += 1
                quota -= 1

    def actions(self, seat: Seat) -> set[str]:
        """HD-ACT."""
        found = {f"draft {card} hand" for card in self.centre}
        found |= {
            f"draft {card} {slot}" for card in filter(is_husky, self.centre) for slot in seat.sled.fits(card)
        }
        found |= {f"place {card} {slot}" for card in seat.huskies() for slot in seat.sled.fits(card)}
        for lifted, own in seat.sled.cards.items():
            rest = seat.sled.without(lifted)
            for card in [*seat.huskies(), own]:
                found |= {f"swap {lifted} {card} {slot}" for slot in rest.fits(card)}
        return found

    def act(self, seat: Seat, action: str) -> None:
        kind, *words = action.split()
        if kind == "swap":
            lifted, card, slot = words
            seat.take(seat.sled.cards.pop(lifted))
            seat.give(card)
            seat.sled.cards[slot] = card
            return
        card, slot = words
        if kind == "place":
            seat.give(card)
        else:
            self.centre -= Counter([card])
        if slot == "hand":
            seat.take(card)
        else:
            seat.sled.cards[slot] = card

    def bonus(self, number: int) -> Steps:
        """HD-BONUS."""
        seat = self.seats[number]
        vacant = seat.sled.vacant()
        options = {f"draft {card} {slot}" for card in self.centre for slot in vacant if card[0] == "Y"}
        options |= {f"place {card} {slot}" for card in seat.huskies() for slot in vacant if card[0] == "Y"}
        if options:
            action = yield Asked(number, "bonus", options | {"none"})
            if action != "none":
                self.act(seat, action)

    def declare(self, number: int) -> Steps:
        """HD-READY-2 to -6."""
        seat = self.seats[number]
        seat.ready = self.day
        for card in seat.huskies():
            seat.give(card)
            self.centre[card] += 1
        while seat.hand[EQUIPMENT] and seat.sled.can_tuck():
            options = {f"tuck {slot}" for slot in seat.sled.can_tuck()}
            action = yield Asked(number, "tuck", options | {"none"})
            if action == "none":
                break
            seat.give(EQUIPMENT)
            seat.sled.equipped.add(action.split()[1])
