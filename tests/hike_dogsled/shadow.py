"""A match and its shadow: the naive implementation follows the real one action by action, and they agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from hike_dogsled.helpers import SEATS, SHIPPED, own, view
from hike_dogsled.naive import Naive
from hike_dogsled.naive_cards import Data
from hike_dogsled.naive_race import Turn, places
from trailmix.engine.match import Match
from trailmix.engine.record import Array
from trailmix.engine.rng import Mind, below
from trailmix.games.hike_dogsled.view.shape import Known, Outcome, Preview, Seat, View

EFFECTS = ("swap", "runaways", "crazy_swap", "sled_loose")


class Keyed:
    """The chance of a match, drawn from its key once more, in the order that the match draws it."""

    def __init__(self, key: Array, data: Data) -> None:
        self.mind = Mind.new()[0]
        self.mind.key[:] = key
        self.data = data
        self.landscapes = self.shuffled(list(data.middle))
        huskies = [*data.huskies, *data.youngsters]
        self.deck = self.shuffled([*huskies, *["E"] * data.equipment, *["C"] * data.singles_in_deck])

    def shuffled(self, items: list[str]) -> list[str]:
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = int(below(self.mind, last + 1))
            found[last], found[other] = found[other], found[last]
        return found

    def dealt(self, _seat: int, _deck: Counter[str]) -> list[str]:
        return [self.deck.pop(), self.deck.pop()]

    def turned_up(self, _deck: Counter[str]) -> str:
        return self.deck.pop()

    def landscape(self, _unseen: list[str]) -> str:
        return self.landscapes.pop(0)

    def loose(self, cards: list[str]) -> list[str]:
        kept = self.shuffled(sorted(cards, key=lambda card: EFFECTS.index(self.data.loose[card])))[:3]
        self.deck = self.shuffled([*self.deck, *kept])
        return kept

    def dealt_back(self, _seats: list[int], cards: list[str]) -> list[str]:
        return self.shuffled(cards)

    def care(self, _seat: int, pile: Counter[str]) -> str:
        return "C" if below(self.mind, pile.total()) < pile["C"] else "D"


class Shadow:
    """The naive match beside a real one, drawing its own chance from the same key."""

    def __init__(self, match: Match) -> None:
        self.match = match
        data = Data.read(match.setup.data_text or SHIPPED)
        self.chance = Keyed(match.states["key"][0], data)
        self.naive = Naive(data, match.players, self.chance, match.setup.options.loose)
        self.forced()

    def play(self, action: str) -> None:
        """Play an action in both, and whatever follows without a choice."""
        self.match.play(action)
        self.naive.play(action)
        self.forced()

    def forced(self) -> None:
        """HD-RUL-54: what leaves no choice happens by itself; but no husky runs without its owner's word."""
        while self.naive.asked is not None and len(self.naive.asked.options) == 1:
            (only,) = self.naive.asked.options
            if only.startswith("use "):
                return
            self.naive.play(only)

    # --- do they agree?

    def compare(self) -> None:
        """Everything that there is to know, hidden or not."""
        shown, naive, asked = view(self.match), self.naive, self.naive.asked
        assert self.match.states["counter"][0] == self.chance.mind.counter
        if asked is None:
            assert self.match.over
            assert shown.decision == shown.phase == "over"
            assert self.match.places() == list(shown.places or ()) == places(naive)
        else:
            assert self.match.actor == asked.actor
            assert set(self.match.legal()) == asked.options
            assert len(self.match.legal()) == len(asked.options)
            if not shown.secret:
                assert shown.decision == asked.decision
        if naive.winner_known != "one racer":
            assert shown.day == (naive.race_day or naive.day)
        racing = bool(naive.turns) and asked is not None
        assert (shown.phase == "race") == racing
        hidden = [None] * (naive.laid - len(naive.landscapes))
        assert list(shown.track) == naive.landscapes + hidden
        self.compare_cards(shown)
        for number in range(self.match.players):
            self.compare_seat(number, shown.seats[number])
        self.compare_hands()
        if racing and not shown.secret:
            self.compare_previews()

    def compare_cards(self, shown: View) -> None:
        """What belongs to nobody."""
        naive = self.naive
        if shown.phase == "preparations":
            assert shown.deck == naive.deck.total() == len(self.chance.deck)
            centre = Counter({husky: 1 for husky in shown.centre.huskies})
            centre += Counter(E=shown.centre.equipment, C=shown.centre.care)
            assert centre == naive.centre
            aside = naive.reserve
        else:
            aside = naive.care_pile
        assert sorted(shown.removed) == sorted(naive.runaways)
        if naive.winner_known != "nobody" and not shown.secret:
            assert Counter(C=shown.care_pile.singles, D=shown.care_pile.doubles) == +aside
            spent = Counter(C=shown.discards.singles, D=shown.discards.doubles)
            assert +spent == naive.discards
        else:
            assert shown.care_pile.singles == aside["C"]

    def compare_seat(self, number: int, shown: Seat) -> None:
        """What everyone sees of a seat."""
        naive, seat = self.naive, self.naive.seats[number]
        turn = naive.turns.get(number)
        ended = bool(naive.track) or naive.winner_known == "one racer"
        if not seat.ready and ended:
            assert (shown.status, shown.position) == ("eliminated", None)
            return
        assert (shown.status == "unready") == (not seat.ready)
        assert shown.declared == (seat.ready or None)
        assert {slot: one.husky for slot, one in shown.sled.items() if one.husky} == seat.sled.cards
        assert shown.printed == sum(len(naive.data.points(card)) for card in seat.sled.cards.values())
        assert {slot for slot, one in shown.sled.items() if one.equipped} == seat.sled.equipped
        if turn is None:
            assert shown.hand_size == seat.hand.total()
            assert shown.mentors == (0 if ended else seat.mentors)
            piles = {"C": "single", "D": "double"}
            assert list(shown.care_pile) == [piles[card] for card in seat.pile]
            assert known(shown.hand) == +seat.known
            assert shown.hand.hidden == (seat.hand - seat.known).total()
        elif not view(self.match).secret:
            compare_racer(shown, turn)

    def compare_hands(self) -> None:
        """The hands and picks, as their owners see them."""
        for number, seat in enumerate(self.naive.seats):
            mine, turn = own(self.match, SEATS[number]), self.naive.turns.get(number)
            held = Counter(mine.hand.huskies)
            held += Counter(E=mine.hand.equipment, C=mine.hand.singles, D=mine.hand.doubles)
            if turn is not None:
                assert held == +Counter(E=turn.equipment, C=turn.single, D=turn.double)
                if mine.today is not None:
                    compare_racer(mine.today.seat, turn)
            elif not self.naive.winner_known and (seat.ready or not self.naive.track):
                assert held == +seat.hand
            assert mine.pick == self.naive.picks.get(number)

    # --- previews

    def compare_previews(self) -> None:
        """What a racer is told about each use is what comes of it."""
        asked = self.naive.asked
        assert asked is not None
        previews = own(self.match, SEATS[asked.actor]).previews
        turn = self.naive.turns[asked.actor]
        if asked.decision == "step":
            assert {each.action for each in previews} == set(turn.uses())
            for each in previews:
                assert each.action is not None
                compare_preview(each, turn, turn.after(each.action))
        elif asked.decision == "field":
            (preview,) = previews
            compare_preview(preview, turn, turn)
        else:
            assert previews == ()


