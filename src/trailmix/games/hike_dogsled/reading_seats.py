"""The seats of a position document: sleds, hands, and how far they are in the race."""

from __future__ import annotations

from collections import Counter
from typing import Any

from trailmix.engine.documents import shown
from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.words import letter
from trailmix.games.hike_dogsled.cards import shows_no_husky
from trailmix.games.hike_dogsled.notation import slots
from trailmix.games.hike_dogsled.sleds import vacant
from trailmix.games.hike_dogsled.state import (
    CAUGHT_IDS,
    DOUBLE,
    EQUIPMENT,
    HAND,
    HUSKIES,
    LACK_IDS,
    LAST_DAY,
    LAST_DAYS,
    MENTORS_EACH,
    N_DOUBLES,
    N_EQUIPMENT,
    N_SINGLES,
    NONE,
    PILE,
    PREPARATIONS,
    SINGLE,
    SLOT_IDS,
    State,
)
from trailmix.games.hike_dogsled.tokens import (
    bits_of,
    card_numbers,
    number,
    pair,
    refuse_unknown,
    said_text,
    slot_numbers,
)

FIELDS = {
    "sled",
    "hand",
    "known",
    "lacks",
    "mentors",
    "care_pile",
    "declared",
    "tucked",
    "pick",
    "received",
    "crazy",
    "position",
    "at_rest",
    "caught",
    "advance",
    "tired",
    "laid_off",
    "paid",
    "nursed",
}
MOST_FIELDS = 1000
MOST_IN_HAND = 100


def read_seats(setup: Setup, s: State, said: Any) -> None:
    """All seats of a document; cards of hands that are not named are left to be dealt."""
    if not isinstance(said, dict) or not all(isinstance(seat, dict) for seat in said.values()):
        raise BadPosition("Seats are described under [seats.A], [seats.B] and so on.")
    letters = [letter(seat) for seat in range(setup.players)]
    for name in said.keys() - set(letters):
        raise BadPosition(f"There is no seat {shown(name)} with {setup.players} players.")
    for seat, name in enumerate(letters):
        try:
            _read_seat(setup, s, seat, said.get(name, {}))
        except BadPosition as error:
            raise BadPosition(f"Seat {name}: {error}") from None
    days = [int(s.declared[seat]) for seat in range(setup.players) if s.declared[seat]]
    s.first_day = min(days, default=0)


def _read_seat(setup: Setup, s: State, seat: int, said: dict[str, Any]) -> None:
    refuse_unknown(said, FIELDS, "it")
    t = setup.table[0]
    preparing = s.phase == PREPARATIONS
    _read_sled(setup, s, seat, said.get("sled", {}))
    complete = not vacant(t, s, seat)
    s.declared[seat] = number(
        said, "declared", 0 if preparing else int(complete), range(LAST_DAY + LAST_DAYS)
    )
    s.tucked[seat] = bits_of(slot_numbers(setup, said, "tucked"))
    s.mentors[seat] = number(said, "mentors", MENTORS_EACH if preparing else 0, range(MENTORS_EACH + 1))
    s.own_pile[seat] = number(said, "care_pile", PILE if preparing else 0, range(PILE + 1))
    _read_hand(setup, s, seat, said)
    _read_loose(setup, s, seat, said)
    _read_race(setup, s, seat, said)


def _read_sled(setup: Setup, s: State, seat: int, said: Any) -> None:
    if not isinstance(said, dict):
        raise BadPosition('sled is written as { T1 = "H07", B2 = "Y1" }.')
    names = {SLOT_IDS[slot]: slot for slot in slots(setup)}
    for name, husky in said.items():
        if name not in names:
            raise BadPosition(f"there is no slot {shown(name)}: {', '.join(names)}.")
        found = card_numbers(setup, {name: husky}, name, HUSKIES)
        if len(found) != 1:
            raise BadPosition(f"{name} has one husky.")
        s.sled[seat, names[name]] = found[0]


def _read_hand(setup: Setup, s: State, seat: int, said: dict[str, Any]) -> None:
    """The cards that are named, and how many are not."""
    unready = s.phase == PREPARATIONS and not s.declared[seat]
    words = said_text(said, "hand", " ".join("?" * HAND) if unready else "").split()
    hidden = words.count("?")
    named = " ".join(word for word in words if word != "?")
    cards = Counter(card_numbers(setup, {"hand": named}, "hand", DOUBLE + 1))
    for card, most in ((EQUIPMENT, N_EQUIPMENT), (SINGLE, N_SINGLES), (DOUBLE, N_DOUBLES)):
        if cards[card] > most:
            raise BadPosition(f"there are only {most} of {setup.data.ids[card]}.")
    s.hand[seat] = bits_of(card for card in cards.elements() if card < HUSKIES)
    s.equipment[seat], s.singles[seat], s.doubles[seat] = cards[EQUIPMENT], cards[SINGLE], cards[DOUBLE]
    if cards.total() + hidden > MOST_IN_HAND:
        raise BadPosition("hand has more cards than there are.")
    s.hand_size[seat] = cards.total() + hidden
    known = Counter(card_numbers(setup, said, "known", SINGLE + 1))
    if known - cards:
        raise BadPosition("cards are known to be in its hand that are not named there.")
    s.known[seat] = bits_of(card for card in known.elements() if card < HUSKIES)
    s.known_equipment[seat], s.known_singles[seat] = known[EQUIPMENT], known[SINGLE]
    for name in said_text(said, "lacks", "").split():
        if name not in LACK_IDS:
            raise BadPosition(f"lacks lists some of {', '.join(LACK_IDS)}, not {shown(name)}.")
        s.lacks[seat] |= 1 << LACK_IDS.index(name)
    if s.declared[seat]:
        shows_no_husky(s, seat)  # HD-READY-3


def _read_loose(setup: Setup, s: State, seat: int, said: dict[str, Any]) -> None:
    """A pick, a husky that waits for a slot, one of the Crazy husky swap."""
    for name, out in (("pick", s.pick), ("received", s.received)):
        found = card_numbers(setup, said, name, HUSKIES)
        if len(found) > 1:
            raise BadPosition(f"{name} is one husky.")
        out[seat] = found[0] if found else NONE
    crazy = said.get("crazy", False)
    if not isinstance(crazy, bool):
        raise BadPosition("crazy is true or false.")
    s.crazy_seats |= int(crazy) << seat


def _read_race(setup: Setup, s: State, seat: int, said: dict[str, Any]) -> None:
    """Where the pawn is, and what the day has changed."""
    s.position[seat] = number(said, "position", 0, range(MOST_FIELDS))
    s.advance[seat] = number(said, "advance", 0, range(MOST_FIELDS))
    s.paid[seat] = number(said, "paid", 0, range(N_EQUIPMENT + 1))
    s.nursed[seat] = pair(said, "nursed", (0, 0))
    for name, out in (("at_rest", s.at_rest), ("tired", s.tired), ("laid_off", s.laid_off)):
        out[seat] = bits_of(slot_numbers(setup, said, name))
    caught = said_text(said, "caught", CAUGHT_IDS[0])
    if caught not in CAUGHT_IDS:
        raise BadPosition(f"caught is one of {', '.join(CAUGHT_IDS[1:])}, not {shown(caught)}.")
    s.caught[seat] = CAUGHT_IDS.index(caught)
