"""Trick: 24 cards in three suits; follow suit, the highest card of the led suit wins, most tricks win."""

from trailmix.engine.assembly import assemble

GAME = assemble(__name__, name="Trick", players=range(2, 5), minutes=10, rules_version=1)
