"""The folder for compiled code and for what is noted about sources."""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
import time
from pathlib import Path

import platformdirs

UNUSED_DAYS = 30
"""`prune` removes folders of compiled code that nobody has used for this long."""
MARK = ".ready"
"""The ending of files which say that something is completely compiled (`lab.warm.mark`)."""


@functools.cache
def cache_root() -> Path:
    """Where compiled code is kept: the user's cache folder, or a temporary one where that is read-only."""
    wanted = os.environ.get("TRAILMIX_CACHE") or platformdirs.user_cache_dir("trailmix", appauthor=False)
    root = Path(wanted) / "kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="trailmix-kernels-"))


def is_blank() -> bool:
    """Has nothing ever been compiled? The games need not be loaded to find out."""
    return next(cache_root().glob(f"*/*{MARK}"), None) is None


def prune() -> int:
    """Remove code compiled from sources that have long been replaced; how many folders were removed."""
    limit = time.time() - UNUSED_DAYS * 24 * 3600
    old = [place for place in cache_root().iterdir() if place.is_dir() and place.stat().st_mtime < limit]
    for place in old:
        shutil.rmtree(place, ignore_errors=True)
    return len(old)


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees a part of it, even if several processes write it at once."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as whole:
        whole.write(content)
    os.replace(whole.name, file)
