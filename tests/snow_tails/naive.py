"""A second Snow Tails, written from the ledger alone: slow, plain, and sharing no rule with the first.

Spaces are called as in the ledger ("2.4.1"), cards are numbers, steps and card plays are written as players
write them ("F", "4@LB"), seats are numbers. `naive_moving` has the moves.

It shuffles nothing itself: `told(seat, number)` says which cards a seat draws, so that it can follow another
match action by action. What comes from the draw pile and what after a reshuffle it finds out by counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from snow_tails.naive_moving import MOST_DENTS, Move, Ways, played_out

DECK = Counter({value: 4 for value in (1, 2, 3, 4, 5)})
SLOTS = ("L", "R", "B", "LR", "LB", "RB", "LRB")
POINTS = {1: 5, 2: 3, 3: 2, 4: 1}
HAND, PRINTED = 5, 3
SETUP, RACING, FINISHED, WRECKED = "setup", "racing", "finished", "wrecked"

Told = Callable[[int, int], list[int]]


# --- a sled and its cards -------------------------------------------------------------------------------


@dataclass
class Sled:
    """All that a seat has in a race."""

    status: str = SETUP
    at: str | None = None
    """Where it is on the track; a wreck remembers where it was, a finisher where it ended."""
    on_left: list[int] = field(default_factory=list)
    on_right: list[int] = field(default_factory=list)
    """The cards on a dog, the visible one last. The printed 3 is none."""
    brake: int = PRINTED
    hand: Counter[int] = field(default_factory=Counter)
    dents: int = 0
    pile: Counter[int] = field(default_factory=DECK.copy)
    discards: Counter[int] = field(default_factory=Counter)
    known: Counter[int] = field(default_factory=Counter)
    """What anybody who has counted remembers to be in the hand: all of it when the pile was reshuffled."""
    wreck: tuple[int, int] = (0, 0)
    """The round, and its how-manyth turn."""

    @property
    def left(self) -> int:
        return self.on_left[-1] if self.on_left else PRINTED

    @property
    def right(self) -> int:
        return self.on_right[-1] if self.on_right else PRINTED

    @property
    def speed(self) -> int:
        return self.left + self.right - self.brake

    @property
    def cards_in_hand(self) -> int:
        """Dents included."""
        return self.hand.total() + self.dents

    def plays(self) -> set[str]:
        """ST-PLAY-1 to -3."""
        return {
            f"{value}@{slots}" for value in self.hand for slots in SLOTS if self.hand[value] >= len(slots)
        }

    def play(self, action: str) -> None:
        """ST-PLAY-4 to -6, -8."""
        value, slots = int(action[0]), action[2:]
        self.let_go(Counter({value: len(slots)}))
        if "L" in slots:
            self.on_left.append(value)
        if "R" in slots:
            self.on_right.append(value)
        if "B" in slots:
            self.discards[value] += 1
            self.brake = value

    def let_go(self, cards: Counter[int]) -> None:
        self.hand, self.known = self.hand - cards, self.known - cards

    def draw(self, cards: list[int]) -> None:
        """ST-DECK-1: what is left of the pile comes first, whatever order the cards were told in."""
        told = Counter(cards)
        if len(cards) > self.pile.total():
            assert self.pile <= told, "the rest of the pile must be drawn before a reshuffle"
            told, self.hand = told - self.pile, self.hand + self.pile
            self.known = self.hand
            self.pile = self.discards + Counter(self.on_left[:-1]) + Counter(self.on_right[:-1])
            self.discards = Counter()
            self.on_left, self.on_right = self.on_left[-1:], self.on_right[-1:]
        assert told <= self.pile, "a card was drawn that the pile does not hold"
        self.pile, self.hand = self.pile - told, self.hand + told

    def cards(self) -> Counter[int]:
        """All 20 of them."""
        return self.hand + self.pile + self.discards + Counter(self.on_left) + Counter(self.on_right)

    def move(self, ways: Ways, sleds: frozenset[str], standing: frozenset[str]) -> Move:
        """What the mat gives: speed and drift (ST-SPEED-1, -2, ST-DRIFT-1, -3)."""
        assert self.at is not None
        speed = max(0, self.speed)
        drifts = min(abs(self.left - self.right), speed)
        side = "" if self.left == self.right else "L" if self.left > self.right else "R"
        return Move(ways, self.at, speed, side, speed - drifts, drifts, sleds, standing, self.dents)


# --- a race ---------------------------------------------------------------------------------------------


@dataclass
class Race:
    """One race: `decision` is placing, cards, step, bonus, discard or over; `actor` owes it."""

    ways: Ways
    placing: list[int]
    """The seats in the order in which they choose a start space."""
    told: Told
    last_round: int = 100
    sleds: list[Sled] = field(default_factory=list)
    decision: str = "placing"
    round: int = 0
    line_up: list[int] = field(default_factory=list)
    """The order of the round."""
    queue: list[int] = field(default_factory=list)
    """Whose turn is still to come in it."""
    turns: int = 0
    finishers: list[int] = field(default_factory=list)
    position: int = 0
    """The race position of the sled on turn, when its turn began."""
    move: Move | None = None

    def __post_init__(self) -> None:
        self.sleds = [Sled() for _ in self.placing]
        self.saplings = self.ways.saplings()
        self.actor: int | None = self.placing[0]

    # --- whose turn, and where in the race

    def racing(self) -> list[int]:
        """The sleds still racing, leader first (ST-ORDER-1, -2)."""
        found = [seat for seat, sled in enumerate(self.sleds) if sled.status == RACING]
        return sorted(found, key=self.order, reverse=True)

    def order(self, seat: int) -> tuple[int, int]:
        space = self.sleds[seat].at
        assert space is not None
        return self.ways.order(space)

    def position_of(self, seat: int) -> int:
        """ST-ORDER-7, ST-R-2."""
        return 1 + len(self.finishers) + self.racing().index(seat)

    def others(self, seat: int) -> frozenset[str]:
        """The spaces of the other sleds; those beyond the line are there until the round ends (ST-R-25)."""
        return frozenset(sled.at or "" for other, sled in enumerate(self.sleds) if self.blocks(seat, other))

    def blocks(self, seat: int, other: int) -> bool:
        return other != seat and self.sleds[other].status == RACING

    def ready_to_move(self, seat: int, action: str) -> Move:
        """The move that a card play would give."""
        sled = self.sleds[seat]
        twin = replace(sled, on_left=[*sled.on_left], on_right=[*sled.on_right], discards=Counter())
        twin.play(action)
        return twin.move(self.ways, self.others(seat), frozenset(self.saplings))

    def bonus_offered(self, move: Move) -> int:
        """How large a bonus may be taken after a move, 0 if none (ST-BONUS-1, -4, -5)."""
        return self.position if move.side == "" and move.speed >= 1 and self.round >= 2 else 0

    def outcomes(self, action: str) -> list[Move]:
        """Everything that a card play can lead to, each order of steps by itself."""
        assert self.actor is not None
        move = self.ready_to_move(self.actor, action)
        return list(played_out(move, self.bonus_offered(move)))

    # --- what may be done

    def legal(self) -> set[str]:
        if self.decision == "placing":
            taken = {sled.at for sled in self.sleds}
            return {f"start {n}" for n in range(1, 6) if self.ways.start(n) not in taken}
        if self.actor is None:
            return set()
        if self.decision == "cards":
            return self.sleds[self.actor].plays()
        if self.decision == "bonus":
            return {"bonus", "none"}
        if self.decision == "discard":
            return {f"discard {value}" for value in self.sleds[self.actor].hand}
        assert self.move is not None
        return set(self.move.steps())

    def play(self, action: str) -> None:
        """One decision, and all that follows from it by itself."""
        assert action in self.legal()
        assert self.actor is not None
        sled = self.sleds[self.actor]
        if self.decision == "placing":
            self.place(sled, int(action.split()[1]))
        elif self.decision == "cards":
            sled.play(action)
            self.move = sled.move(self.ways, self.others(self.actor), frozenset(self.saplings))
            self.go_on_moving(self.move)
        elif self.decision == "step":
            assert self.move is not None
            self.go_on_moving(self.move.step(action))
        elif self.decision == "bonus":
            assert self.move is not None
            move = self.move.with_bonus(self.position) if action == "bonus" else self.move
            self.end_move(move.settled())
        else:
            value = int(action.split()[1])
            sled.let_go(Counter([value]))
            sled.discards[value] += 1
            self.hand_step(may_draw=False)

    # --- setup

    def place(self, sled: Sled, number: int) -> None:
        """ST-SETUP-8; when the last has chosen, the hands (ST-SETUP-9) and round 1."""
        sled.at = self.ways.start(number)
        waiting = [seat for seat in self.placing if self.sleds[seat].at is None]
        if waiting:
            self.actor = waiting[0]
            return
        for seat, each in enumerate(self.sleds):
            each.status = RACING
            size = next({4: 6, 5: 7}.get(n, 5) for n in range(1, 6) if self.ways.start(n) == each.at)
            each.draw(self.told(seat, size))
        self.begin_round()

    # --- rounds and turns

    def begin_round(self) -> None:
        self.round += 1
        self.line_up = self.racing()
        self.queue = [*self.line_up]
        self.turns = 0
        self.next_turn()

    def next_turn(self) -> None:
        """The next sled of the round, or the end of the round; ST-PLAY-7 comes first of all."""
        self.move, self.actor = None, None
        if not self.queue:
            self.end_round()
            return
        self.actor, self.decision = self.queue.pop(0), "cards"
        self.turns += 1
        self.position = self.position_of(self.actor)
        sled = self.sleds[self.actor]
        if not sled.hand.total():
            if sled.dents == MOST_DENTS:
                self.wreck(sled)  # ST-R-13
                return
            sled.dents += 1
            self.fill(self.actor)

    def fill(self, seat: int) -> None:
        sled = self.sleds[seat]
        sled.draw(self.told(seat, HAND - sled.cards_in_hand))

    def wreck(self, sled: Sled) -> None:
        """ST-DENT-4, ST-R-12: its cards leave the game with it."""
        sled.status, sled.wreck = WRECKED, (self.round, self.turns)
        self.next_turn()

    # --- a turn

    def go_on_moving(self, move: Move) -> None:
        """The next step is asked for, or the bonus, or the move is over."""
        self.move = move
        if not move.ended:
            self.decision = "step"
        elif self.bonus_offered(move) and not move.crash and not move.wrecked:
            self.decision = "bonus"
        else:
            self.end_move(move.settled())

    def end_move(self, move: Move) -> None:
        """What the move leaves behind."""
        assert self.actor is not None
        sled = self.sleds[self.actor]
        sled.at, sled.dents = move.at, move.dents
        self.saplings -= set(move.hit)
        self.move = None
        if move.wrecked:
            self.wreck(sled)
        else:
            self.hand_step(may_draw=move.crash != "sled")

    def hand_step(self, may_draw: bool) -> None:
        """ST-HAND-1, -2, ST-SLED-3."""
        assert self.actor is not None
        size = self.sleds[self.actor].cards_in_hand
        if size > HAND:
            self.decision = "discard"
            return
        if size < HAND and may_draw:
            self.fill(self.actor)
        self.next_turn()

    # --- the finish

    def end_round(self) -> None:
        """ST-END-3, -5, -6, ST-R-28, ST-R-30."""
        for seat in [seat for seat in self.racing() if self.ways.beyond(self.sleds[seat].at or "")]:
            self.sleds[seat].status = FINISHED
            self.finishers.append(seat)
        if self.racing() and self.round < self.last_round:
            self.begin_round()
        else:  # whoever still races has not finished, and gets nothing
            self.decision = "over"

    def ranking(self) -> list[int]:
        """All seats: finishers, those who race or raced to the stop, wrecks (ST-R-27, ST-R-30)."""
        wrecks = [seat for seat, sled in enumerate(self.sleds) if sled.status == WRECKED]

        def later(seat: int) -> tuple[int, tuple[int, int], int]:
            number, turn = self.sleds[seat].wreck
            return number, self.order(seat), -turn

        return self.finishers + self.racing() + sorted(wrecks, key=later, reverse=True)

    def places(self) -> list[int | None]:
        """By seat: finishers alone have one (ST-R-27, -28, -30)."""
        came_in = {seat: place for place, seat in enumerate(self.finishers, 1)}
        return [came_in.get(seat) for seat in range(len(self.sleds))]

    def points(self) -> list[int]:
        """ST-SEASON-2."""
        return [POINTS.get(place or 0, 0) for place in self.places()]


# --- a season -------------------------------------------------------------------------------------------


def season_places(results: list[list[int]], players: int) -> list[int | None]:
    """The place of each seat from the finishers of all races, best first (ST-SEASON-3, ST-R-36)."""

    def merit(seat: int) -> tuple[int, ...]:
        gained = Counter(finishers.index(seat) + 1 for finishers in results if seat in finishers)
        points = sum(POINTS.get(place, 0) * times for place, times in gained.items())
        return points, gained[1], gained[2], gained[3], gained[4]

    merits = [merit(seat) for seat in range(players)]
    return [1 + sum(other > own for other in merits) for own in merits]
