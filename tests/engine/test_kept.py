"""Compiled code is found again exactly as long as it would be compiled to the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import trailmix
from trailmix.engine import border, cache, kept, kernels

PACKAGE = Path(trailmix.__file__).resolve().parent
GAME = {
    "__init__.py": """
import dataclasses
from trailmix.engine.verbs import Kernels, enter
from trailmix.games.GAME.rules import actor
from trailmix.games.GAME.state import State
import trailmix.games.GAME.draw
enter(State.dtype, Kernels(**{kernel.name: actor for kernel in dataclasses.fields(Kernels)}))
""",
    "state.py": """
import numpy as np
from trailmix.engine.record import EVERYONE, StateRecord, field
class State(StateRecord, events=1):
    of_GAME: int = field(np.int64, see=EVERYONE)
""",
    "rules.py": '''
"""The rules."""
from trailmix.engine.kernels import rule
from trailmix.games.GAME.helper import helper
from trailmix.games.GAME.state import State

@rule
def actor(t: State, s: State) -> int:
    """Who acts."""
    return helper() + 40
''',
    "helper.py": """
from trailmix.engine.kernels import rule

@rule
def helper():
    return 2
""",
    "draw.py": """
from trailmix.games.GAME.rules import actor
PICTURE = "a line"
""",
}
PLAY = """
import importlib, json, sys
from numba.core.dispatcher import Dispatcher
from trailmix.engine import border

def compiled():
    kernels = {
        id(kernel): kernel
        for name, module in list(sys.modules.items()) if name.startswith("trailmix.")
        for kernel in vars(module).values() if isinstance(kernel, Dispatcher)
    }
    return sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels.values())

said = {}
for game in ("one", "two"):
    rules = importlib.import_module(f"trailmix.games.{game}.rules")
    state = importlib.import_module(f"trailmix.games.{game}.state").State.new()
    before = compiled()
    answers = {int(rules.actor(state[0], state[0])), int(border.actor(state, state))}
    said[game] = [*answers, compiled() - before]
print(json.dumps(said))
"""
OWN_AND_GENERIC = 4
"""`helper`, `actor` as Python and as rules call it, and the generic kernel around it."""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the engine, with two games of two functions in two files each."""
    house = tmp_path / "trailmix"
    shutil.copytree(PACKAGE / "engine", house / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    (house / "games").mkdir()
    for folder in (house, house / "games"):
        (folder / "__init__.py").write_text("")
    for game in ("one", "two"):
        (house / "games" / game).mkdir()
        for name, text in GAME.items():
            (house / "games" / game / name).write_text(text.replace("GAME", game))
    return house


def surroundings(house: Path, **settings: str) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(house.parent),
        "PYTHONDONTWRITEBYTECODE": "1",  # two edits within a second look alike to Python's own cache
        "TRAILMIX_CACHE": str(house.parent / "cache"),
        **settings,
    }