def known(hand: Known) -> Counter[str]:
    """The cards of a hand that everyone knows."""
    found = Counter({husky: 1 for husky in hand.huskies})
    return found + Counter(E=hand.equipment, C=hand.singles, D=hand.doubles)


def compare_racer(shown: Seat, turn: Turn) -> None:
    """A racer, as it stands at this moment."""
    assert shown.position == turn.at
    resting = frozenset(slot for slot, one in shown.sled.items() if one.state == "rest")
    tired = frozenset(slot for slot, one in shown.sled.items() if one.state == "tired")
    assert (resting, tired) == (turn.resting, turn.tired)
    assert shown.ready_huskies == len(turn.ready())
    assert shown.hand_size == turn.equipment + turn.single + turn.double
    kinds = {"": None, "C": "single", "C!": "single", "D": "double"}
    assert shown.catch_up == kinds[turn.duty]
    points = "".join(turn.points(slot) for slot in turn.sled.cards)
    assert shown.points == tuple(points.count(terrain) for terrain in "SIP")


def compare_preview(shown: Preview, begin: Turn, turn: Turn) -> None:
    """Each way through the equipment fields that one husky meets."""
    ways = dict(through(turn))
    assert len(ways) == len(shown.outcomes)
    for outcome in shown.outcomes:
        compare_outcome(outcome, begin, ways[outcome.actions])
    assert [each.to for each in shown.outcomes] == sorted((each.to for each in shown.outcomes), reverse=True)


def through(turn: Turn, said: tuple[str, ...] = ()) -> Iterable[tuple[tuple[str, ...], Turn]]:
    """Every way on until the husky in use is done, with what has to be said for it."""
    if turn.using is None:
        yield said, turn
        return
    for action in turn.options():
        yield from through(turn.after(action), said if len(turn.options()) == 1 else (*said, action))


def compare_outcome(shown: Outcome, begin: Turn, turn: Turn) -> None:
    assert (shown.to, shown.paid, shown.rests) == (turn.at, begin.equipment - turn.equipment, turn.to_rest)
    assert shown.finish == turn.finished
    assert sorted(shown.lost) == sorted(turn.lost)


# --- players


def purposeful(naive: Naive, whims: random.Random) -> str:
    """A random action that mostly leads on: huskies into the sled, ready when it is full, no idle days."""
    assert naive.asked is not None
    options = sorted(naive.asked.options)
    if whims.random() < 0.15:
        return whims.choice(options)
    if naive.asked.decision == "action":
        placing = [action for action in options if not action.startswith("swap") and action[-1].isdigit()]
        options = placing or options
    elif naive.asked.decision in ("bonus", "tuck", "declare"):
        options = [action for action in options if action != "none"]
    elif naive.asked.decision == "step":
        options = [action for action in options if action != "end"] or options
    return whims.choice(options)


def careless(naive: Naive, whims: random.Random) -> str:
    """Any action, each equally likely."""
    assert naive.asked is not None
    return whims.choice(sorted(naive.asked.options))
