"""``trailmix`` with the page in the folder `page` beside its database, as another version would have one."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from trailmix.cli import main
from trailmix.server import client

if __name__ == "__main__":
    folder = Path(sys.argv[sys.argv.index("--database") + 1]).parent / "page"
    client.load = partial(client.load, folder)
    client.build_of = partial(client.build_of, folder)
    main()
