"""Games of others: the trick game of examples/, packages that bring games, and how a new one begins."""
