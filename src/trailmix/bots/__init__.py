"""Bots: players that see only what their seat may see."""

from trailmix.bots.policies import POLICIES, Bot

__all__ = ["POLICIES", "Bot"]
