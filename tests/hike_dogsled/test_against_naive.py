"""The rules against the naive ones of `naive`: whole matches, compared after every action."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from hike_dogsled.helpers import SHIPPED, deal, decision
from hike_dogsled.naive import Naive
from hike_dogsled.shadow import Keyed, Shadow, careless, purposeful


def follow(shadow: Shadow, seed: int, style: Any = purposeful) -> Counter[str]:
    """Play a match to its end in both; which decisions there were."""
    whims, seen = random.Random(seed), Counter[str]()
    shadow.compare()
    while not shadow.match.over:
        seen[shadow.naive.asked.decision if shadow.naive.asked else ""] += 1
        shadow.play(style(shadow.naive, whims))
        shadow.compare()
    return seen


@pytest.mark.rule("HD-PREP-3", "HD-PREP-4", "HD-RUL-54", "HD-RACE-1", "HD-RACE-2", "HD-END-1", "HD-RUL-38")
@pytest.mark.parametrize("players", range(2, 7))
def test_lively_matches_agree(players: int) -> None:
    for seed in range(2):
        follow(Shadow(deal(players, f"lively {seed}")), seed)


@pytest.mark.rule("HD-LOOSE-2", "HD-LOOSE-3", "HD-RUL-44", "HD-RUL-52", "HD-RUL-53", "HD-RUL-54")
@pytest.mark.parametrize("players", range(2, 7))
def test_matches_with_loose_huskies_agree(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        seen += follow(Shadow(deal(players, f"loose {seed}", loose=True)), seed)
    assert seen["pick"] > 2


@pytest.mark.rule("HD-RUL-16", "HD-READY-11")
@pytest.mark.parametrize("players", [2, 5])
def test_careless_matches_agree(players: int) -> None:
    """Every action equally likely: most of Preparations is spent on swaps."""
    follow(Shadow(deal(players, "careless", loose=True)), 1, careless)


@pytest.mark.rule("HD-VAR-1", "HD-RUL-40")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_matches_with_secret_days_agree(players: int) -> None:
    follow(Shadow(deal(players, "secret", simultaneous=True, loose=True)), 2)


def rough(seed: int) -> str:
    """A data file of short and rough landscapes, with huskies of other points and three colours of edges."""
    whims = random.Random(seed)

    def fields(_: re.Match[str]) -> str:
        number = whims.choice((1, 1, 2, 3, 6))
        found = whims.choices(("S", "I", "P", "S*", "I*"), (6, 3, 1, 2, 2), k=number)
        return f'fields = "{" ".join(found)}" }},'

    text = re.sub(r'fields = "[^"]+" },', fields, SHIPPED)
    text = re.sub(
        r'pts = "\w+"',
        lambda _: f'pts = "{"".join(whims.choices("SSIP", k=whims.choice((1, 1, 2, 5))))}"',
        text,
    )
    text = text.replace('r = "rose"', 'r = "rose"\ng = "green"')
    return re.sub(r'\b([LRTB]) = "\w"', lambda found: f'{found[1]} = "{whims.choice("brrbg")}"', text)


@pytest.mark.rule("HD-DEF-6", "HD-EQUIP-6", "HD-EQUIP-9", "HD-RUL-24", "HD-RUL-35", "HD-RUL-39")
@pytest.mark.parametrize("seed", range(6))
def test_matches_with_other_cards_agree(seed: int) -> None:
    match = deal(2 + seed % 5, seed, loose=bool(seed % 2), data=rough(seed))
    seen = follow(Shadow(match), seed)
    assert seen["step"] > 0 or seen["declare"] > 0


@pytest.mark.parametrize("broken", ["actions", "turn_up"])
def test_the_comparison_has_teeth(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A naive game that breaks a rule is told apart."""
    shadow = Shadow(deal(3, "teeth"))
    if broken == "actions":
        monkeypatch.setattr(
            Naive, "actions", lambda naive, seat: {f"draft {card} hand" for card in naive.centre}
        )
    else:
        monkeypatch.setattr(Keyed, "turned_up", lambda chance, _: chance.deck.pop(0))
    with pytest.raises(AssertionError):
        follow(shadow, 1)
    assert decision(shadow.match) != "over"
