"""What a seat sees of Hike!, from a redacted state (HD-INFO-1 to -3).

`shape` declares it; the kernels of `look` and `look_own` fill records of that shape.
"""

from collections.abc import Sequence

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message, Words
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.data import Cards, Experienced, Landscape, LooseCard, Youngster
from trailmix.games.hike_dogsled.notation import slots
from trailmix.games.hike_dogsled.rules.movement import usable
from trailmix.games.hike_dogsled.state import NONE
from trailmix.games.hike_dogsled.view import shape
from trailmix.games.hike_dogsled.view.look import look
from trailmix.games.hike_dogsled.view.look_own import look_own
from trailmix.games.hike_dogsled.view.shape import Own, TableView, View

__all__ = ["Own", "TableView", "View", "look", "look_own", "names", "prompt", "table_view"]


def table_view(setup: Setup, words: Words) -> TableView:
    """All cards of the data, and how the table is laid out."""
    cards: Cards = setup.data
    t = setup.table[0]
    present = slots(setup)
    return TableView(
        huskies={husky.id: _husky(husky) for husky in cards.huskies},
        landscapes={land.id: _landscape(land) for land in cards.landscapes},
        start=cards.landscapes[state.START].id,
        finish=cards.landscapes[state.FINISH].id,
        loose_cards={card.id: _loose(card, words) for card in cards.loose},
        edges=dict(cards.colours),
        slots=tuple(state.SLOT_IDS[slot] for slot in present),
        columns=int(t.columns),
        neighbours={
            state.SLOT_IDS[slot]: {
                state.EDGE_IDS[edge]: state.SLOT_IDS[t.neighbour[slot, edge]]
                for edge in range(state.EDGES)
                if t.neighbour[slot, edge] != NONE
            }
            for slot in present
        },
        laid=int(t.laid),
        sideways=int(t.sideways),
        loose=setup.options.loose,
        simultaneous=setup.options.simultaneous,
    )


def _husky(husky: Experienced | Youngster) -> shape.HuskyView:
    if isinstance(husky, Youngster):
        return shape.HuskyView(husky.name, "", None, None, None, None)
    points = "".join(sorted(husky.pts, key=state.TERRAIN_IDS.index))
    return shape.HuskyView(husky.name, points, *husky.edges)


def _landscape(land: Landscape) -> shape.LandscapeView:
    fields = (shape.FieldView(field[0], field.endswith("*")) for field in land.fields.split())
    return shape.LandscapeView(land.name, tuple(fields))


def _loose(card: LooseCard, words: Words) -> shape.LooseView:
    return shape.LooseView(card.name, card.effect, words.say(Message(f"loose.{card.effect}")))


def prompt(setup: Setup, states: Array) -> Message:
    """What is asked of the seat to decide."""
    s = Look(states)
    if s.secret:
        return Message("prompt.secret")  # everybody reads it
    name = state.DECISION_IDS[s.decision]
    if s.decision == state.SETTLE:
        return Message("prompt.settle", {"husky": setup.data.huskies[s.received[s.asked]].name})
    if s.decision in (state.PICK, state.TARGET, state.RUNAWAY):
        return Message(f"prompt.{name}", {"name": setup.data.loose[s.loose].name})
    if s.decision == state.REST:
        return Message("prompt.rest", {"number": int(s.to_rest)})
    if s.decision == state.STEP and not usable(setup.table[0], states[0], int(s.asked)):
        return Message("prompt.care")
    return Message(f"prompt.{name}")


def names(setup: Setup) -> dict[str, Sequence[str]]:
    """The IDs of the cards and of the landscapes, and the notations of the actions."""
    cards: Cards = setup.data
    return {
        "card": cards.ids,
        "husky": cards.ids[: state.HUSKIES],
        "loose card": cards.ids[state.FIRST_LOOSE :],
        "landscape": [land.id for land in cards.landscapes],
        "action": setup.notations,
    }
