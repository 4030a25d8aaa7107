"""What is special about positions of Snow Tails; the rest is said by the fields in `state`.

.. code-block:: toml

    round = 3                    # 0 while sleds are placed
    order = "B A C"              # of the round, or of placing; to_move = "A" says whose turn it is

    [sleds.A]
    space = "1.3.5"              # piece, lane, place
    mat = "4/5/2"
    left = "2 4"                 # the cards on the left dog, the one it shows last
    hand = "1 1 ? ?"             # ? is dealt from the rest
    dents = 1
    discards = "2 2"
    pile = "3 5 ..."             # the top first; ... is the rest, shuffled

Everything that is left out has a usual value, see ``docs/notation.md``.
"""

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np

from trailmix.engine.documents import quoted
from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import seed, shuffle
from trailmix.engine.words import letter
from trailmix.engine.written import SEAT, Form, List, Listed, ListOf, Number, Pattern, Seats
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.data import track_of
from trailmix.games.snow_tails.notation import STEP_LETTERS
from trailmix.games.snow_tails.rules import turns
from trailmix.games.snow_tails.rules.cards import clear_cards
from trailmix.games.snow_tails.rules.moving import drift_of, drift_side, fell, is_felled, speed_of
from trailmix.games.snow_tails.rules.racing import clear_race, list_the_others, sort_racing
from trailmix.games.snow_tails.state import CARDS, State

SPACE = Pattern(r"\d+\.\d+\.\d+", "1.3.5")
DOGS = {"left": state.LEFT, "right": state.RIGHT}
SLED: dict[str, Form] = {
    "space": SPACE,
    "mat": Pattern("([1-5])/([1-5])/([1-5])", "4/5/2"),
    "left": Listed(CARDS, unknown=False),
    "right": Listed(CARDS, unknown=False),
    "hand": Listed(CARDS),
    "pile": Listed(CARDS, unknown=False, rest=True),
    "place": Number(1, state.MAX_PLAYERS),
    "wrecked": Pattern(r"(\d{1,4})\.([1-5])", "2.1"),
}
PARTS: dict[str, Form] = {
    "race": Number(1, state.MAX_RACES),
    "to_move": SEAT,
    "from": SPACE,
    "path": Pattern("[FLR]{0,9}", "RFF"),
    "felled": Pattern(r"[\d.\s]*", "1.3.5 2.4.1"),
    "results": ListOf(Pattern(r"[A-Z|\s]*", "A B | C")),
    **{f"sleds.{name}": form for name, form in SLED.items()},
}


# --- writing --------------------------------------------------------------------------------------------


def tell(setup: Setup, s: State) -> dict[str, Any]:
    """The values of the parts; cards that are hidden in the state are not known."""
    t, spaces = setup.table[0], track_of(setup, s.race).spaces
    said: dict[str, Any] = {
        "race": s.race + 1,
        "to_move": None if s.decision == state.OVER else s.order[s.turn],
        "felled": " ".join(spaces[n].name for n in range(t.finish[s.race]) if is_felled(t, s, n)) or None,
        "results": [_result(setup, s, race) for race in range(s.race)] or None,
    }
    if s.decision in (state.STEP, state.BONUS):
        said["from"] = spaces[s.path[0]].name
        lanes = [spaces[space].lane for space in s.path[: s.steps + 1]]
        said["path"] = "".join("FRL"[after - before] for before, after in itertools.pairwise(lanes))
    sleds = [_tell_sled(setup, s, seat) for seat in range(setup.players)]
    return said | {f"sleds.{name}": {n: sled.get(name) for n, sled in enumerate(sleds)} for name in SLED}


def _result(setup: Setup, s: State, race: int) -> str:
    """The seats by place, those that have not finished behind a bar."""
    listed = sorted(range(setup.players), key=lambda seat: abs(s.results[race, seat]))
    placed = [letter(seat) for seat in listed if s.results[race, seat] > 0]
    others = [letter(seat) for seat in listed if s.results[race, seat] < 0]
    return " ".join([*placed, "|", *others] if others else placed)


def _tell_sled(setup: Setup, s: State, seat: int) -> dict[str, Any]:
    said: dict[str, Any] = {"mat": "/".join(str(shows) for shows in s.mat[seat])}
    status = s.status[seat]
    if status != state.WAITING:
        said["space"] = track_of(setup, s.race).spaces[s.space[seat]].name
    for name, dog in DOGS.items():
        if s.carded[seat, dog]:
            said[name] = [*_cards(s.covered[seat, dog]), s.mat[seat, dog] - 1]
    if status == state.WRECKED:
        return said | {"wrecked": f"{s.wreck_round[seat]}.{s.wreck_turn[seat]}"}
    hidden = s.canines[seat] - s.hand[seat].sum()
    said["hand"] = [*_cards(s.hand[seat]), *[None] * hidden]
    if s.pile[seat, 0] or not s.pile_size[seat]:
        said["pile"] = [value - 1 for value in s.pile[seat, : s.pile_size[seat]][::-1]]
    if status == state.FINISHED:
        said["place"] = s.results[s.race, seat]
    return said


