"""The cards: ``trick.toml`` read and checked."""

from dataclasses import dataclass

from trailmix.engine.documents import read_toml
from trailmix.engine.errors import BadData

from .state import RANKS, SUITS


@dataclass(frozen=True, eq=False)
class Deck:
    """The suits by their letters, and the name of each card by its number."""

    suits: dict[str, str]
    cards: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @property
    def essence(self) -> list[str]:
        """What the rules read of it: two files with the same essence are the same game."""
        return list(self.cards)


def read(text: str) -> Deck:
    """Read a data file; BadData says what is wrong with it."""
    try:
        said = read_toml(text)
    except ValueError as error:
        raise BadData(f"The cards are not valid TOML: {error}.") from None
    suits = said.pop("suits", None)
    if said:
        raise BadData(f"The cards have an unknown field: {min(said)}.")
    if not isinstance(suits, dict) or len(suits) != SUITS:
        raise BadData(f"The cards need [suits] with {SUITS} lines like F = 'firs'.")
    for letter, name in suits.items():
        if len(letter) != 1 or not letter.isalpha() or letter != letter.upper():
            raise BadData(f"[suits] {letter[:20]}: a suit is called by one capital letter.")
        if not isinstance(name, str) or not name:
            raise BadData(f"[suits] {letter}: a suit has a name.")
    return Deck(suits, tuple(f"{letter}{rank + 1}" for letter in suits for rank in range(RANKS)))
