"""The house as the design draws it: import arrows, modules of a game, sizes, and what help may import."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import trailmix
from trailmix.engine.game import slugs

PACKAGE = Path(trailmix.__file__).resolve().parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
TESTS = Path(__file__).resolve().parent

FACE = "the public face"
ARROWS = {
    "engine": {"engine"},
    "games": {"engine"},
    "bots": {"engine", "bots"},
    "lab": {"engine", "bots", "lab", FACE},
    "server": {"engine", "bots", "lab", "ledger", "server", FACE},
    "ledger": {"engine", "ledger"},
    "cli": {"engine", "bots", "lab", "server", "ledger", "cli", FACE},
    FACE: {"engine", "cli"},
}
"""Who may import whom. A game may import itself, too, but not another game."""

SERVER = (
    *("words", "logs", "metrics", "compiling", "messages", "storage", "security", "config"),
    *("notices", "tables", "verbs", "connections", "http", "starting", "admin"),
)
"""The packages of the server and its modules beside them: each may import itself and those before it."""

MODULES = {
    "__init__.py",
    "data.py",
    "draw.py",
    "events.py",
    "insight.py",
    "notation.py",
    "position.py",
    "rules.py",
    "state.py",
    "view.py",
    "why.py",
    "words.en.toml",
}
LINES = 450


def part_of(module: str) -> str:
    """The folder of the house that a module belongs to: trailmix.engine.rng is of the engine."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ARROWS else FACE


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.AST, module: str, *, package: bool) -> Iterator[str]:
    """The modules of ours that a source imports, wherever in it, relative imports included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "trailmix")
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = module.split(".")
                here = here[: len(here) - node.level + package]
                base = ".".join([*here, base] if base else here)
            if base.split(".")[0] == "trailmix":
                # `from trailmix import games` imports a module as much as `import trailmix.games` does.
                yield from (f"{base}.{alias.name}" for alias in node.names)


def wrong_arrows(source: str, module: str, *, package: bool = False) -> list[str]:
    """The imports of a source that point against the arrows."""
    mine, wrong = part_of(module), []
    for name in imports(ast.parse(source), module, package=package):
        theirs = part_of(name)
        own_game = mine == theirs == "games" and name.split(".")[:3] == module.split(".")[:3]
        if not own_game and theirs not in ARROWS[mine]:
            wrong.append(f"{module} imports {name}")
    return wrong


def test_imports_follow_the_arrows() -> None:
    wrong = [
        arrow
        for path in SOURCES
        for arrow in wrong_arrows(path.read_text(), module_of(path), package=path.name == "__init__.py")
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("trailmix.engine.match", "import trailmix.games.alpina"),
        ("trailmix.engine.match", "from trailmix.bots import Bot"),
        ("trailmix.engine.match", "from trailmix import new"),
        ("trailmix.engine.match", "def late():\n    from ..games.alpina import rules"),
        ("trailmix.games.alpina.rules", "from trailmix.games.snow_tails import rules"),
        ("trailmix.games.alpina.rules", "from trailmix.bots.quick import choose"),
        ("trailmix.bots.quick", "from trailmix.games.alpina.state import State"),
        ("trailmix.bots.quick", "from trailmix import lab"),
        ("trailmix.lab.arena", "from trailmix.cli.app import fail"),
        ("trailmix.cli.play", "from trailmix.games import alpina"),
        ("trailmix", "from trailmix.games.alpina import GAME"),
    ],
)
def test_a_wrong_arrow_is_seen(module: str, source: str) -> None:
    assert len(wrong_arrows(source, module)) == 1


def against_the_order(source: str, module: str) -> list[str]:
    """The imports of a source of the server that lead to a part that comes after its own."""
    mine = SERVER.index(module.split(".")[2])
    names = (name for name in imports(ast.parse(source), module, package=False) if part_of(name) == "server")
    return [f"{module} imports {name}" for name in names if SERVER.index(name.split(".")[2]) > mine]


def test_the_parts_of_the_server_have_one_direction() -> None:
    """So none of them need be read together with another; imports for types alone count, too."""
    modules = {path: module_of(path) for path in SOURCES if part_of(module_of(path)) == "server"}
    inner = {path: name for path, name in modules.items() if name != "trailmix.server"}
    assert {name.split(".")[2] for name in inner.values()} == set(SERVER)
    assert [
        arrow for path, name in inner.items() for arrow in against_the_order(path.read_text(), name)
    ] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("trailmix.server.storage.store", "from trailmix.server.security.banning import Banned"),
        (
            "trailmix.server.notices.followers",
            "if TYPE_CHECKING:\n    from trailmix.server.tables.table import Table",
        ),
        ("trailmix.server.config", "from trailmix.server import tables"),
    ],
)
def test_an_import_against_the_order_is_seen(module: str, source: str) -> None:
    assert len(against_the_order(source, module)) == 1


def texts(tree: ast.AST) -> Iterator[str]:
    """The texts of a source that are no docstrings."""
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in statements:
            yield node.value


SHARED = ("engine", "bots", "lab", "ledger", "server", "cli")
SHELL = ("parts", "pages", "table", "net")
IDEAS = re.compile(
    r"\b(big_?)?paws|sled|husk|hiker|brake|\bdents?\b|sapling|wreck|season|\brac(e|es|ing)\b", re.I
)
"""What only one game knows. What several may have is a capability, which a game declares."""
OLD_NAMES = {"server/messages/protocol.py": {"big_paws"}, "server/tables/visible.py": {"big_paws"}}
"""On the wire beside the name that it has now."""


def ideas(source: str) -> set[str]:
    """The ideas of single games that a source speaks of."""
    return {found[0].lower() for found in IDEAS.finditer(source)}


def test_what_games_share_names_no_game() -> None:
    named = [
        (path.name, text)
        for part in SHARED
        for path in (PACKAGE / part).rglob("*.py")
        for text in texts(ast.parse(path.read_text()))
        if any(slug in text.lower() for slug in slugs())
    ]
    assert named == []


def test_what_games_share_knows_no_idea_of_a_single_game() -> None:
    """Neither in code nor in words; the page's shell neither."""
    sources = [path for part in SHARED for path in (PACKAGE / part).rglob("*.py")]
    found = {str(path.relative_to(PACKAGE)): ideas(path.read_text()) for path in sources}
    assert {name: known for name, known in found.items() if known} == OLD_NAMES
    shell = [path for part in SHELL for path in (TESTS.parent / "web" / "src" / part).rglob("*.*")]
    assert len(shell) > 20
    assert {path.name: ideas(path.read_text()) for path in shell if ".test." not in path.name} == {
        path.name: set() for path in shell if ".test." not in path.name
    }


