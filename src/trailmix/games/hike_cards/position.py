"""Hike's part of a position document.

.. code-block:: toml

    to_move = "B"
    played = "bird:C worm:D lost:A wind=lake:A"   # the plays of the round, by whom; the last is the top
    left = "C D"                                  # who has left the round, first to last
    deck = "peak lake ..."                        # top first; ... the rest, in no order
    earthquake = "sun tree ..."                   # what an Earthquake would deal first, of the cards in hands
    [hands]
    A = "bird*2 spring ?"                         # ? a card from the rest; a seat left out has a fresh hand
    [leftovers]
    C = "bug litter"

Everything may be left out; what the plays have led to (direction, effects, Birds, The Worm) follows from
them.
"""

from collections import Counter
from typing import Any

import numpy as np

from trailmix.engine.documents import quoted
from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import seed
from trailmix.engine.words import letter
from trailmix.engine.written import SEAT, BySeat, Counts, Form, List, Listed, Number, Pattern, Word
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.data import SUIT_COPIES
from trailmix.games.hike_cards.rules.cards import codes_in, top_of
from trailmix.games.hike_cards.rules.plays import trace
from trailmix.games.hike_cards.rules.redeal import deal_open
from trailmix.games.hike_cards.rules.rounds import clear_round
from trailmix.games.hike_cards.state import CODES, KIND_IDS, KINDS, NONE, State

ANY = "any"
Plays = list[tuple[int, int]]  # the code of each play, and its seat or NONE


class PlaysForm(Form):
    """Cards as they were played, and by whom if that is known, like "peak:A wind=lake"."""

    def write(self, _setup: Setup, value: Plays) -> str:
        """Each as its card and its seat."""
        words = [state.CODE_IDS[code] + (f":{letter(seat)}" if seat != NONE else "") for code, seat in value]
        return " ".join(words)

    def read(self, setup: Setup, said: Any, where: str) -> Plays:
        """The plays from first to last."""
        if not isinstance(said, str):
            raise BadPosition(f"{where}: a text, not {quoted(said)}.")
        plays = []
        for word in said.split():
            card, colon, seat = word.partition(":")
            if card not in state.CODE_IDS:
                hint = "; The Wind is played as a suit, like wind=lake" if card == "wind" else ""
                raise BadPosition(f"{where}: {quoted(word)} is not a play like peak:A or wind=lake:B{hint}.")
            if card == "litter":
                raise BadPosition(f"{where}: Litter is never played.")
            plays.append((state.CODE_IDS.index(card), SEAT.read(setup, seat, where) if colon else NONE))
        return plays


PARTS: dict[str, Form] = {
    "direction": Word(state.DIRECTION_IDS),
    "played": PlaysForm(),
    "deck": Listed("card", unknown=False, rest=True),
    "earthquake": Listed("card", unknown=False, rest=True),
    "bugs_in_hands": Pattern(r"any|(\d{1,2})((?: [A-H]:\d{1,2})*)", "any, 0 or 1 B:2"),
    "hands": BySeat(Listed("card", starred=True)),
    "leftovers": BySeat(Counts("card")),
    "bugs": BySeat(Number(0, SUIT_COPIES)),
    "planted": BySeat(Counts(("tree", "wind"))),
}


# --- writing --------------------------------------------------------------------------------------------


