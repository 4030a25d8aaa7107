"""The files of the browser client, as `web/build.py` has left them in the package, ready to be sent."""

from __future__ import annotations

import gzip
import mimetypes
from pathlib import Path
from typing import NamedTuple

import trailmix

FOLDER = Path(trailmix.__file__).resolve().parent / "web"
FOR_EVER = "public, max-age=31536000, immutable"
"""Of files that have another name whenever they change."""
ASK_AGAIN = "no-cache"
PACKED = (".html", ".js", ".css", ".svg", ".webmanifest")
BUILD_LENGTH = 12


class File(NamedTuple):
    """A file in memory: there are few and they are small."""

    content: bytes
    packed: bytes | None
    """By gzip, if that makes it smaller."""
    media_type: str
    cache: str


def load(folder: Path = FOLDER) -> dict[str, File]:
    """The files by their path in the address, without the leading slash; none if nothing was built."""
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.suffix:
            content = path.read_bytes()
            packed = gzip.compress(content, 9, mtime=0) if path.suffix in PACKED else None
            cache = FOR_EVER if name.startswith("assets/") else ASK_AGAIN
            files[name] = File(content, packed, _media_type(path), cache)
    return files


def build_of(folder: Path = FOLDER) -> str:
    """Which page it is: what `web/build.py` noted that it was built from, in short; "" if none was built."""
    try:
        return (folder / "built-from").read_text(encoding="utf-8")[:BUILD_LENGTH]
    except OSError:
        return ""


def _media_type(path: Path) -> str:
    """Not as the machine's tables say it: some know no JavaScript."""
    known = {
        ".js": "text/javascript",
        ".woff2": "font/woff2",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }
    return known.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
