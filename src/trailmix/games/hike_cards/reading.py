"""Reading a position of Hike: every field checked, what is left open dealt (see `position`)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from trailmix.engine.documents import shown
from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import seed
from trailmix.engine.words import letter
from trailmix.games.hike_cards.cards import beside, gain
from trailmix.games.hike_cards.check import check
from trailmix.games.hike_cards.plays import cards_in_sight, code_at, find_play, seat_at, trace
from trailmix.games.hike_cards.redeal import deal_open
from trailmix.games.hike_cards.rules import clear_round, demanded
from trailmix.games.hike_cards.state import (
    AVALANCHE,
    BIRD_ASKED,
    BUG,
    CARDS,
    CODE_IDS,
    CODES,
    DECISION_IDS,
    DROUGHT,
    KIND_IDS,
    LAKE_OWED,
    MAX_PLAYERS,
    MOST_NAMED,
    NONE,
    OVER,
    PLANT,
    PLAY,
    POOP,
    SPRING,
    TREE,
    WIND,
    WORM,
    State,
)

FIELDS = {
    "round",
    "dealer",
    "decision",
    "to_move",
    "direction",
    "birds",
    "played",
    "left",
    "deck",
    "bugs_in_hands",
    "hands",
    "leftovers",
    "bugs",
    "planted",
    "totals",
}

DIRECTIONS = {1: "clockwise", -1: "counter-clockwise"}
ANY, REST, UNKNOWN = "any", "...", "?"
CARD = re.compile(r"([a-z?]+)(?:\*(\d{1,2}))?", re.ASCII)
PLAYED = re.compile(r"([a-z]+(?:=[a-z]+)?)(?::([A-H]))?", re.ASCII)
BUGS = re.compile(r"(\d{1,2})((?: [A-H]:\d{1,2})*)", re.ASCII)
MOST_ROUNDS, MOST_TOTAL = 1_000_000, 1_000_000
ANSWERED = ", ".join(DECISION_IDS[:-1])
TRIES = 1000
"""How often open hands are dealt until the seat to move can answer: a single card that will do is found."""


class Reader:
    """A document on its way into a state."""

    def __init__(self, setup: Setup, s: State, said: dict[str, Any]) -> None:
        self.setup, self.t, self.s, self.said = setup, setup.table[0], s, said
        self.seats = [letter(seat) for seat in range(setup.players)]

    def read(self, key: Array) -> None:
        """Field by field, and then the whole."""
        if unknown := self.said.keys() - FIELDS:
            raise BadPosition(f"A position of Hike has no field '{min(unknown)}'.")
        seed(self.s, key)
        clear_round(self.t, self.s)
        self._totals()
        self._played()
        self._face_up()
        self._decision()
        self._hidden()
        broken = check(self.t, self.s)
        if broken:
            raise BadPosition(f"This position cannot be: {self.setup.game.invariants[broken]}")

    # The parts of a document.

    def _text(self, name: str, usual: str) -> str:
        value = self.said.get(name, usual)
        if not isinstance(value, str):
            raise BadPosition(f'{name} is a text, like {name} = "{usual}", not {shown(value)}.')
        return value

    def _number(self, name: str, value: Any, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadPosition(f"{name} is a whole number from {least} to {most}, not {shown(value)}.")
        return value

    def _seat(self, name: str, value: Any) -> int:
        if value not in self.seats:
            raise BadPosition(
                f"{name}: there is no seat {shown(value)}; the seats are {', '.join(self.seats)}."
            )
        return self.seats.index(value)

    def _by_seat(self, name: str) -> dict[int, Any]:
        table = self.said.get(name, {})
        if not isinstance(table, dict):
            raise BadPosition(
                f"{name} says something for each seat, like {name}.A = ..., not {shown(table)}."
            )
        return {self._seat(name, seat): value for seat, value in table.items()}

    def _cards(self, name: str, value: Any) -> tuple[list[int], int]:
        """How many cards of each kind a text names, and how many it leaves open."""
        if not isinstance(value, str):
            raise BadPosition(f'{name} is a list of cards, like "bird*2 peak", not {shown(value)}.')
        counts, unknown = [0] * len(KIND_IDS), 0
        for word in value.split():
            found = CARD.fullmatch(word)
            number = int(found[2] or 1) if found else 0
            if found is not None and found[1] == UNKNOWN:
                unknown += number
            elif found is not None and found[1] in KIND_IDS:
                counts[KIND_IDS.index(found[1])] += number
            else:
                raise BadPosition(f"{name}: there is no card {shown(word)}; cards are {', '.join(KIND_IDS)}.")
        if sum(counts) + unknown > CARDS:
            raise BadPosition(f"{name}: there are only {CARDS} cards.")
        return counts, unknown

    # What is read from them.

    def _totals(self) -> None:
        """Totals, round, dealer (HC-SCORE-9, HC-SETUP-4)."""
        s = self.s
        for seat, total in self._by_seat("totals").items():
            s.totals[seat] = self._number("A total", total, 0, MOST_TOTAL)
        first = not s.totals.any()
        s.round_no = self._number("round", self.said.get("round", 1 if first else 2), 1, MOST_ROUNDS)
        s.dealer = self._seat("dealer", self.said.get("dealer", "A"))

    def _played(self) -> None:
        """The plays in their order, and what they have led to."""
        s = self.s
        words = self._text("played", "").split()
        if len(words) > CARDS:
            raise BadPosition(f"played: there are only {CARDS} cards.")
        for n, word in enumerate(words):
            found = PLAYED.fullmatch(word)
            if found is None or found[1] not in CODE_IDS:
                hint = "; The Wind is played as a suit, like wind=lake" if word.startswith("wind") else ""
                raise BadPosition(f"played: {shown(word)} is not a play like peak:A or wind=lake:B{hint}.")
            if found[1] == "litter":
                raise BadPosition("played: Litter is never played.")
            seat = NONE if found[2] is None else self._seat("played", found[2])
            s.played[n] = CODE_IDS.index(found[1]) + CODES * (seat + 1)
        s.n_played = len(words)
        s.top, s.direction, s.peaks_draw, s.trails_reverse, s.birds, s.worm_by, s.worm_holder = trace(s)
        self._check_worm()
        direction = self._text("direction", DIRECTIONS[int(s.direction)])
        if direction != DIRECTIONS[int(s.direction)]:
            raise BadPosition(
                f"By the plays, the direction is {DIRECTIONS[int(s.direction)]}, not {shown(direction)}."
            )
        birds = self.said.get("birds", int(s.birds))
        if type(birds) is not int or birds != s.birds:
            raise BadPosition(f"By the plays, {s.birds} Birds were played, not {shown(birds)}.")

    def _check_worm(self) -> None:
        """Who played The Worm and who captured it must be said (HC-WORM-3, HC-WORM-6)."""
        s, worm = self.s, find_play(self.s, WORM)
        if worm == NONE:
            return
        if s.worm_by == NONE:
            raise BadPosition("played: say who played The Worm, like worm:A.")
        birds = [n for n in range(worm, s.n_played) if CODE_IDS[code_at(s, n)] in ("bird", "wind=bird")]
        if birds and seat_at(s, birds[0]) == NONE:
            raise BadPosition("played: say who captured The Worm with the first Bird after it, like bird:A.")

    def _face_up(self) -> None:
        """Who has left the round, and what lies in front of the seats (HC-FLOW-3)."""
        s = self.s
        left = [self._seat("left", seat) for seat in self._text("left", "").split()]
        if len(set(left)) != len(left):
            raise BadPosition("left: nobody leaves a round twice.")
        s.left[: len(left)], s.n_left = left, len(left)
        for seat, cards in self._by_seat("leftovers").items():
            name = f"leftovers of {letter(seat)}"
            counts, unknown = self._cards(name, cards)
            if unknown:
                raise BadPosition(f"{name}: what lies face up is known to all.")
            if any(counts) and seat not in left:
                raise BadPosition(f"{letter(seat)} has leftovers, but has not left the round.")
            s.leftovers[seat] = counts
        for seat, number in self._by_seat("bugs").items():
            s.bugs[seat] = self._number("The number of laid-out Bugs", number, 0, int(self.t.copies[BUG]))
        if s.bugs.any() and find_play(s, POOP) == NONE:
            raise BadPosition("Bugs are laid out only by Poop, and it is not among the plays.")
        for seat, cards in self._by_seat("planted").items():
            self._plant(seat, cards)

    def _plant(self, seat: int, cards: Any) -> None:
        s, name = self.s, f"planted by {letter(seat)}"
        counts, unknown = self._cards(name, cards)
        trees, wind = counts[TREE], counts[WIND]
        if unknown or trees + wind != sum(counts) or wind > 1 or (wind and s.wind_planter != NONE):
            raise BadPosition(f"{name}: only Trees and The Wind can be planted, not {shown(cards)}.")
        if any(counts) and find_play(s, SPRING) == NONE:
            raise BadPosition("Cards are planted only in Spring, and it is not among the plays.")
        s.trees[seat] = trees
        if wind:
            s.wind_planter = seat

    def _decision(self) -> None:
        """Who owes which decision, and whose turn it is."""
        s = self.s
        usual = OVER if s.n_left == self.setup.players else LAKE_OWED if s.top == DROUGHT else PLAY
        word = self.said.get("decision", DECISION_IDS[usual])
        if word not in DECISION_IDS:
            raise BadPosition(f"The decision is {ANSWERED} or {DECISION_IDS[-1]}, not {shown(word)}.")
        s.decision = DECISION_IDS.index(word)
        if s.decision == OVER:
            self._end()
            return
        if s.round_no == 1 and s.totals.any():
            raise BadPosition("All totals are 0 until the first round is over.")
        s.asked = self._seat("to_move", self.said.get("to_move", letter((s.dealer + 1) % self.setup.players)))
        if s.asked in s.left[: s.n_left]:
            raise BadPosition(f"{letter(s.asked)} has left the round and cannot be to move.")
        s.turn = s.asked
        if s.decision == PLAY and s.top == DROUGHT:
            raise BadPosition('The Drought on top has still to be answered: decision = "lake".')
        if s.decision == BIRD_ASKED and (s.top != WORM or s.worm_by != s.asked):
            raise BadPosition("A Bird is asked for only of the player of The Worm, with The Worm on top.")
        if s.decision == PLANT:
            if s.top != SPRING or seat_at(s, s.n_played - 1) == NONE:
                raise BadPosition('Planting is asked for only with Spring on top, like played = "spring:A".')
            s.turn = seat_at(s, s.n_played - 1)
        if s.decision == LAKE_OWED:
            self._drought()

    def _end(self) -> None:
        """The match is over (HC-WIN-1)."""
        s = self.s
        if "to_move" in self.said:
            raise BadPosition("The match is over: nobody is to move.")
        if s.n_left < self.setup.players:
            raise BadPosition("The match cannot be over while somebody has not left the round.")
        if s.worm_holder == NONE:
            s.worm_holder = s.worm_by
        s.asked, s.turn = NONE, NONE

    def _drought(self) -> None:
        """A Drought goes round from its player; who has answered has played a Lake or left (HC-DRO-2)."""
        s, drought = self.s, find_play(self.s, DROUGHT)
        if drought == NONE or seat_at(s, drought) == NONE:
            raise BadPosition('A Lake is owed only to a Drought, like played = "drought:A".')
        s.turn = seat_at(s, drought)
        answered, seat = [], beside(self.t, s, s.turn)
        while seat != s.asked:
            answered.append(seat)
            if seat == s.turn:
                raise BadPosition(f"{letter(s.asked)} is not asked in this Drought.")
            seat = beside(self.t, s, seat)
        for n in range(drought + 1, s.n_played):
            if CODE_IDS[code_at(s, n)] not in ("lake", "wind=lake"):
                raise BadPosition("While a Drought goes round, only Lakes are played.")
            if seat_at(s, n) not in (NONE, *answered):
                raise BadPosition(
                    f"{letter(seat_at(s, n))} has not been asked in this Drought before {letter(s.asked)}."
                )

    def _hidden(self) -> None:
        """Hands and deck: what is said stands, the rest is dealt."""
        s, hands = self.s, self._by_seat("hands")
        counts = np.empty(len(KIND_IDS), np.int64)
        cards_in_sight(s, counts)
        s.deck[:] = self.t.copies - counts
        gone, unknown = s.left[: s.n_left].tolist(), {}
        for seat in range(self.setup.players):
            usual = "" if seat in gone else f"{UNKNOWN}*{self.t.hand_size}"
            named, unknown[seat] = self._cards(f"hand of {letter(seat)}", hands.get(seat, usual))
            size = sum(named) + unknown[seat]
            if (size == 0) != (seat in gone):
                said = (
                    "has left the round and holds cards"
                    if size
                    else "holds no card and has not left the round"
                )
                raise BadPosition(f"{letter(seat)} {said}.")
            for kind, number in enumerate(named):
                s.deck[kind] -= number
                for _ in range(number):
                    gain(s, seat, kind)
        self._name_deck(sum(unknown.values()))
        self._bugs_in_hands()
        self._deal(unknown)

    def _name_deck(self, unknown: int) -> None:
        """The top of the deck in its order; the cards still to be dealt are not among those."""
        s = self.s
        words = self._text("deck", REST).split()
        whole = not words or words[-1] != REST
        names = words if whole else words[:-1]
        for word in names:
            if word not in KIND_IDS:
                raise BadPosition(f"deck: there is no card {shown(word)}; cards are {', '.join(KIND_IDS)}.")
        if len(names) > MOST_NAMED:
            raise BadPosition(f"deck: a round draws {MOST_NAMED} cards at most; no more can be named.")
        for kind in range(len(KIND_IDS)):
            if s.deck[kind] < names.count(KIND_IDS[kind]):
                copies = int(self.t.copies[kind])
                raise BadPosition(f"There are more than {copies} of the card {KIND_IDS[kind]}.")
        rest = int(s.deck.sum()) - len(names) - unknown
        if rest < 0:
            raise BadPosition(f"There are only {CARDS} cards, and {-rest} more in hands than that.")
        if whole and rest:
            raise BadPosition(f"The deck is whole without ..., but {rest} more cards are nowhere.")
        s.named[: len(names)] = [KIND_IDS.index(name) for name in names[::-1]]
        s.n_named = len(names)

    def _bugs_in_hands(self) -> None:
        """What is known of the Bugs in hands since Poop; without draws there are none (HC-POOP-1)."""
        s = self.s
        drawn = find_play(s, POOP) == NONE or find_play(s, AVALANCHE) != NONE
        word = self._text("bugs_in_hands", ANY if drawn else "0")
        if word == ANY:
            return
        found = BUGS.fullmatch(word)
        if found is None or find_play(s, POOP) == NONE:
            raise BadPosition(
                f'bugs_in_hands is "any", or after Poop like "0" or "1 B:2", not {shown(word)}.'
            )
        s.bugs_about = self._number("bugs_in_hands", int(found[1]), 0, CARDS)
        for entry in found[2].split():
            s.drawn_since[self._seat("bugs_in_hands", entry[0])] = int(entry[2:])

    def _deal(self, unknown: dict[int, int]) -> None:
        """Deal the cards that are left open, such that the seat to move can answer (HC-FLOW-1)."""
        s = self.s
        start = (s.hand.copy(), s.held.copy(), s.hand_size.copy())
        open_cards = np.zeros(MAX_PLAYERS, np.int64)
        for seat, number in unknown.items():
            open_cards[seat] = number
        named = np.bincount(s.named[: s.n_named], minlength=len(KIND_IDS))
        undealt = s.deck - named
        for _ in range(TRIES if any(unknown.values()) else 1):
            s.hand[:], s.held[:], s.hand_size[:] = start
            s.deck[:] = undealt
            deal_open(self.t, s, open_cards)
            if s.decision not in (PLAY, LAKE_OWED) or s.held[s.asked] & demanded(self.t, s):
                break
        else:
            raise BadPosition(f"{letter(s.asked)} has nothing to play and would be eliminated, not to move.")
        s.deck[:] = s.deck + named
        s.deck_size = s.deck.sum()
