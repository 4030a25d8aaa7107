"""Every field that a rule names exists in its record.

A misspelt field would be a bare KeyError from deep inside the compiler, and only when that rule is first
called. So the sources are read: in a rule, an attribute of a record must be one of its fields.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import trailmix
from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Field, Record, StateRecord, TableRecord
from trailmix.engine.rng import Mind

PACKAGE = Path(trailmix.__file__).resolve().parent
COMPILED = {rule.__name__, inlined.__name__}
"""What marks a function as a rule."""


def plan_fields(plan: type[Record]) -> set[str]:
    """The fields of a record, or of the part that every game's record has."""
    if "fields" in vars(plan):
        return set(plan.fields)
    return {name for name, value in vars(plan).items() if isinstance(value, Field)} | {
        name for name in plan.__annotations__ if not name.startswith("_")
    }


def rules_of(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(mark, ast.Name) and mark.id in COMPILED for mark in node.decorator_list
        ):
            yield node


def records_in(function: ast.FunctionDef, names: dict[str, Any]) -> dict[str, set[str]]:
    """The variables of a rule that hold records, with the fields they have.

    A variable says so by its annotation, one that holds a named tuple, too. The names s, t and mind mean
    a state, a table and a mind everywhere: the game's own where there is one, else what all games' records
    share.
    """
    known: dict[str, set[str]] = {
        "s": plan_fields(names.get("State", StateRecord)),
        "t": plan_fields(names.get("Table", TableRecord)),
        "mind": plan_fields(Mind),
    }
    annotated = [(parameter.arg, parameter.annotation) for parameter in function.args.args] + [
        (node.target.id, node.annotation)
        for node in ast.walk(function)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]
    for variable, annotation in annotated:
        plan = names.get(annotation.id) if isinstance(annotation, ast.Name) else None
        if isinstance(plan, type) and issubclass(plan, Record):
            known[variable] = plan_fields(plan)
        elif isinstance(plan, type) and issubclass(plan, tuple):
            known[variable] = set(getattr(plan, "_fields", ()))
    return known


def misspelt(source: str, names: dict[str, Any]) -> list[str]:
    """The attributes in the rules of a source that no record has.

    Another local variable is an array or a number, so it has the attributes of an array; or a part of a view,
    in a game that shows something.
    """
    wrong, shown = [], names.get("shown", set())
    for function in rules_of(ast.parse(source)):
        records = records_in(function, names)
        local = {arg.arg for arg in function.args.args} | {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                name = node.value.id
                if name not in local:
                    continue  # a module, like np
                fields = records.get(name)
                known = shown if name not in records else set()
                if node.attr not in known and (
                    node.attr not in fields if fields is not None else not hasattr(np.ndarray, node.attr)
                ):
                    wrong.append(f"{function.name}: {name}.{node.attr}")
    return wrong


def modules_with_rules() -> list[str]:
    return sorted(
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in PACKAGE.rglob("*.py")
        if any(rules_of(ast.parse(path.read_text())))
    )


def names_of(module: ModuleType) -> dict[str, Any]:
    """What names mean in a module; a game's records also where the module does not import them."""
    names = dict(vars(module))
    parts = module.__name__.split(".")
    if parts[:2] == ["trailmix", "games"]:
        game = trailmix.game(parts[2])
        looks = any(part.startswith("look") for part in parts[3:])
        shown = {*columns_of(game.plan.view), *columns_of(game.plan.own)} if looks else set()
        names = {"State": game.state, "Table": game.table, "shown": shown, **names}
    return names


def columns_of(dtype: Any) -> Iterator[str]:
    """The names of the columns of a record, and of the records in it."""
    for name, (inner, *_) in (dtype.base.fields or {}).items():
        yield name
        yield from columns_of(inner.base)


@pytest.mark.parametrize("name", modules_with_rules())
def test_every_field_exists(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__file__ is not None
    assert misspelt(Path(module.__file__).read_text(), names_of(module)) == []


def test_the_rules_are_found() -> None:
    """The check above would pass an empty list."""
    assert {"trailmix.engine.rng", "trailmix.engine.events", "trailmix.bots.quick"} <= set(
        modules_with_rules()
    )
    for slug in trailmix.game_names():
        assert any(name.startswith(f"trailmix.games.{slug}.") for name in modules_with_rules())


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("@rule\ndef f(s: State):\n    s.grit[0] = 1", "f: s.grit"),
        ("@rule\ndef f(s):\n    return s.countre", "f: s.countre"),
        ("@inlined\ndef f(s: State):\n    return s.grit", "f: s.grit"),
        ("@rule\n@wrapping\ndef f(t: Table, s: State):\n    return t.playes", "f: t.playes"),
        ("@rule\ndef f(other: State):\n    other.n_event += 1", "f: other.n_event"),
        ("@rule\ndef f(tables, states):\n    t, s = tables[0], states[0]\n    return s.gird", "f: s.gird"),
        ("@rule\ndef f(states):\n    copy = states[1]\n    return copy.turn", "f: copy.turn"),
        ("@rule\ndef f(mind):\n    return mind.kye", "f: mind.kye"),
        ("@rule\ndef f(s: State, out):\n    return out.size + s.counter + np.int64(s.events[0, 0])", None),
        ("def no_rule(s: State):\n    return s.grit", None),
    ],
)
def test_a_misspelt_field_is_caught(source: str, found: str | None) -> None:
    names = {"State": StateRecord, "Table": TableRecord}
    assert misspelt(source, names) == ([] if found is None else [found])