def play(house: Path, **settings: str) -> dict[str, list[int]]:
    """For each game, what it answers in a process of its own, and how many functions were compiled for it."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=surroundings(house, **settings),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, list[int]] = json.loads(done.stdout)
    return said


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


ALL, NONE = [42, OWN_AND_GENERIC], [42, 0]


def test_what_no_kernel_sees_recompiles_nothing(house: Path) -> None:
    assert play(house) == {"one": ALL, "two": ALL}
    assert play(house) == {"one": NONE, "two": NONE}
    one = house / "games" / "one"
    change(one / "draw.py", '"a line"', '"another line"  # and a comment')
    change(one / "rules.py", '"""The rules."""', '"""The rules.\n\nAt some length."""\n\n# With a remark.')
    change(one / "rules.py", '"""Who acts."""', "# Whoever it is.")
    change(house / "engine" / "border.py", "import annotations\n", "import annotations\n\n# A remark.\n")
    change(house / "engine" / "words.py", "import annotations\n", "import annotations\n\nNEW = 1\n")
    assert play(house) == {"one": NONE, "two": NONE}


def test_a_change_of_a_rule_recompiles_its_game_and_no_other(house: Path) -> None:
    """Numba's own cache would go on answering 42: the callers' files have not changed."""
    assert play(house) == {"one": ALL, "two": ALL}
    change(house / "games" / "one" / "helper.py", "return 2", "return 3")
    assert play(house) == {"one": [43, OWN_AND_GENERIC], "two": NONE}
    change(house / "games" / "one" / "helper.py", "return 3", "return 2")  # both are there now
    assert play(house) == {"one": NONE, "two": NONE}


@pytest.mark.parametrize(("module", "compiled"), [("kernels", 4), ("record", 3), ("border", 1)])
def test_a_change_in_the_engine_recompiles_all_that_reaches_it(
    house: Path, module: str, compiled: int
) -> None:
    """Everything is compiled by `kernels`; helpers know no records; only generic kernels are of `border`."""
    assert play(house) == {"one": ALL, "two": ALL}
    change(house / "engine" / f"{module}.py", "import annotations\n", "import annotations\n\nNEW = 1\n")
    assert play(house) == {"one": [42, compiled], "two": [42, compiled]}


def test_other_flags_are_other_code(house: Path) -> None:
    play(house, TRAILMIX_BOUNDSCHECK="1")
    assert play(house, TRAILMIX_BOUNDSCHECK="0") == {"one": ALL, "two": ALL}
    assert play(house, TRAILMIX_BOUNDSCHECK="1") == {"one": NONE, "two": NONE}


def test_a_damaged_file_is_compiled_anew(house: Path) -> None:
    play(house)
    for file in (house.parent / "cache").rglob("*.compiled"):
        file.write_bytes(file.read_bytes()[:100])
    assert play(house) == {"one": ALL, "two": ALL}
    assert play(house) == {"one": NONE, "two": NONE}


CHANGED_WHILE_RUNNING = """
import time
import trailmix.games.one.rules as rules
time.sleep(0.01)
with open(rules.__file__, "a") as file:
    file.write("NEW = 1\\n")
rules.actor(1, 2)
"""


def test_what_changed_after_it_was_loaded_is_not_kept(house: Path) -> None:
    """It would be kept, compiled from the old source, as what the new source gives."""
    subprocess.run([sys.executable, "-c", CHANGED_WHILE_RUNNING], env=surroundings(house), check=True)
    kept_here = [file.name for file in (house.parent / "cache").rglob("*.compiled")]
    assert [name.split("-")[0] for name in kept_here] == ["helper.helper"]


WIDTHS = """
import sys
import time
import numpy as np
from trailmix.engine.kernels import rule

@rule
def width(array):
    return array.itemsize

array = np.zeros(1, sys.argv[1])
time.sleep(max(0.0, float(sys.argv[2]) - time.time()))
assert width(array) == array.itemsize
print(sum(width.stats.cache_hits.values()))
"""


def test_what_is_compiled_side_by_side_is_all_kept(house: Path) -> None:
    """A generic kernel, compiled for several records by several processes at once."""
    (house / "games" / "one" / "widths.py").write_text(WIDTHS)

    def found(kinds: list[str]) -> list[int]:
        begin = str(time.time() + 3)  # all of them have been imported by then, and begin together
        command = [sys.executable, "-c", "import trailmix.games.one.widths"]
        pipes = [
            subprocess.Popen([*command, kind, begin], env=surroundings(house), stdout=subprocess.PIPE)
            for kind in kinds
        ]
        return [int(pipe.communicate()[0]) for pipe in pipes]

    kinds = ["i1", "i2", "i4"]
    assert found(kinds) == [0, 0, 0]
    assert found(kinds) == [1, 1, 1]


# --- functions that call others by name

STEPS = "".join(f"    n = (n ^ {i}) * {2 * i + 3} + (n >> {i % 7 + 1})\n" for i in range(80))
LARGE = f"""
from trailmix.engine.kernels import rule
from trailmix.games.one.helper import helper

@rule
def large(n):
{STEPS}
    return 0 if n == 7 else helper() + 40
"""
CALLERS = """
from trailmix.engine.kernels import rule
from trailmix.games.one.large import large

@rule
def small(n):
    return large(n) + 1

@rule
def caller(n):
    return small(n) - 1

@rule
def other_caller(n):
    return large(n)
