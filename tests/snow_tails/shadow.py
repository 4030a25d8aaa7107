"""A match and its shadow: the naive implementation follows the real one action by action, and they agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from snow_tails import naive
from snow_tails.helpers import SEATS, cards, view
from snow_tails.naive import Race, season_places
from snow_tails.naive_moving import Move, Ways, played_out
from trailmix.engine.events import Event
from trailmix.engine.match import Match
from trailmix.games.snow_tails.data import tracks_of
from trailmix.games.snow_tails.view import Outcome, Preview, Result, Seat, View

DECISIONS = {"placing": "start", "cards": "play"}
"""What the two call a decision, where they differ."""


class Shadow:
    """The naive match beside a real one. Only what chance brings is read from the events of the real one."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.courses = [Ways(track) for track in tracks_of(match.setup)]
        self.results: list[Race] = []
        self.dealt: list[Event] = []
        self.begin_race([SEATS.index(name) for name in view(match).order])

    def begin_race(self, placing: list[int]) -> None:
        course = self.courses[len(self.results)]
        self.race = Race(course, placing, self.told, self.match.setup.options.most_rounds)

    def told(self, seat: int, number: int) -> list[int]:
        """The cards that the real match says a seat has drawn."""
        event = next(event for event in self.dealt if event.seat == SEATS[seat])
        self.dealt.remove(event)
        assert event.values["number"] == len(event.values["cards"]) == number
        return list(event.values["cards"])

    def play(self, action: str) -> list[Event]:
        """Play an action in both, and whatever follows without a choice."""
        happened = self.match.play(action)
        self.dealt = [event for event in happened if event.kind == "drew"]
        self.race.play(action)
        while len(self.race.legal()) == 1:  # ST-FLOW-6
            self.race.play(*self.race.legal())
        assert not self.dealt, "somebody drew who should not"
        if self.race.decision == "over":
            self.results.append(self.race)
            if len(self.results) < len(self.courses):
                order = [event.values["order"] for event in happened if event.kind == "race_began"]
                self.begin_race([SEATS.index(name) for name in order[-1]])
        return happened

    # --- do they agree?

    def compare(self) -> None:
        """Everything that there is to know, hidden or not."""
        shown, race = view(self.match), self.race
        assert set(self.match.legal()) == race.legal()
        assert self.match.actor == race.actor
        assert shown.decision == DECISIONS.get(race.decision, race.decision)
        assert shown.round == race.round
        assert shown.race == len(self.results) + (race.decision != "over")
        if race.actor is not None:
            line_up = race.line_up if race.round else race.placing
            assert [SEATS.index(name) for name in shown.order] == line_up
            assert shown.turn == line_up.index(race.actor)
        standing = race.saplings if race.move is None else race.move.standing
        assert set(self.names(shown.felled)) == race.ways.saplings() - standing
        for number in range(self.match.players):
            self.compare_seat(number, shown.seats[number])
        self.compare_results(shown)
        if race.decision in ("step", "bonus"):
            self.compare_move(shown)

    def names(self, numbers: Iterable[int]) -> list[str]:
        return [self.race.ways.track.spaces[number].name for number in numbers]

    def compare_seat(self, number: int, shown: Seat) -> None:
        sled, race = self.race.sleds[number], self.race
        gone = sled.status == naive.WRECKED
        waiting = "waiting" if sled.at is None else "racing"
        assert shown.status == (waiting if sled.status == naive.SETUP else sled.status)
        on_track = sled.at if sled.status in (naive.SETUP, naive.RACING) else None
        if number == race.actor and race.move is not None:
            on_track = race.move.at
        assert (None if shown.space is None else self.names([shown.space])[0]) == on_track
        if sled.status == naive.RACING and race.move is None:
            stopped = race.decision == "over"  # then it has come nowhere (ST-R-30)
            assert shown.position == (None if stopped else race.position_of(number))
        held = race.move.dents if number == race.actor and race.move is not None else sled.dents
        assert shown.dents == held
        assert shown.brake == sled.brake
        none: Counter[int] = Counter()
        own = view(self.match, number).own
        assert own is not None
        hand, pile = (none, none) if gone else (sled.hand, sled.pile)
        assert Counter(own.hand) == hand
        assert list(own.hand) == sorted(own.hand)
        assert cards(own.pile) == "".join(map(str, sorted(pile.elements())))
        sure = self.match.states["sure"][0, number]
        assert cards(sure) == ("" if gone else written(sled.known.elements()))
        assert (shown.hand_size, shown.pile) == (hand.total() + held, pile.total())
        assert cards(shown.discards) == ("" if gone else written(sled.discards.elements()))
        for dog, lying in ((shown.left, sled.on_left), (shown.right, sled.on_right)):
            assert dog.shows == (lying[-1] if lying else 3)
            assert dog.card == (bool(lying) and not gone)
            assert cards(dog.covered) == ("" if gone else written(lying[:-1]))

    def compare_move(self, shown: View) -> None:
        move, turn = self.race.move, shown.move
        assert move is not None
        assert turn is not None
        assert turn.speed == move.speed
        if self.race.decision == "step":
            assert (turn.forward, turn.drift) == (move.forward, move.drifts)
            assert turn.bonus == 0
        else:
            assert turn.bonus == self.race.bonus_offered(move)
        assert len(turn.path) == len(move.path)
        assert self.names([turn.begin, *turn.path])[-1] == move.at

    def compare_results(self, shown: View) -> None:
        """Points, places, the full lists."""
        for race, result in zip(self.results, shown.results, strict=True):
            compare_result(race, result)
        points = [race.points() for race in self.results]
        totals = [sum(each) for each in zip(*points, strict=True)] or [0] * self.match.players
        if self.race.decision != "over":
            if self.race.round and self.race.move is None:
                assert [SEATS.index(name) for name in shown.standing] == self.race.ranking()
            return
        assert self.match.scores() == [each.points for each in shown.seats] == totals
        if len(self.courses) == 1:
            places = self.race.places()
        else:
            places = season_places([race.finishers for race in self.results], self.match.players)
        assert self.match.places() == list(shown.places or ()) == places

    # --- previews

    def compare_previews(self) -> int:
        """The outcomes that the seat to move is told of are those of playing every order of steps out."""
        assert self.race.actor is not None
        own = view(self.match, self.race.actor).own
        assert own is not None
        found, race = {each.action: each for each in own.previews}, self.race
        assert len(found) == len(own.previews)
        if race.decision == "cards":
            assert set(found) == race.legal()
            for action, preview in found.items():
                assert action is not None
                ready = race.ready_to_move(self.race.actor, action)
                self.compare_preview(preview, ready, race.outcomes(action))
        elif race.decision in ("step", "bonus"):
            assert race.move is not None
            outcomes = list(played_out(race.move, race.bonus_offered(race.move)))
            self.compare_preview(found[None], race.move, outcomes)
        else:
            assert found == {}
        return sum(len(each.outcomes) for each in own.previews)

    def compare_preview(self, shown: Preview, begin: Move, outcomes: list[Move]) -> None:
        side = {"": None, "L": "left", "R": "right"}[begin.side]
        assert (max(0, shown.speed), shown.side) == (begin.speed, side)
        assert shown.drift == abs(shown.left - shown.right)
        assert shown.bonus == self.race.bonus_offered(begin)
        by_path = {(move.path, move.bonus): move for move in outcomes}
        assert len(shown.outcomes) == len({essence(move) for move in outcomes})
        told = set()
        for outcome in shown.outcomes:
            move = by_path[begin.path + outcome.steps, outcome.bonus]
            told.add(essence(move))
            self.compare_outcome(outcome, begin, move)
        assert len(told) == len(shown.outcomes), "two outcomes are the same"

    def compare_outcome(self, shown: Outcome, begin: Move, move: Move) -> None:
        """One outcome against the same way played out: it speaks of what is still to come."""
        ways = self.race.ways
        total = move.speed + move.bonus
        assert self.names([shown.end]) == [move.at]
        assert self.names(shown.path)[-1:] in ([move.at], [])
        assert (shown.crash is None) == (not move.crash)
        assert move.crash in ("", "sled" if shown.crash == "sled" else "side")
        assert tuple(self.names(shown.saplings)) == move.hit[len(begin.hit) :]
        assert [line.limit for line in shown.lines] == list(move.lines)
        assert [line.speed for line in shown.lines] == [total] * len(move.lines)
        over = [max(0, total - limit) for limit in move.lines]
        assert [line.dents for line in shown.lines] == over
        assert shown.finish == (ways.beyond(move.at) and not ways.beyond(begin.at))
        due = len(shown.saplings) + sum(over) + (move.crash == "side")
        if not move.wrecked:
            assert shown.dents == move.dents - begin.dents
            assert shown.spared == (begin.dents + due > 4)
        kind = "wreck" if move.wrecked else "crash" if move.crash else "dent" if shown.dents else "clean"
        assert shown.kind == kind