def tell(setup: Setup, s: State) -> dict[str, Any]:
    """What follows from no single field; a hand that is hidden in the state becomes question marks."""
    seats = range(setup.players)
    named, shaken = s.named[s.named != NONE][::-1].tolist(), s.shaken[s.shaken != NONE].tolist()
    planted = {seat: (int(s.trees[seat]), int(s.wind_planter == seat)) for seat in seats}
    return {
        "direction": int(s.direction < 0),
        "played": [(play % CODES, play // CODES - 1) for play in s.played[: s.n_played].tolist()],
        "deck": List(named, rest=s.deck_size > len(named)),
        "earthquake": List(shaken, rest=True) if shaken else None,
        "bugs_in_hands": _bugs_in_hands(s),
        "hands": {seat: _hand(s, seat) for seat in seats if s.hand_size[seat]},
        "leftovers": {seat: s.leftovers[seat] for seat in seats if s.leftovers[seat].any()},
        "bugs": {seat: s.bugs[seat] for seat in seats if s.bugs[seat]},
        "planted": {seat: cards for seat, cards in planted.items() if any(cards)},
    }


def _hand(s: State, seat: int) -> list[int | None]:
    if s.held[seat] == state.ANYTHING:
        return [None] * s.hand_size[seat]
    return [kind for kind in range(KINDS) for _ in range(s.hand[seat, kind])]


def _bugs_in_hands(s: State) -> str:
    if s.bugs_about == state.ANY_NUMBER:
        return ANY
    drawn = [f"{letter(seat)}:{number}" for seat, number in enumerate(s.drawn_since) if number]
    return " ".join([str(s.bugs_about), *drawn])


# --- reading --------------------------------------------------------------------------------------------


def clear(setup: Setup, states: Array, key: Array) -> None:
    """An empty table, all cards in the deck."""
    seed(states[0], key)
    clear_round(setup.table[0], states[0])


def complete(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """Work out everything that follows from what was said, and deal what is left open."""
    nothing = {"played": [], "left": [], "deck": List([], rest=True), "earthquake": List([])}
    said = {**nothing, **{part: {} for part in ("hands", "leftovers", "bugs", "planted")}, **said}
    found = _count(setup, said)
    if "round" not in said:
        s.round_no = 2 if s.totals.any() else 1
    _play(s, said)
    _lay_out(s, said)
    _decide(setup, s, said)
    open_cards = _hold(setup, s, said["hands"])
    _limit_bugs(s, said)
    rest = [int(copies) - found[kind] for kind, copies in enumerate(setup.table[0].copies)]
    _stack(s, sum(rest) - int(open_cards.sum()), said)
    if not deal_open(setup.table[0], s, np.array(rest), open_cards):
        raise BadPosition(f"{letter(s.asked)} has nothing to play and would be eliminated, not to move.")
    for kind in said["deck"].named:
        s.deck[kind] += 1
    s.deck_size = s.deck.sum()


def _codes(said: dict[str, Any]) -> list[int]:
    return [code for code, _seat in said["played"]]


def _count(setup: Setup, said: dict[str, Any]) -> Counter[int]:
    """How many cards of each kind are named; there cannot be more than there are copies (HC-FLOW-4)."""
    found = Counter(min(code, state.WIND) for code in _codes(said))
    for counts in said["leftovers"].values():
        found.update(dict(enumerate(counts)))
    for trees, wind in said["planted"].values():
        found.update({state.TREE: trees, state.WIND: wind})
    for hand in said["hands"].values():
        found.update(hand.named)
    found[state.BUG] += sum(said["bugs"].values())
    found.update(said["deck"].named)
    shaken = Counter(said["earthquake"].named)
    for kind, copies in enumerate(setup.table[0].copies):
        if max(found[kind], shaken[kind]) > copies:
            raise BadPosition(f"There are more than {copies} of the card {KIND_IDS[kind]}.")
    return found


def _play(s: State, said: dict[str, Any]) -> None:
    """The plays in their order, and what they have led to."""
    plays: Plays = said["played"]
    s.played[: len(plays)], s.n_played = [code + CODES * (seat + 1) for code, seat in plays], len(plays)
    s.top, s.direction, s.peaks_draw, s.trails_reverse, s.birds, s.worm_by, s.worm_holder = trace(s)
    if state.WORM in _codes(said):  # HC-WORM-3, HC-WORM-6
        after = plays[_codes(said).index(state.WORM) :]
        if s.worm_by == NONE:
            raise BadPosition("played: say who played The Worm, like worm:A.")
        if [seat for code, seat in after if top_of(code) == state.BIRD][:1] == [NONE]:
            raise BadPosition("played: say who captured The Worm with the first Bird after it, like bird:A.")
    if "direction" in said and said["direction"] != (s.direction < 0):
        right, wrong = state.DIRECTION_IDS[:: int(s.direction)]
        raise BadPosition(f"By the plays, the direction is {right}, not {wrong}.")
    if said.get("birds", s.birds) != s.birds:
        raise BadPosition(f"By the plays, {s.birds} Birds were played, not {said['birds']}.")


def _lay_out(s: State, said: dict[str, Any]) -> None:
    """Who has left the round, and what lies in front of the seats (HC-FLOW-3)."""
    s.n_left = len(said["left"])
    for seat, counts in said["leftovers"].items():
        if any(counts) and seat not in said["left"]:
            raise BadPosition(f"{letter(seat)} has leftovers, but has not left the round.")
        s.leftovers[seat] = counts
    for seat, number in said["bugs"].items():
        s.bugs[seat] = number
    if s.bugs.any() and state.POOP not in _codes(said):
        raise BadPosition("Bugs are laid out only by Poop, and it is not among the plays.")
    for seat, (trees, wind) in said["planted"].items():
        s.trees[seat] = trees
        s.wind_planter = seat if wind else s.wind_planter
    if (s.trees.any() or s.wind_planter != NONE) and state.SPRING not in _codes(said):
        raise BadPosition("Cards are planted only in Spring, and it is not among the plays.")


def _decide(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """Who owes which decision, and whose turn it is."""
    if "decision" not in said:
        owed = state.LAKE_OWED if s.top == state.DROUGHT else state.PLAY
        s.decision = state.OVER if s.n_left == setup.players else owed
    if s.decision == state.OVER:
        if "to_move" in said:
            raise BadPosition("The match is over: nobody is to move.")
        if s.n_left < setup.players:
            raise BadPosition("The match cannot be over while somebody has not left the round.")
        s.worm_holder = s.worm_by if s.worm_holder == NONE else s.worm_holder
        s.asked, s.turn = NONE, NONE
        return
    if s.round_no == 1 and s.totals.any():
        raise BadPosition("All totals are 0 until the first round is over.")
    if "to_move" not in said:
        s.asked = (s.dealer + 1) % setup.players
    if s.asked in s.left[: s.n_left]:
        raise BadPosition(f"{letter(s.asked)} has left the round and cannot be to move.")
    s.turn = s.asked
    if s.decision == state.PLAY and s.top == state.DROUGHT:
        raise BadPosition('The Drought on top has still to be answered: decision = "lake".')
    if s.decision == state.BIRD_ASKED and (s.top != state.WORM or s.worm_by != s.asked):
        raise BadPosition("A Bird is asked for only of the player of The Worm, with The Worm on top.")
    if s.decision == state.PLANT:
        s.turn = said["played"][-1][1] if s.top == state.SPRING else NONE
        if s.turn == NONE:
            raise BadPosition('Planting is asked for only with Spring on top, like played = "spring:A".')
    if s.decision == state.LAKE_OWED:
        _go_round(setup, s, said["played"])


def _go_round(setup: Setup, s: State, plays: Plays) -> None:
    """A Drought goes round from its player; whoever has answered has played a Lake or left (HC-DRO-2)."""
    at = next((n for n, (code, seat) in enumerate(plays) if code == state.DROUGHT and seat != NONE), NONE)
    if at == NONE:
        raise BadPosition('A Lake is owed only to a Drought, like played = "drought:A".')
    s.turn = plays[at][1]
    answered, seat = [NONE], (s.turn + s.direction) % setup.players
    while seat != s.asked:
        answered.append(seat)
        if seat == s.turn:
            raise BadPosition(f"{letter(s.asked)} is not asked in this Drought.")
        seat = (seat + s.direction) % setup.players
    for code, by in plays[at + 1 :]:
        if top_of(code) != state.LAKE:
            raise BadPosition("While a Drought goes round, only Lakes are played.")
        if by not in answered:
            raise BadPosition(f"{letter(by)} has not been asked in this Drought before {letter(s.asked)}.")


def _hold(setup: Setup, s: State, hands: dict[int, List]) -> Array:
    """The cards that are known to be in hands; returns how many more each seat holds."""
    open_cards, gone = np.zeros(state.MAX_PLAYERS, np.int64), s.left[: s.n_left].tolist()
    for seat in range(setup.players):
        fresh = 0 if seat in gone else int(setup.table[0].hand_size)
        hand = hands.get(seat, List([None] * fresh))
        if hand.cards and seat in gone:
            raise BadPosition(f"{letter(seat)} has left the round and holds cards.")
        if not hand.cards and seat not in gone:
            raise BadPosition(f"{letter(seat)} holds no card and has not left the round.")
        s.hand[seat] = [hand.named.count(kind) for kind in range(KINDS)]
        s.held[seat], s.hand_size[seat] = codes_in(s.hand[seat]), len(hand.named)
        open_cards[seat] = hand.unknown
    return open_cards


def _stack(s: State, rest: int, said: dict[str, Any]) -> None:
    """The order of the deck and of an Earthquake; `rest` cards of the deck are not named."""
    if rest < 0:
        raise BadPosition(f"There are only {state.CARDS} cards, and {-rest} more in hands than that.")
    if rest and not said["deck"].rest:
        raise BadPosition(f"The deck is whole without ..., but {rest} more cards are nowhere.")
    named, shaken = said["deck"].named[: state.MOST_NAMED], said["earthquake"].named
    s.named[: len(named)], s.n_named = named[::-1], len(named)
    s.shaken[: len(shaken)] = shaken


def _limit_bugs(s: State, said: dict[str, Any]) -> None:
    """What is known of the Bugs in hands since Poop; without draws there are none (HC-POOP-1)."""
    found, codes = said.get("bugs_in_hands"), _codes(said)
    if found is None and state.POOP in codes and state.AVALANCHE not in codes:
        s.bugs_about = 0
    if found is None or found[0] == ANY:
        return
    if state.POOP not in codes:
        raise BadPosition(f'bugs_in_hands is "any", or after Poop like "0" or "1 B:2", not {found[0]!r}.')
    s.bugs_about = int(found[1])
    for entry in found[2].split():
        s.drawn_since[ord(entry[0]) - ord("A")] = int(entry[2:])
