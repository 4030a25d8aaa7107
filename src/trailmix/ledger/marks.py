"""A plugin of pytest that tells which test cites which rules, for `trailmix.ledger`: a line of JSON each."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

HERE = "trailmix-rule "


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """When all tests are known: print every citation."""
    for item in items:
        for mark in item.iter_markers("rule"):
            for rule_id in mark.args:
                said = msgspec.json.encode([rule_id, item.nodeid]).decode()
                sys.stdout.write(f"\n{HERE}{said}\n")
