"""``trailmix`` with a clock that is off by as many seconds as stand in the file `off` beside its database.

Every sweep is noted by a byte in the file `sweeps`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from trailmix.cli import main
from trailmix.server.tables import housekeeping
from trailmix.server.tables.tables import Tables

if __name__ == "__main__":
    folder = Path(sys.argv[sys.argv.index("--database") + 1]).parent
    right, sweep = time.time, housekeeping.sweep

    def off() -> float:
        """The time that the clock shows."""
        return right() + float((folder / "off").read_text() or 0)

    async def swept(tables: Tables) -> None:
        """Sweep, and say so."""
        await sweep(tables)
        with (folder / "sweeps").open("ab") as file:
            file.write(b".")

    time.time = off
    housekeeping.sweep = swept
    main()