def compare_result(race: Race, shown: Result) -> None:
    places = {name: place for place, name in enumerate((SEATS[n] for n in race.finishers), 1)}
    names = SEATS[: len(race.sleds)]
    assert shown.places == {name: places.get(name) for name in names}
    assert shown.points == dict(zip(names, race.points(), strict=True))
    assert list(shown.ranking) == [SEATS[number] for number in race.ranking()]


def written(values: Iterable[int]) -> str:
    return "".join(map(str, sorted(values)))


def essence(move: Move) -> tuple[str, str, frozenset[str], bool]:
    """What makes a result different from another (ST-R-20); the lines follow from the end."""
    return move.at, move.crash, frozenset(move.hit), move.bonus > 0


# --- players --------------------------------------------------------------------------------------------


def careful(race: Race, whims: random.Random) -> str:
    """A random action that costs as few dents as any."""
    options = sorted(race.legal())
    if race.decision == "cards":
        cost = {action: min(map(damage, race.outcomes(action))) for action in options}
        options = [action for action in options if cost[action] == min(cost.values())]
    elif race.decision == "step":
        assert race.move is not None
        bonus = race.bonus_offered(race.move)
        cost = {step: min(map(damage, played_out(race.move.step(step), bonus))) for step in options}
        options = [step for step in options if cost[step] == min(cost.values())]
    return whims.choice(options)


def damage(move: Move) -> int:
    return move.dents + 5 * move.wrecked


def mixed(race: Race, whims: random.Random) -> str:
    """Mostly careful, sometimes not."""
    return careful(race, whims) if whims.random() < 0.8 else whims.choice(sorted(race.legal()))
