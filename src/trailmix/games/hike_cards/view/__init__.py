"""What a seat sees of Hike, made from a redacted state only (HC-PLAY-12).

`shape` declares it; the kernels of `look` fill records of that shape.
"""

from collections.abc import Sequence

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message, Words
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.data import rows_of
from trailmix.games.hike_cards.state import KIND_IDS
from trailmix.games.hike_cards.view.look import look, look_own
from trailmix.games.hike_cards.view.shape import CardView, Own, TableView, View

__all__ = ["Own", "TableView", "View", "look", "look_own", "name_of", "names", "prompt", "table_view"]


def name_of(card: str) -> Message:
    """The name of a card or play: Peak, The Wind as Lake."""
    return Message(f"card.{card}")


def table_view(setup: Setup, words: Words) -> TableView:
    """The cards as a client draws them."""
    t = setup.table[0]
    rows = rows_of(setup.options, setup.data)
    cards = {
        kind: CardView(
            words.say(name_of(kind)),
            int(t.copies[n]),
            tuple(rows[kind]) if kind in rows else None,
            _source(setup, kind),
            words.say(Message(f"effect.{kind}")),
        )
        for n, kind in enumerate(KIND_IDS)
    }
    return TableView(cards, int(t.hand_size), int(t.bonus), int(t.target))


def _source(setup: Setup, kind: str) -> str | None:
    """Where the row of a suit comes from."""
    if kind not in setup.data.suits:
        return None
    return "option" if setup.options.follow else str(setup.data.suits[kind].source)


def prompt(setup: Setup, states: Array) -> Message:
    """What is asked of the seat to decide: everyone reads it, so it tells nothing of the hand (HC-SPR-4)."""
    s = Look(states)
    if s.decision != state.PLAY:
        return Message(f"prompt.{state.DECISION_IDS[s.decision]}")
    if s.top == state.SUN:
        return Message("prompt.sun")
    if s.top == state.LEAD:
        return Message("prompt.lead")
    if s.top >= state.SUITS:
        return Message("prompt.on_specialty", {"card": name_of(KIND_IDS[s.top])})
    return Message(
        "prompt.follow", {"card": name_of(KIND_IDS[s.top]), "suits": names_of_followers(setup, s.top)}
    )


def names_of_followers(setup: Setup, suit: int) -> list[Message]:
    """The suits that may be put on a suit."""
    return [name_of(follower) for follower in rows_of(setup.options, setup.data)[KIND_IDS[suit]]]


def names(_setup: Setup) -> dict[str, Sequence[str]]:
    """The cards by their kinds, the plays by their codes."""
    return {"card": KIND_IDS, "play": state.CODE_IDS}
