"""A game put together from the modules of its folder, each thing found where every game has it.

A game's ``__init__.py`` says which game it is::

    GAME = assemble(__name__, name="Alpina", players=range(2, 5), minutes=20, rules_version=1)

`PLACES` says what must be there and where it is looked for. Whatever is missing is reported with its file. A
game whose fields say how they are written needs no position.py. One whose only secrets are cards in zones
needs no `redeal`, and one with nothing else to verify needs no `check`.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from trailmix.engine import insight, noted, zones
from trailmix.engine.field_documents import FieldDocument, undeclared
from trailmix.engine.game import Game, Incomplete
from trailmix.engine.record import StateRecord
from trailmix.engine.verbs import Kernels, somebody_won
from trailmix.engine.words import Message

RULES = ("rules",)
SCORING = ("scoring", "rules")
CHECK = ("check", "invariants", "rules")
VIEW = ("view",)
KERNEL_PLACES: dict[str, tuple[str, ...]] = {
    "deal": RULES,
    "legal": RULES,
    "apply": RULES,
    "actor": RULES,
    "score": SCORING,
    "rank": SCORING,
    "redeal": ("redeal", "rules"),
    "values": ("insight",),
    "greedy": ("insight",),
    "rollout": ("rollout", "insight"),
    "evaluate": ("insight",),
    "horizon": ("insight",),
    "settled": ("insight",),
    "exact": ("insight",),
    "check": CHECK,
    "look": ("look", "view"),
    "look_own": ("look_own", "look", "view"),
    "nobody_won": SCORING,
}
"""The modules in which each kernel is looked for; the first that has it wins."""
PLACES: dict[str, tuple[tuple[str, ...], str]] = {
    "table": (("state",), "Table"),
    "state": (("state",), "State"),
    "n_actions": (("state",), "N_ACTIONS"),
    "max_legal": (("state",), "MAX_LEGAL"),
    "max_decisions": (("state",), "MAX_DECISIONS"),
    "invariants": (CHECK, "INVARIANTS"),
    "options": (("data",), "Options"),
    "read_data": (("data",), "read"),
    "check_options": (("data",), "check_options"),
    "fill_table": (("data",), "fill_table"),
    "usual_options": (("data",), "usual_options"),
    "events": (("events",), "KINDS"),
    "why": (("why",), "why"),
    "table_view": (VIEW, "table_view"),
    "view_type": (VIEW, "View"),
    "own_type": (VIEW, "Own"),
    "names": (VIEW, "names"),
    "prompt": (VIEW, "prompt"),
    "draw": (("draw",), "draw"),
    "badge": (("badge",), "Badge"),
    "evaluation": (("insight",), "EVALUATION"),
    "weights": (("insight",), "WEIGHTS"),
}
"""Everything else that is found by name: the modules, and what it is called there."""
MODULES = {"notation": "notation", "courses": "courses"}
"""What is a whole module. A notation may also be declared: then it is the NOTATION of that module."""


class NoOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


def _check_nothing(_options: Any, _data: Any, _players: int) -> None:
    """Any options can be played."""


def _nothing_usual(_data: Any) -> dict[str, Any]:
    """Every default says by itself what it stands for."""
    return {}


def _fill_nothing(_t: Any, _data: Any, _options: Any) -> None:
    """Nothing but the number of players is fixed."""


DEFAULTS: dict[str, Any] = {
    "options": NoOptions,
    "check_options": _check_nothing,
    "fill_table": _fill_nothing,
    "usual_options": _nothing_usual,
    "courses": None,
    "badge": None,
    "nobody_won": somebody_won,
    "evaluate": insight.points_alone,
    "evaluation": insight.POINTS,
    "weights": (),
    "horizon": insight.whole_match,
    "settled": insight.nothing_settled,
}
"""What a game gets that has nothing of its own in that place."""


def assemble(package: str, **said: Any) -> Game:
    """The game of a package, given its name, players, minutes and rules version, and whatever is special."""
    folder = _Folder(package)
    state: type[StateRecord] = folder.find("state", *PLACES["state"])
    folder.complain()
    folder.defaults |= _derived(state) | _opinions(folder)
    found: dict[str, Any] = {name: folder.find(name, *place) for name, place in PLACES.items()}
    found |= {name: folder.module_or_default(name, module) for name, module in MODULES.items()}
    found["notation"] = getattr(found["notation"], "NOTATION", found["notation"])
    found["position"] = _position(folder, state)
    kernels = {
        kernel.name: folder.find(kernel.name, KERNEL_PLACES[kernel.name], kernel.name)
        for kernel in fields(Kernels)
    }
    folder.complain()
    who: dict[str, Any] = {
        "slug": package.rpartition(".")[2],
        "about": Message("about"),
        "folder": folder.path,
    }
    if missing := noted.undeclared(package, folder.path, found["events"]):
        raise Incomplete(f"KINDS of {folder.path.name}/events.py lacks {', '.join(missing)}.")
    return Game(**who | found | said, kernels=Kernels(**kernels))


def _derived(state: type[StateRecord]) -> dict[str, Any]:
    """What follows from the declaration of a state, for a game that has none of its own."""
    found: dict[str, Any] = {}
    if zones.enter(state):
        found |= {"check": zones.check, "invariants": zones.INVARIANTS}
    if zones.can_redeal(state):
        found["redeal"] = zones.redeal if zones.zones_in(state) else zones.redeal_nothing
    return found


def _opinions(folder: _Folder) -> dict[str, Any]:
    """`greedy` and `exact` as they follow from a game's `values`, or these as they follow from `greedy`."""
    if folder.has("insight", "values"):
        return {"greedy": insight.best_value, "exact": folder.find("values", ("insight",), "values")}
    if folder.has("insight", "greedy"):
        return {"values": insight.greedy_alone, "exact": insight.greedy_alone}
    return {"greedy": None, "exact": None}