def _cards(counts: Array) -> list[int]:
    """Cards one by one, each as the index of its value."""
    return [int(n) for n in np.repeat(np.arange(state.VALUES), counts)]


def _counts(cards: Iterable[int]) -> Array:
    return np.bincount(np.array([*cards], np.int64), minlength=state.VALUES)


# --- reading --------------------------------------------------------------------------------------------


def clear(setup: Setup, states: Array, key: Array) -> None:
    """No sled is placed, and no seat has cards."""
    t, s = setup.table[0], states[0]
    seed(s, key)
    turns.clear(t, s)
    clear_race(s)


def complete(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """The race, its sleds and the move under way."""
    t = setup.table[0]
    s.race = Number(1, int(t.races)).read(setup, said.get("race", 1), "race") - 1
    usual = int(any(name.startswith("sleds.") for name in said))
    s.round_no = Number(0, int(t.most_rounds)).read(setup, said.get("round", usual), "round")
    _read_results(setup, s, [found[0] for found in said.get("results", [])])
    for name in said["felled"][0].split() if "felled" in said else ():
        space = _space(setup, s, name)
        if t.sapling[s.race, space] < 0:
            raise BadPosition(f"No sapling ever stood on {name}.")
        fell(t, s, space)
    sleds = {
        name.removeprefix("sleds."): values for name, values in said.items() if name.startswith("sleds.")
    }
    for seat in range(setup.players):
        lines = {name: values[seat] for name, values in sleds.items() if seat in values}
        try:
            _read_sled(setup, s, seat, lines, acting="path" in said or "from" in said)
        except BadPosition as error:
            raise BadPosition(f"Sled {letter(seat)}: {error}") from None
    _read_decision(setup, s, said)


def _read_results(setup: Setup, s: State, said: list[str]) -> None:
    """The races before this one, each as "A B | C": those with places, then those that did not finish."""
    if len(said) != s.race:
        raise BadPosition(f"In race {s.race + 1}, results is a list of {s.race} texts like 'A B | C'.")
    for race, result in enumerate(said):
        placed, _, others = result.partition("|")
        seats = Seats().read(setup, f"{placed} {others}", "results")
        if len(seats) != setup.players:
            raise BadPosition(f"The result {quoted(result)} does not name every seat once.")
        for place, seat in enumerate(seats, 1):
            s.results[race, seat] = place if place <= len(placed.split()) else -place


def _space(setup: Setup, s: State, name: str) -> int:
    """The number of a space that is called p.l.i."""
    track = track_of(setup, s.race)
    found = track.numbers.get(name)
    if found is None:
        raise BadPosition(f"There is no space {name[:20]} on this course: they are called like 1.3.5.")
    if track.ground[found] != "free":
        raise BadPosition(f"No sled can be on {name}: there is {track.ground[found]}.")
    return found


# --- sleds ----------------------------------------------------------------------------------------------


def _read_sled(setup: Setup, s: State, seat: int, said: dict[str, Any], *, acting: bool) -> None:
    """A sled and its cards; `acting`: somebody has played cards in this turn."""
    shuffle(s, s.pile[seat], state.DECK)  # as when a race begins, whatever is said of the pile
    _read_status(setup, s, seat, said)
    s.mat[seat] = [int(shows) for shows in said["mat"].groups()] if "mat" in said else state.PRINTED
    if s.status[seat] != state.WRECKED:
        _read_cards(s, seat, said, acting=acting)
        return
    clear_cards(s, seat)  # ST-R-12
    if "dents" not in said:
        s.dents[seat] = state.MOST_DENTS


def _read_status(setup: Setup, s: State, seat: int, said: dict[str, Any]) -> None:
    """Where the sled stands or stood, and whether it races, has finished or is wrecked."""
    if "space" in said:
        s.space[seat] = _space(setup, s, said["space"][0])
        s.status[seat] = state.RACING
    if "place" in said:
        s.status[seat] = state.FINISHED
        s.results[s.race, seat] = said["place"]
        if s.space[seat] == state.NONE:
            s.space[seat] = setup.table[0].finish[s.race]
    if "wrecked" in said:
        s.status[seat] = state.WRECKED
        s.wreck_round[seat], s.wreck_turn[seat] = map(int, said["wrecked"].groups())
        if not 1 <= s.wreck_round[seat] <= s.round_no:
            raise BadPosition(f"wrecked = {quoted(said['wrecked'][0])} is not round.turn like 2.1.")
        if "place" in said:
            raise BadPosition("a wreck has no place.")


def _read_cards(s: State, seat: int, said: dict[str, Any], *, acting: bool) -> None:
    """The twenty cards: on the dogs, in the hand, discarded; the rest is the pile."""
    hand: List = said.get("hand", List([None] * _usual_hand(s, seat, acting=acting)))
    pile: List = said.get("pile", List([], rest=True))
    sure = np.maximum(s.sure[seat] - _counts(hand.named), 0)  # what is known to be there needs no name
    if sure.sum() > hand.unknown:
        raise BadPosition("cards are known to be in its hand that are not named there.")
    held = _counts(hand.named) + sure
    rest = state.COPIES - s.discards[seat] - held - _counts(pile.named)
    for name, dog in DOGS.items():
        rest -= _read_dog(s, seat, dog, name, said)
    for value, left in zip(CARDS, rest, strict=True):
        if left < 0:
            named = state.COPIES - left
            raise BadPosition(f"there are {state.COPIES} cards of value {value}, and {named} are named.")
    hidden, number = len(hand.cards) - held.sum(), rest.sum()
    if number < hidden:
        raise BadPosition(f"{hidden} cards of the hand are open, and only {number} are left for them.")
    loose = np.array(_cards(rest), np.int8)
    shuffle(s, loose, len(loose))
    s.hand[seat] = held + _counts(loose[:hidden])
    s.canines[seat] = len(hand.cards)
    others = loose[hidden:]
    if pile.rest:
        pile.cards += others.tolist()
    elif "discards" not in said:
        s.discards[seat] = _counts(others)
    elif len(others):
        named = state.DECK - len(others)
        raise BadPosition(f"{named} of its {state.DECK} cards are named, the others are nowhere.")
    s.pile_size[seat] = len(pile.cards)
    s.pile[seat, : len(pile.cards)] = [card + 1 for card in pile.named[::-1]]


def _usual_hand(s: State, seat: int, *, acting: bool) -> int:
    """How many cards a hand has if nothing is said of it."""
    if s.round_no == 0:
        return 0
    if s.round_no == 1 and not acting and s.space[seat] < state.STARTS:
        racing = s.status[seat] == state.RACING
        return state.START_HANDS[state.STARTS - int(s.space[seat]) - 1] if racing else 0
    return state.HAND - int(s.dents[seat])


def _read_dog(s: State, seat: int, dog: int, name: str, said: dict[str, Any]) -> Array:
    """The cards of a dog, the one it shows last; usually that one alone, or its printed three."""
    shows = int(s.mat[seat, dog])
    cards = said[name].named if name in said else [] if shows == state.PRINTED else [shows - 1]
    s.carded[seat, dog] = bool(cards)
    if cards[-1:] != [shows - 1] and (cards or shows != state.PRINTED):
        told = " ".join(CARDS[card] for card in cards)
        raise BadPosition(f"its mat shows {shows} on the {name}, and {name} = {quoted(told)} does not.")
    s.covered[seat, dog] = _counts(cards[:-1])
    return _counts(cards)


# --- turns ----------------------------------------------------------------------------------------------


def _read_decision(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """What is decided, whose turn it is, and the move under way."""
    moves = "path" in said or "from" in said
    if "decision" not in said:
        s.decision = state.START if s.round_no == 0 else state.STEP if moves else state.PLAY
    if s.decision == state.OVER:
        s.order[:] = state.NONE
        list_the_others(setup.table[0], s)
        return
    _read_order(setup, s, said)
    if s.decision in (state.STEP, state.BONUS):
        _read_move(setup, s, said)
    elif moves:
        raise BadPosition("'from' and 'path' tell of a move: the decision is step or bonus then.")


def _read_order(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """The order and whose turn it is; usually that of the race, or that in which sleds have been placed."""
    if "order" not in said and s.decision == state.START:
        s.order[: setup.players] = sorted(
            range(setup.players), key=lambda seat: s.status[seat] == state.WAITING
        )
    elif "order" not in said:
        sort_racing(setup.table[0], s, s.order)
    order = [int(seat) for seat in s.order if seat != state.NONE]
    if not order:
        raise BadPosition("No sled is in the race: the decision is over then.")
    first = next((seat for seat in order if s.status[seat] == state.WAITING), order[0])
    mover = said.get("to_move", first)
    if mover not in order:
        raise BadPosition(f"to_move = '{letter(mover)}' is not a seat of the order.")
    s.turn = order.index(mover)


def _read_move(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """The path so far, from where the move began; what is left of it follows from the mat."""
    t, seat = setup.table[0], int(s.order[s.turn])
    path = said["path"][0] if "path" in said else ""
    if s.status[seat] != state.RACING:
        raise BadPosition(f"path = {quoted(path)} is not the way of a sled, like RFF.")
    s.path[0] = _space(setup, s, said["from"][0]) if "from" in said else s.space[seat]
    for step in path:
        to = t.step[s.race, s.path[s.steps], STEP_LETTERS.index(step)]
        if to < 0:
            raise BadPosition(f"path = {quoted(path)} runs into something: such a move is over.")
        s.steps += 1
        s.path[s.steps] = to
    speed = speed_of(s, seat)
    drifts = path.count(STEP_LETTERS[drift_side(s, seat)])
    s.drift = min(drift_of(s, seat), max(speed, 0)) - drifts
    s.forward = speed - s.drift - s.steps
