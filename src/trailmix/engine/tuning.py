"""``bots.toml`` of a game's folder: the numbers that its bots use, found by measuring.

A game may do without the file. `search` says how a search plays the game, and `players` what differs with
each number of players; `whims` says how readily weak levels take what is worth less, in the unit of the
game's `values`, and `simulations` how much strong levels think, if not as usual; `weights` are sets of
numbers under the names that the game's insight declares as `WEIGHTS`. The set ``usual`` stands in the table
record, where kernels read it; another can replace it to compare them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from trailmix.engine.errors import BadData, BadOption
from trailmix.engine.record import Array

FILE, USUAL = "bots.toml", "usual"


class SearchSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a search plays a game."""

    candidates: Annotated[int, msgspec.Meta(ge=2)] = 12
    """How many actions are searched: the best by their values."""
    cut: Annotated[int, msgspec.Meta(ge=1)] = 4000
    """Decisions after which a play-out is cut off."""
    horizon: bool = False
    """Play-outs end with the part of the match (`horizon`) that the search began in."""
    turn: bool = False
    """The rest of a seat's own turn is played by greedy, and only what comes after it by `rollout`."""
    greedy: Annotated[int, msgspec.Meta(ge=0)] = 0
    """So many decisions of a play-out greedy makes for everybody, in the part of the match that the search
    began in; `rollout` makes the others."""
    scale: Annotated[float, msgspec.Meta(gt=0)] = 8.0
    """How large a lead in the evaluation is a clear one."""
    margin: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5
    """How much of a payoff comes from the lead, and not from the place."""


class Tuning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says."""

    search: SearchSettings = SearchSettings()
    players: dict[str, dict[str, Any]] = {}
    whims: dict[str, float] = {}
    simulations: dict[str, Annotated[int, msgspec.Meta(ge=1)]] = {}
    weights: dict[str, dict[str, float]] = {}

    def search_with(self, players: int) -> SearchSettings:
        """How a search plays with this number of players."""
        special = self.players.get(str(players), {})
        return msgspec.convert({**msgspec.to_builtins(self.search), **special}, SearchSettings)


def read(folder: Path, names: Sequence[str]) -> Tuning:
    """The numbers of a game whose weights have these names; BadData if they do not fit."""
    path = folder / FILE
    if not path.exists():
        return Tuning()
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=Tuning)
        for players in found.players:
            found.search_with(int(players))
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(f"{folder.name}/{FILE} cannot be used: {error}.") from None
    for name, weights in found.weights.items():
        if tuple(weights) != tuple(names):
            raise BadData(f"{folder.name}/{FILE}: the weights '{name}' are not {', '.join(names)}.")
    return found


def weigh(table: Array, weights: Mapping[str, Mapping[str, float]], name: str) -> Array:
    """A table record with these weights in it; BadOption if there are none of that name."""
    if "weights" not in (table.dtype.names or ()):
        if name == USUAL:
            return table
        raise BadOption("Bots of this game have no weights to choose from.")
    if name not in weights:
        raise BadOption(f"There are no weights called '{name}'. There are: {', '.join(weights)}.")
    made = table.copy()
    made["weights"][0] = np.array(list(weights[name].values()))
    return made
