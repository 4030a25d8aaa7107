"""``trailmix`` of a later version, which has changed the schema of the database."""

from __future__ import annotations

from trailmix.cli import main
from trailmix.server.storage import sql

if __name__ == "__main__":
    sql.MIGRATIONS = (*sql.MIGRATIONS, "ALTER TABLE tables ADD COLUMN of_the_future {integer};")  # type: ignore[assignment]
    main()
