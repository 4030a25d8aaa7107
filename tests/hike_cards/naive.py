"""A second Hike, written from the ledger alone: slow, plain, and sharing nothing with the rules.

Cards are the words of the data file ("bird", "wind"), hands are sorted lists of them, seats are numbers.
It deals and shuffles nothing itself: `Chance` tells it what came of every draw and deal, so that it can
follow another match action by action.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field

from hike_cards.naive_scoring import Account, score

ACTIVE, ELIMINATED, OUT, SPENT = "active", "eliminated", "out", "spent"
SUITS = ("bird", "bug", "lake", "light", "peak", "trail", "tree")


@dataclass
class Chance:
    """What came of chance in one action: only what is asked for need be there."""

    draws: list[str] = field(default_factory=list)
    """The cards drawn from the deck, first one first."""
    redealt: dict[int, list[str]] = field(default_factory=dict)
    """After an Earthquake: the hands of the seats dealt to."""
    next_deal: list[list[str]] = field(default_factory=list)
    """The hands of the next round."""


@dataclass
class Data:
    """What the naive game reads of the data file."""

    follow: dict[str, list[str]]
    deck: Counter[str]
    hand_size: int
    bonus: int
    target: dict[int, int]

    @classmethod
    def read(cls, text: str) -> Data:
        said = tomllib.loads(text)
        cards = said["suit"] | said["specialty"]
        return cls(
            follow={suit: line["next"] for suit, line in said["suit"].items()},
            deck=Counter({card: line["copies"] for card, line in cards.items()}),
            hand_size=said["hand_size"],
            bonus=said["empty_bonus"],
            target={int(players): points for players, points in said["target"].items()},
        )


@dataclass
class Naive:
    """One match. `hands` are of the first round; `dealer` is whoever dealt it."""

    data: Data
    dealer: int
    hands: list[list[str]]
    totals: list[int] = field(default_factory=list)
    over: bool = False
    accounts: list[Account] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.totals = self.totals or [0] * self.players
        self.begin_round(self.hands)

    @property
    def players(self) -> int:
        return len(self.hands)

    # --- a round begins (HC-SETUP)

    def begin_round(self, hands: list[list[str]]) -> None:
        """HC-SETUP-3, HC-SETUP-5."""
        everyone = range(len(hands))
        self.hands = [sorted(hand) for hand in hands]
        assert all(len(hand) == self.data.hand_size for hand in hands)
        self.deck = self.data.deck.copy()
        for hand in hands:
            self.take_from_deck(hand)
        self.pile: list[str] = []
        self.top_suit: str | None = None
        """The effective suit of the top; None on a specialty card and on an empty pile."""
        self.direction = +1
        self.avalanche = self.lost = False
        self.birds = 0
        self.worm = "unplayed"  # then "at large", then "captured"
        self.worm_player: int | None = None
        self.captor: int | None = None
        self.status = [ACTIVE for _ in everyone]
        self.leftovers: list[list[str]] = [[] for _ in everyone]
        self.bugs = [0 for _ in everyone]
        self.planted: list[list[str]] = [[] for _ in everyone]
        self.gone: list[int] = []
        """The seats that have left the round, in that order."""
        self.plays = 0
        self.latest: list[int | None] = [None for _ in everyone]
        """The number of each seat's latest play."""
        self.asked: list[int] = []
        """Who has yet to answer a Drought or a Spring."""
        self.decision = "play"  # or "lake", "bird", "plant"
        self.turn = self.actor = self.dealer
        self.pass_turn()

    def take_from_deck(self, cards: list[str]) -> None:
        assert Counter(cards) <= self.deck
        self.deck -= Counter(cards)

    # --- who is there

    def active(self) -> list[int]:
        return [seat for seat in range(self.players) if self.status[seat] == ACTIVE]

    def play_order(self, seat: int) -> list[int]:
        """The ACTIVE seats in the current direction, starting with the one after a seat, itself last."""
        around = [(seat + self.direction * step) % self.players for step in range(1, self.players + 1)]
        return [other for other in around if self.status[other] == ACTIVE]

    def clockwise(self, seat: int) -> list[int]:
        """The ACTIVE seats clockwise, whatever the direction of play."""
        around = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return [other for other in around if self.status[other] == ACTIVE]

    def leave(self, seat: int) -> None:
        """The check for an empty hand (HC-PLAY-9)."""
        if self.status[seat] == ACTIVE and not self.hands[seat]:
            self.status[seat] = SPENT if self.bugs[seat] else OUT
            self.gone.append(seat)

    def eliminate(self, seat: int) -> None:
        """HC-PLAY-6."""
        self.status[seat] = ELIMINATED
        self.leftovers[seat], self.hands[seat] = self.hands[seat], []
        self.gone.append(seat)

    # --- what may be done (section 4)

    def demanded(self) -> str | None:
        """The suit that a Drought or The Sun demands."""
        if self.decision == "lake":
            return "lake"
        return "light" if self.pile and self.pile[-1] == "sun" else None

    def suits_allowed(self) -> list[str]:
        """The suits that may be played now, The Wind's included."""
        demanded = self.demanded()
        if demanded:
            return [demanded]
        return list(SUITS) if self.top_suit is None else self.data.follow[self.top_suit]

    def legal(self) -> set[str]:
        """The options of whoever owes a decision, in notation."""
        if self.over:
            return set()
        hand = self.hands[self.actor]
        if self.decision == "bird":
            return {"none"} | self.suited(hand, ["bird"])
        if self.decision == "plant":
            winds = (False, True) if "wind" in hand else (False,)
            return {plant(trees, wind) for trees in range(hand.count("tree") + 1) for wind in winds}
        return self.playable(hand)

    def playable(self, hand: list[str]) -> set[str]:
        """HC-PLAY-1, -3, -4, HC-SUN-1, HC-DRO-1, HC-WIND-2, HC-LIT-1."""
        found = self.suited(hand, self.suits_allowed())
        if self.demanded() is None:
            found |= {card for card in hand if card not in (*SUITS, "wind", "litter")}
        return found

    @staticmethod
    def suited(hand: list[str], suits: list[str]) -> set[str]:
        found = {card for card in hand if card in suits}
        return found | ({f"wind={suit}" for suit in suits} if "wind" in hand else set())

    # --- doing it

    def play(self, action: str, chance: Chance) -> None:
        """One decision, and all that follows from it by itself."""
        assert action in self.legal()
        seat = self.actor
        if self.decision == "plant":
            self.plant(seat, action)
        elif self.decision == "bird":
            if action != "none":
                self.put(seat, action, chance)
            self.leave(seat)
            self.pass_turn()
        elif self.decision == "lake":
            self.put(seat, action, chance)
            self.leave(seat)
            self.ask_for_lakes()
        else:
            self.take_turn(seat, action, chance)
        if not self.active():
            self.end_round(chance)

    def put(self, seat: int, action: str, chance: Chance) -> None:
        """A card goes on the pile; what a suit does happens (HC-WIND-1: The Wind's, too)."""
        card, _, declared = action.partition("=")
        suit = declared or (card if card in SUITS else None)
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.top_suit = suit
        self.plays += 1
        self.latest[seat] = self.plays
        if suit == "bird":
            self.birds += 1
            if self.worm == "at large":
                self.capture(seat)
        if suit == "peak" and self.avalanche:
            self.draw(seat, 1, chance)
        if suit == "trail" and self.lost:
            self.direction = -self.direction

    def capture(self, seat: int) -> None:
        """HC-WORM-3, HC-WORM-4."""
        self.pile.remove("worm")
        self.worm, self.captor = "captured", seat

    def draw(self, seat: int, number: int, chance: Chance) -> None:
        """As many cards as there are (HC-AVA-6)."""
        for _ in range(number):
            if self.deck:
                card = chance.draws.pop(0)
                self.take_from_deck([card])
                self.hands[seat] = sorted([*self.hands[seat], card])

    def take_turn(self, seat: int, action: str, chance: Chance) -> None:
        """A play in one's turn, its effect, and whose turn it is then."""
        active_before = len(self.active())
        self.put(seat, action, chance)
        self.turn = seat
        if action in ("earthquake", "drought", "spring"):
            self.leave(seat)  # HC-PLAY-9: before the effect reaches anyone
        self.effect(seat, action, chance)
        self.leave(seat)
        if self.decision == "lake":
            self.ask_for_lakes()
        elif self.decision == "plant":
            self.ask_to_plant()
        elif action == "worm" and self.status[seat] == ACTIVE:
            self.decision = "bird"  # HC-WORM-2: the same seat is asked
        else:
            reversing = action == "lost" or (self.lost and self.top_suit == "trail")
            again = reversing and active_before == 2 and self.status[seat] == ACTIVE  # HC-LOST-3
            self.pass_turn(again)

    def effect(self, seat: int, card: str, chance: Chance) -> None:
        """What a specialty card does when it is played."""
        if card == "avalanche":
            for other in self.clockwise(seat):
                if other != seat:
                    self.draw(other, 2, chance)
            self.avalanche = True
        elif card == "lost":
            self.lost = True
            self.direction = -self.direction
        elif card == "poop":
            for other in self.play_order(seat):
                self.lay_out_bugs(other)
        elif card == "earthquake":
            self.redeal(seat, chance)
        elif card == "worm":
            self.worm, self.worm_player = "at large", seat
        elif card in ("drought", "spring"):
            self.decision = {"drought": "lake", "spring": "plant"}[card]
            self.asked = self.play_order(seat)

    def lay_out_bugs(self, seat: int) -> None:
        """HC-POOP-1, HC-POOP-3. The actor, last in play order, is checked here or after the effect alike."""
        self.bugs[seat] += self.hands[seat].count("bug")
        self.hands[seat] = [card for card in self.hands[seat] if card != "bug"]
        self.leave(seat)

    def redeal(self, seat: int, chance: Chance) -> None:
        """HC-EQK-1: whose cards they are is told; how many each gets, and that they are the same, is not."""
        seats = self.clockwise(seat)
        gathered = [card for other in seats for card in self.hands[other]]
        sizes = dict.fromkeys(seats, 0)
        for number in range(len(gathered)):
            sizes[seats[number % len(seats)]] += 1
        for other in seats:
            self.hands[other] = sorted(chance.redealt.pop(other))
        assert {other: len(self.hands[other]) for other in seats} == sizes
        assert sorted(card for other in seats for card in self.hands[other]) == sorted(gathered)

    # --- whose decision is next

    def pass_turn(self, again: bool = False) -> None:
        """To the nearest ACTIVE seat that can play; those before it who cannot are eliminated (HC-PLAY-8)."""
        self.decision = "play"
        order = [self.turn] if again else self.play_order(self.turn)
        while order:
            self.turn = self.actor = order[0]
            if self.playable(self.hands[self.actor]):
                return
            self.eliminate(self.actor)
            order = self.play_order(self.turn)

    def ask_for_lakes(self) -> None:
        """The next of those who owe a Lake, after whom the turn is counted from the Drought (HC-DRO-6)."""
        while self.asked:
            self.actor = self.asked.pop(0)
            if self.playable(self.hands[self.actor]):
                return
            self.eliminate(self.actor)
        self.pass_turn()

    def ask_to_plant(self) -> None:
        """The next of those who may plant, after whom the turn is counted from the Spring (HC-SPR-10)."""
        if self.asked:
            self.actor = self.asked.pop(0)
        else:
            self.pass_turn()

    def plant(self, seat: int, action: str) -> None:
        """HC-SPR-1, HC-SPR-2."""
        trees, wind = planted(action)
        for card in ["tree"] * trees + ["wind"] * wind:
            self.hands[seat].remove(card)
            self.planted[seat].append(card)
        self.leave(seat)
        self.ask_to_plant()

    # --- the round ends

    def end_round(self, chance: Chance) -> None:
        """HC-END-2."""
        if self.worm == "at large":
            assert self.worm_player is not None
            self.capture(self.worm_player)
        account = self.scored()
        self.accounts.append(account)
        self.totals = [total + new for total, new in zip(self.totals, account.points, strict=True)]
        best = max(self.totals)
        if best >= self.data.target[self.players] and self.totals.count(best) == 1:
            self.over = True
        else:
            self.dealer = (self.dealer + 1) % self.players
            self.begin_round(chance.next_deal)

    def scored(self) -> Account:
        """The account of the round that is over."""
        seats = range(self.players)
        return score(
            leftovers=[len(self.leftovers[seat]) + self.bugs[seat] for seat in seats],
            gone=self.gone,
            latest=self.latest,
            planted=[len(self.planted[seat]) for seat in seats],
            captor=self.captor,
            birds=self.birds,
            bonus=self.data.bonus,
        )

    def places(self) -> list[int]:
        """HC-WIN-4."""
        return [1 + sum(other > total for other in self.totals) for total in self.totals]

    def cards(self) -> Counter[str]:
        """All cards, wherever they are (HC-FLOW-4)."""
        counted = Counter(self.pile) + self.deck
        for seat in range(self.players):
            counted += Counter(self.hands[seat] + self.leftovers[seat] + self.planted[seat])
            counted += Counter(bug=self.bugs[seat])
        return counted + Counter(worm=self.worm == "captured")


def plant(trees: int, wind: bool) -> str:
    """The notation of a planting."""
    if wind:
        return f"plant {trees}+wind"
    return f"plant {trees}" if trees else "none"


def planted(action: str) -> tuple[int, bool]:
    """Trees and The Wind of a planting."""
    trees, _, wind = action.removeprefix("plant ").partition("+")
    return (0 if trees == "none" else int(trees)), bool(wind)
