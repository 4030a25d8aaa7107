"""Why an action of Hike is refused: one sentence, made from what the seat itself may know."""

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules.cards import planting, top_of
from trailmix.games.hike_cards.rules.play import demanded
from trailmix.games.hike_cards.state import NOTHING, WIND
from trailmix.games.hike_cards.view import name_of, names_of_followers


def why(setup: Setup, states: Array, seat: int, action: int) -> Message | None:
    """Why `seat`, whose decision it is, may not play the action; None if it may."""
    s = Look(states)
    if s.decision == state.PLANT:
        return _why_no_planting(states, seat, action)
    if s.decision == state.BIRD_ASKED and action == NOTHING:
        return None
    if action >= state.CODES and s.decision == state.BIRD_ASKED:
        return Message("refused.bird_or_none")
    if action >= state.CODES:
        return Message("refused.no_pass" if action == NOTHING else "refused.only_in_spring")
    kind = min(action, WIND)
    if s.hand[seat, kind] == 0:
        return Message("refused.not_held", {"card": name_of(state.KIND_IDS[kind])})
    if kind == state.LITTER:
        return Message("refused.litter")
    if demanded(setup.table[0], states[0]) >> action & 1:
        return None
    if s.decision == state.BIRD_ASKED:
        return Message("refused.bird_or_none")
    if s.decision == state.LAKE_OWED:
        return Message("refused.drought")
    if s.top == state.SUN:
        return Message("refused.sun")
    return _why_no_follower(setup, int(s.top), action)


def _why_no_follower(setup: Setup, top: int, action: int) -> Message:
    """Only a suit on a suit is left to be refused (HC-PLAY-3, HC-WIND-2)."""
    values = {
        "card": name_of(state.SUIT_IDS[top_of(action)]),
        "top": name_of(state.SUIT_IDS[top]),
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
    (trees, wind), held = planting(action), int(s.hand[seat, state.TREE])
    if wind and s.hand[seat, WIND] == 0:
        return Message("refused.not_held", {"card": name_of("wind")})
    if trees > held == 0:
        return Message("refused.nothing_to_plant")
    if trees > held:
        return Message("refused.too_many_trees", {"number": trees, "held": held})
    return None