def _position(folder: _Folder, state: type[StateRecord]) -> FieldDocument:
    """How positions are written: as the fields say, and what the game says is special."""
    special = folder.module("position")
    if special is None and (unwritten := undeclared(state)):
        raise Incomplete(
            f"The game in {folder.path.name}/ lacks the module position.py, or how a position "
            f"writes {', '.join(unwritten)} (in state.py: field(..., written=...))."
        )
    return FieldDocument(state, special)


class _Folder:
    """The modules of a game's folder, and what was not found in them."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.path = Path(importlib.import_module(package).__file__ or "").parent
        self.defaults = dict(DEFAULTS)
        self._missing: list[str] = []

    def module(self, name: str) -> ModuleType | None:
        """A module of the folder, if there is one."""
        whole = f"{self.package}.{name}"
        return importlib.import_module(whole) if importlib.util.find_spec(whole) is not None else None

    def has(self, place: str, called: str) -> bool:
        """Does a module have something of that name?"""
        return hasattr(self.module(place), called)

    def find(self, name: str, places: tuple[str, ...], called: str) -> Any:
        """Something by its name, in the first module that has it."""
        for place in places:
            module = self.module(place)
            if module is not None and hasattr(module, called):
                return getattr(module, called)
        if name in self.defaults:
            return self.defaults[name]
        files = " or ".join(f"{place}.py" for place in places)
        self._missing.append(f"{called} (in {files})")
        return None

    def module_or_default(self, name: str, called: str) -> Any:
        """A whole module."""
        module = self.module(called)
        if module is None and name not in self.defaults:
            self._missing.append(f"the module {called}.py")
        return self.defaults.get(name) if module is None else module

    def complain(self) -> None:
        """Report everything that is missing, all at once."""
        if self._missing:
            raise Incomplete(f"The game in {self.path.name}/ lacks {', '.join(self._missing)}.")
