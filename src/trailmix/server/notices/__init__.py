"""Browsers that are told when it is their turn, by Web Push and by a private feed."""
