"""Why an action of Hike is refused: one sentence, made from what the seat itself may know."""

from __future__ import annotations

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message
from trailmix.games.hike_cards.cards import suit_of
from trailmix.games.hike_cards.rules import demanded
from trailmix.games.hike_cards.state import (
    BIRD_ASKED,
    CODES,
    KIND_IDS,
    LAKE_OWED,
    LITTER,
    NOTHING,
    PLANT,
    PLANT_WIND,
    SUIT_IDS,
    SUN,
    TREE,
    WIND,
)
from trailmix.games.hike_cards.view import name_of, names_of_followers


def why(setup: Setup, states: Array, seat: int, action: int) -> Message | None:
    """Why `seat`, whose decision it is, may not play the action; None if it may."""
    s = Look(states)
    if s.decision == PLANT:
        return _why_no_planting(states, seat, action)
    if s.decision == BIRD_ASKED and action == NOTHING:
        return None
    if action >= CODES:
        return Message("refused.bird_or_none" if s.decision == BIRD_ASKED else "refused.no_pass")
    kind = min(action, WIND)
    if s.hand[seat, kind] == 0:
        return Message("refused.not_held", {"card": name_of(KIND_IDS[kind])})
    if kind == LITTER:
        return Message("refused.litter")
    if demanded(setup.table[0], states[0]) >> action & 1:
        return None
    if s.decision == BIRD_ASKED:
        return Message("refused.bird_or_none")
    if s.decision == LAKE_OWED:
        return Message("refused.drought")
    if s.top == SUN:
        return Message("refused.sun")
    return _why_no_follower(setup, int(s.top), action)


def _why_no_follower(setup: Setup, top: int, action: int) -> Message:
    """Only a suit on a suit is left to be refused (HC-PLAY-3, HC-WIND-2)."""
    values = {
        "card": name_of(SUIT_IDS[suit_of(action)]),
        "top": name_of(SUIT_IDS[top]),
        "suits": names_of_followers(setup, top),
    }
    return Message("refused.wind_as" if action >= WIND else "refused.does_not_follow", values)


def _why_no_planting(states: Array, seat: int, action: int) -> Message | None:
    """HC-SPR-1, HC-SPR-2."""
    s = Look(states)
    if action == NOTHING:
        return None
    if action < NOTHING:
        return Message("refused.plant_now")
    wind = action >= PLANT_WIND
    trees, held = action - (PLANT_WIND if wind else NOTHING), int(s.hand[seat, TREE])
    if wind and s.hand[seat, WIND] == 0:
        return Message("refused.not_held", {"card": name_of("wind")})
    if trees > held == 0:
        return Message("refused.nothing_to_plant")
    if trees > held:
        return Message("refused.too_many_trees", {"number": trees, "held": held})
    return None