"""
CALL = """
from trailmix.games.one import callers, helper, large
rules = (callers.caller, callers.other_caller, callers.small, large.large, helper.helper)
answers = [rule(9) for rule in rules[:2]]
print(answers, [sum(rule.stats.cache_misses.values()) for rule in rules])
"""


def call(house: Path) -> str:
    """What two callers of a large rule answer, and how often each rule had to be compiled."""
    done = subprocess.run(
        [sys.executable, "-c", CALL], env=surroundings(house), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def with_callers(house: Path) -> Path:
    """The house, and in it rules that call a large one, compiled once."""
    for name, text in {"large.py": LARGE, "callers.py": CALLERS}.items():
        (house / "games" / "one" / name).write_text(text)
    assert call(house) == "[42, 42] [1, 1, 1, 1, 1]"
    return house


def sizes(house: Path) -> dict[str, int]:
    """How large the file of each compiled function is."""
    return {
        file.name.split("-")[0]: file.stat().st_size for file in (house.parent / "cache").rglob("*.compiled")
    }


def test_a_large_rule_is_no_part_of_its_callers(with_callers: Path) -> None:
    found = sizes(with_callers)
    assert found["callers.caller"] < found["large.large"]
    assert found["callers.other_caller"] < found["large.large"]


def test_what_is_called_by_name_is_found_with_its_callers(with_callers: Path) -> None:
    assert call(with_callers) == "[42, 42] [0, 0, 0, 0, 0]"


def test_what_is_called_by_name_and_gone_is_compiled_again(with_callers: Path) -> None:
    for file in (with_callers.parent / "cache").rglob("large.*.compiled"):
        file.unlink()
    assert call(with_callers) == "[42, 42] [0, 0, 0, 1, 0]"
    assert call(with_callers) == "[42, 42] [0, 0, 0, 0, 0]"


def test_a_change_in_what_is_called_by_name_reaches_the_callers(with_callers: Path) -> None:
    change(with_callers / "games" / "one" / "helper.py", "return 2", "return 3")
    assert call(with_callers) == "[43, 43] [1, 1, 1, 1, 1]"


def test_without_what_it_calls_nothing_is_loaded(with_callers: Path) -> None:
    """A function that would call what is not there would end the process."""
    nowhere = kept.Far("trailmix.no_module", "nothing", (), "nowhere")
    assert not kept._is_there(nowhere)
    assert not kept._is_there(nowhere._replace(module=kept.__name__, function="folder"))


# --- folders


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own, for the length of a test."""
    monkeypatch.setenv("TRAILMIX_CACHE", str(tmp_path / "cache"))
    cache.cache_root.cache_clear()
    yield tmp_path
    cache.cache_root.cache_clear()


def folder() -> Path:
    """Where the compiled code of some module belongs now."""
    found = kept.folder.__wrapped__(frozenset({border.__name__}), kernels.conditions())
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("thing", "other"),
    [
        ("trailmix.engine.kernels.BOUNDS_CHECKED", "other"),
        ("trailmix.engine.kernels.JIT", "other"),
        ("trailmix.engine.kernels.config.OPT", 3),
        ("numba.__version__", "0.1"),
        ("llvmlite.__version__", "0.1"),
        ("numpy.__version__", "0.1"),
        ("platform.python_version", lambda: "3.0.0"),
    ],
)
def test_other_flags_and_versions_have_another_folder(
    root: Path, monkeypatch: pytest.MonkeyPatch, thing: str, other: object
) -> None:
    before = folder()
    assert folder() == before
    monkeypatch.setattr(thing, other)
    assert folder() != before


def test_a_cache_that_cannot_be_written_is_replaced(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = root / "a file"
    blocked.write_text("no folder can be made in here")
    monkeypatch.setenv("TRAILMIX_CACHE", str(blocked))
    monkeypatch.setattr(tempfile, "tempdir", str(root))
    found = cache.cache_root.__wrapped__()
    assert found.parent == root
    assert found.is_dir()


def test_prune_removes_what_nobody_has_used_for_long(root: Path) -> None:
    used = folder()
    old, younger = used.with_name("old"), used.with_name("younger")
    for path, days in ((old, cache.UNUSED_DAYS + 1), (younger, cache.UNUSED_DAYS - 1)):
        path.mkdir()
        (path / "compiled").write_text("")
        then = time.time() - days * 24 * 3600
        os.utime(path, (then, then))
    assert cache.prune() == 1
    assert {used, younger} <= set(used.parent.iterdir())
    assert not old.exists()
    assert cache.prune() == 0


def test_using_a_folder_keeps_it(root: Path) -> None:
    used = folder()
    os.utime(used, (0, 0))
    assert folder() == used
    assert cache.prune() == 0
