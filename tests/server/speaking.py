"""``trailmix`` with one more language, xx: every catalogue has a file for it, English put in brackets."""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path
from typing import Any

import tomli_w

from trailmix.cli import main
from trailmix.engine import words

LANGUAGE = "xx"


def bracketed(entry: Any) -> Any:
    """A text, or all texts of a table, in brackets."""
    if isinstance(entry, dict):
        return {name: bracketed(inner) for name, inner in entry.items()}
    return f"[{entry}]"


if __name__ == "__main__":
    found, made = words.files, tempfile.TemporaryDirectory()

    def files(folder: Path) -> dict[str, Path]:
        """The files of a catalogue, as if there were one more beside them."""
        file = Path(made.name) / f"{folder.name}.{LANGUAGE}.toml"
        english = tomllib.loads(found(folder)[words.ENGLISH].read_text(encoding="utf-8"))
        file.write_text(tomli_w.dumps(bracketed(english)), encoding="utf-8")
        return found(folder) | {LANGUAGE: file}

    words.files = files
    with made:
        main()
