"""Where we lean on the inside of a dependency is written down, and only versions are trusted that we know."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import trailmix

PACKAGE = Path(trailmix.__file__).resolve().parent
HOME = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text())["project"]
NAMES = {"prometheus-client": "prometheus_client", "tomli-w": "tomli_w"}
DEPENDENCIES = {
    NAMES.get(name, name) for name in (Requirement(one).name for one in PROJECT["dependencies"])
} | {"llvmlite"}
DOCUMENTED = {
    "numba": {"numba", "numba.extending", "numba.types"},
    "llvmlite": {"llvmlite"},
    "uvicorn": {"uvicorn"},
    "h11": {"h11"},
    "websockets": {"websockets", "websockets.exceptions", "websockets.asyncio.client"},
}
"""The documented modules of those that have others besides; of the rest, all that are not private are."""
WITH_CEILING = {"numba", "uvicorn", "h11", "websockets", "litestar"}


def is_inside(module: str, name: str = "") -> bool:
    """Is a module of a dependency, or a name in it, none of those that its users are told of?"""
    top = module.partition(".")[0]
    if top not in DEPENDENCIES:
        return False
    private = any(part.startswith("_") and not part.startswith("__") for part in [*module.split("."), name])
    return private or (top in DOCUMENTED and module not in DOCUMENTED[top])


def leanings(text: str) -> Iterator[str]:
    """The modules, and private attributes of others, that a source uses of the inside of a dependency."""
    tree = ast.parse(text)
    own = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls")
    } | {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if is_inside(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if alias.name.startswith("_") and is_inside(node.module, alias.name):
                    yield whole
                elif is_inside(node.module):
                    # `from numba.core import compiler` names a module of an inner package.
                    yield whole if node.module == "numba.core" else node.module
        elif (
            isinstance(node, ast.Attribute)
            and re.match("_[^_]", node.attr)
            and node.attr not in own | {"_replace", "_exit"}  # a named tuple's and of `os`, documented
        ):
            yield node.attr


def documented() -> set[tuple[str, str]]:
    """Files and what they use, by the tables of the document."""
    rows = re.findall(
        r"^\| `([\w/.]+\.py)` \| (.+?) \|", (HOME / "docs" / "dependencies.md").read_text(), re.M
    )
    return {(file, name) for file, said in rows for name in re.findall("`([^`]+)`", said)}


FOUND = {
    (str(path.relative_to(PACKAGE)), name)
    for path in PACKAGE.rglob("*.py")
    for name in leanings(path.read_text())
}


def test_every_leaning_is_written_down() -> None:
    assert FOUND - documented() == set()


def test_what_is_written_down_is_there() -> None:
    gone = [
        (file, name)
        for file, name in documented()
        if (file, name) not in FOUND and name.rpartition(".")[2] not in (PACKAGE / file).read_text()
    ]
    assert gone == []


@pytest.mark.parametrize(
    "source",
    [
        "from numba.core.ir import Loc",
        "from numba.core import ir",
        "import uvicorn.protocols.utils",
        "from msgspec._core import Struct",
        "from litestar._asgi import routing",
        "import rich\nrich._console",
        "def late():\n    from websockets.frames import Frame",
    ],
)
def test_a_leaning_is_seen(source: str) -> None:
    assert list(leanings(source))


@pytest.mark.parametrize(
    "source", ["import numba", "from numba import types", "import h11", "from litestar.types import Scope"]
)
def test_what_is_documented_is_none(source: str) -> None:
    assert not list(leanings(source))


@pytest.mark.parametrize("lock", ["play", "dev"])
def test_what_is_leaned_on_has_a_ceiling_above_what_is_pinned(lock: str) -> None:
    pinned = dict(
        re.findall(r"^([\w-]+)==([\w.]+)", (HOME / "requirements" / f"{lock}.lock").read_text(), re.M)
    )
    wanted = {one.name: one.specifier for one in map(Requirement, PROJECT["dependencies"])}
    for name in WITH_CEILING:
        assert any(part.operator == "<" for part in wanted[name]), name
        assert pinned[name] in wanted[name], name
    assert {module.partition(".")[0] for _, module in FOUND if not module.startswith("_")} <= WITH_CEILING


def test_the_newest_versions_have_no_ceiling() -> None:
    done = subprocess.run(
        [sys.executable, "requirements/newest.py"], cwd=HOME, capture_output=True, text=True, check=True
    )
    wanted = [Requirement(line) for line in done.stdout.splitlines()]
    assert {one.name for one in wanted} >= WITH_CEILING | {"pytest", "hatchling", "uvloop"}
    assert not any(one.specifier for one in wanted)


def steps(target: str) -> list[str]:
    """What make would do for a target, whichever environment it is done in."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(
        ["make", "-n", target], cwd=HOME, env=env, capture_output=True, text=True, check=True
    )
    return [re.sub(r"\S*/bin/", "BIN/", line) for line in done.stdout.splitlines()]


def test_the_newest_versions_are_tested_as_the_pinned_ones_are() -> None:
    ours = ("BIN/", "TRAILMIX_", "sh requirements/browser.sh")
    tested = [line for line in steps("test") if line.startswith(ours)]
    assert [word for word in ("npm test", "warm", "pytest") if word in " ".join(tested)] == [
        "npm test",
        "warm",
        "pytest",
    ]
    newest = steps("newest")
    assert newest[0].startswith("rm -rf build/newest && ")
    assert [line for line in newest if line in tested] == tested
