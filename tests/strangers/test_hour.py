"""docs/a-game-in-an-hour.md is followed to the letter: its files are the trick game's, its commands are run.

``python tests/strangers/test_hour.py`` puts the files into the page anew.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import trailmix

ROOT = Path(__file__).resolve().parents[2]
PAGE, TRICK = ROOT / "docs" / "a-game-in-an-hour.md", ROOT / "examples" / "trick"
FILE = re.compile(r"<!-- file: (\S+) -->\n(?:\n`\S+`\n\n(`{3,})\w+\n.*?\n\2\n)?", re.DOTALL)
STEP = re.compile(
    r"<!-- file: (?P<file>\S+) -->"
    r"|(?:<!-- mistake: (?P<wrong>\S+): (?P<old>.*?) => (?P<new>.*?) -->\n)?```console\n(?P<console>.*?)```",
    re.DOTALL,
)
LANGUAGES = {".py": "python", ".toml": "toml", ".md": "markdown"}


def filled(page: str) -> str:
    """The page with the files of the game in it."""

    def block(found: re.Match[str]) -> str:
        name = found[1]
        text = (TRICK / name).read_text(encoding="utf-8")
        return f"<!-- file: {name} -->\n\n`{name}`\n\n```{LANGUAGES[Path(name).suffix]}\n{text}```\n"

    return FILE.sub(block, page)


def test_the_files_of_the_page_are_those_of_the_game() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page) == page, "python tests/strangers/test_hour.py renews the page"
    shown = set(re.findall(r"<!-- file: (\S+) -->", page))
    there = {path.relative_to(TRICK).as_posix() for path in TRICK.rglob("*") if path.suffix in LANGUAGES}
    assert shown == {name for name in there if not name.startswith(".")}


def commands(console: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a block, and the lines that its output has."""
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        yield command, lines


def run(folder: Path, command: str) -> str:
    if command.startswith("pip install -e "):
        told = folder / "site" / "trick-0.1.0.dist-info"  # what an installer writes
        told.mkdir(parents=True)
        (told / "METADATA").write_text("Metadata-Version: 2.1\nName: trick\nVersion: 0.1.0\n")
        (told / "entry_points.txt").write_text("[trailmix.games]\ntrick = trick\n")
        return ""
    words = shlex.split(command)
    program = ["-m", *words] if words[0] == "trailmix" else words[1:]
    path = [folder / "trick", folder / "site", Path(trailmix.__file__).parents[1]]
    settings = {
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONDONTWRITEBYTECODE": "1",  # two edits within a second look alike to Python's own cache
        "COLUMNS": "200",
    }
    done = subprocess.run(
        [sys.executable, *program],
        cwd=folder,
        env={**os.environ, **settings},
        input="1\n" * 12,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout + done.stderr


def test_the_page_is_followed(tmp_path: Path) -> None:
    ran = 0
    for step in STEP.finditer(PAGE.read_text(encoding="utf-8")):
        if step["file"]:
            path = tmp_path / "trick" / step["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text((TRICK / step["file"]).read_text(encoding="utf-8"), encoding="utf-8")
            continue
        spoilt = tmp_path / "trick" / step["wrong"] if step["wrong"] else None
        before = spoilt.read_text(encoding="utf-8") if spoilt else ""
        if spoilt:
            assert before.count(step["old"]) == 1, step["old"]
            spoilt.write_text(before.replace(step["old"], step["new"]), encoding="utf-8")
        for command, lines in commands(step["console"]):
            said = run(tmp_path, command)
            ran += 1
            for line in lines:
                assert line in said, f"{command}\n{said}"
        if spoilt:
            spoilt.write_text(before, encoding="utf-8")
    assert ran >= 18


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
