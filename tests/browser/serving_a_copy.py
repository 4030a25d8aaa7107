"""``trailmix`` with the page in the folder `page` beside its database, as another version would have one."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from trailmix.cli import main
from trailmix.server.http import page_files

if __name__ == "__main__":
    folder = Path(sys.argv[sys.argv.index("--database") + 1]).parent / "page"
    page_files.load = partial(page_files.load, folder)
    page_files.build_of = partial(page_files.build_of, folder)
    main()