@pytest.mark.parametrize(
    "source",
    [
        "self.big_paws = seat",
        "# sleds still racing",
        "a race, as it were",
        "Dents: 3",
        "class HuskyPanel: ...",
    ],
)
def test_an_idea_of_a_single_game_is_seen(source: str) -> None:
    assert ideas(source)
    assert not ideas("It is the student who embraces traces of an accident, and has a badge.")


def test_only_the_registry_reaches_into_the_games() -> None:
    """A name put together at run time would be an import that the arrows cannot see."""
    reaching = {
        str(path.relative_to(PACKAGE))
        for path in SOURCES
        for text in texts(ast.parse(path.read_text()))
        if "trailmix.games" in text
    }
    assert reaching == {"engine/game.py", "engine/packages.py"}


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_the_same_modules(slug: str) -> None:
    """In a large game some of them are packages."""
    there = {path.name for path in (PACKAGE / "games" / slug).iterdir()}
    there |= {f"{name}.py" for name in there if (PACKAGE / "games" / slug / name / "__init__.py").exists()}
    assert MODULES | {f"{slug}.toml"} <= there


@pytest.mark.parametrize("path", [*SOURCES, *sorted(TESTS.rglob("*.py"))], ids=lambda path: path.name)
def test_a_file_is_read_in_one_sitting(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= LINES
    assert ast.get_docstring(ast.parse(text)), "every module says what it is"


def test_extras_have_something_behind_them() -> None:
    """Whoever installs ``trailmix[cluster]`` may expect a folder or a module `cluster` that needs it."""
    project = tomllib.loads((TESTS.parent / "pyproject.toml").read_text())["project"]
    extras = set(project["optional-dependencies"]) - {"dev"}
    assert extras <= {path.name for path in PACKAGE.iterdir()} | {path.stem for path in SOURCES}
    assert {path.stem for path in (TESTS.parent / "requirements").glob("*.lock")} == extras | {
        "page",
        "play",
        "dev",
    }


def test_help_waits_for_no_compiler() -> None:
    program = """
import sys
from trailmix.cli import main
sys.argv = ["trailmix", "--help"]
try:
    main()
except SystemExit as leave:
    assert leave.code == 0
print("heavy:", sorted({"numba", "numpy", "llvmlite"} & sys.modules.keys()))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "Usage" in done.stdout
    assert done.stdout.splitlines()[-1] == "heavy: []"
