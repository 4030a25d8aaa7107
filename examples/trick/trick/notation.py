"""Actions as text (``F3``) and as dicts (``{"card": "F3"}``)."""

from trailmix.engine.notation import Notation, OneOf, Phrase
from trailmix.engine.words import Message

from .state import CARDS

CARD = OneOf(CARDS, lambda setup, card: setup.data.cards[card])
NOTATION = Notation(Message("notation.forms"), Phrase(0, "{card}", {"card": CARD}))
