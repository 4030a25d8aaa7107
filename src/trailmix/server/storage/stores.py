"""Which store keeps the tables: a file, or a database that is named by its address."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from trailmix.server.storage.database_file import Claim
from trailmix.server.storage.errors import StoreError

if TYPE_CHECKING:  # whoever only claims a store need not load it
    from trailmix.server.storage.store import Store

HUNG_SECONDS = 5.0
"""Processes that share a database take one for dead that has not been heard of for so long."""
ADDRESSES = ("postgresql://", "postgres://")


def store_of(
    database: str,
    claim: Claim | None = None,
    hung_seconds: float = HUNG_SECONDS,
    *,
    upgrades: bool = True,
    beside: bool = False,
) -> Store:
    """The store, not opened yet.

    Without `upgrades` a database that an older version has made is left as it is. `beside`: a file may be in
    use by a server, which is not to be disturbed.
    """
    if _is_address(database):
        store: Store = _postgres("postgres").PostgresStore(
            database, hung_seconds=hung_seconds, upgrades=upgrades
        )
        return store
    from trailmix.server.storage.sqlite import SqliteStore

    return SqliteStore(Path(database), claim=claim, beside=beside)


def claim_of(database: str) -> Claim | None:
    """The right to write to a file, which only one server has; StoreError if it is not to be had.

    None for a database, which servers share.
    """
    if _is_address(database):
        _postgres("postgres")
        return None
    return Claim(Path(database))


def _is_address(database: str) -> bool:
    if database.startswith(ADDRESSES):
        return True
    scheme, found, _ = database.partition("://")
    if found:
        raise StoreError(
            f"Tables are kept in a file, or at an address like postgresql://HOST/NAME, not {scheme}://."
        )
    return False


def _postgres(module: str) -> ModuleType:
    """A module that needs what only the extra `postgres` installs."""
    from importlib import import_module

    try:
        return import_module(f"trailmix.server.storage.{module}")
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreError(
            "A PostgreSQL database needs asyncpg, which is not installed: pip install 'trailmix[postgres]'."
        ) from None
