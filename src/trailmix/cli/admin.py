"""``trailmix admin``: what whoever looks after a server may do to its tables."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trailmix.cli.app import AsJson, app, fail, print_json, whole_number

if TYPE_CHECKING:
    from trailmix.server.storage.sql_store import SqlStore

admin = typer.Typer(
    help="Look after the tables of a server: of PostgreSQL while it runs, of a file while it does not.",
    no_args_is_help=True,
)
app.add_typer(admin, name="admin")

Database = Annotated[
    str | None, typer.Option(help="The SQLite file that keeps the tables, or postgresql://HOST/NAME.")
]
TableId = Annotated[str, typer.Argument(help="The table, as its address names it.", metavar="TABLE")]


def _in_store(database: str | None, do: Callable[[SqlStore], Awaitable[Any]], *, beside: bool = False) -> Any:
    """Do something with the store that a server on this machine would use; `beside`: while it does."""
    from trailmix.server.config import load
    from trailmix.server.storage.errors import StoreError
    from trailmix.server.storage.sql_store import SqlStore
    from trailmix.server.storage.stores import store_of

    async def run() -> Any:
        store = store_of(load({"database": database}, None).database, upgrades=False, beside=beside)
        assert isinstance(store, SqlStore)  # noqa: S101 - all of them are
        await store.open()
        try:
            return await do(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except StoreError as error:
        fail(str(error))


@admin.command("list")
def list_tables(
    database: Database = None,
    limit: Annotated[int, whole_number("How many at most.")] = 50,
    as_json: AsJson = False,
) -> None:
    """The tables that were used last, with their people."""
    from trailmix.server.admin import administration

    found = _in_store(database, lambda store: administration.overview(store, limit))
    if as_json:
        print_json(found)
        return
    for one in found:
        made = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.created))
        notes = f"{one.status}, {one.privacy}{', muted' if one.muted else ''}"
        sys.stdout.write(f"{one.table}  {made}  {one.game:<12}  {notes}: {', '.join(one.people)}\n")


@admin.command()
def close(table: TableId, database: Database = None) -> None:
    """Delete a table with all that belongs to it; whoever is at it is told that it is gone."""
    from trailmix.server.admin import administration

    _in_store(database, lambda store: administration.close(store, table))


@admin.command()
def mute(
    table: TableId,
    database: Database = None,
    off: Annotated[bool, typer.Option("--off", help="Let people speak again.")] = False,
) -> None:
    """Silence the chat of a table."""
    from trailmix.server.admin import administration

    _in_store(database, lambda store: administration.mute(store, table, muted=not off))


@admin.command()
def forget(
    table: TableId,
    chair: Annotated[int, typer.Argument(help="The chair, counted from 0.")],
    database: Database = None,
) -> None:
    """Remove what is kept of somebody at a table: their name, and all that they have said."""
    from trailmix.server.admin import administration

    _in_store(database, lambda store: administration.forget(store, table, chair))


@admin.command()
def export(
    file: Annotated[Path, typer.Argument(help="A new file: a table in each line.")],
    tables: Annotated[list[str] | None, typer.Argument(help="Which; all of them by default.")] = None,
    database: Database = None,
) -> None:
    """Write whole tables to a file, with the secrets of their matches, to be brought to another store."""
    import msgspec

    from trailmix.server.admin import moving

    async def write(store: SqlStore) -> int:
        wanted = tables or await moving.all_ids(store)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "wb") as out:
            for table_id in wanted:
                out.write(msgspec.json.encode(await moving.read_whole(store, table_id)) + b"\n")
        return len(wanted)

    try:
        number = _in_store(database, write)
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}.")
    except ValueError:
        with contextlib.suppress(FileNotFoundError):
            file.unlink()
        raise
    sys.stdout.write(f"Tables written: {number}.\n")


@admin.command("import")
def bring_in(
    file: Annotated[Path, typer.Argument(help="A file of `export`.")], database: Database = None
) -> None:
    """Bring in whole tables from a file; their people keep their chairs, and links to them their way."""
    from trailmix.server.admin import moving

    async def read(store: SqlStore) -> int:
        return await moving.bring_in(store, file)

    try:
        number = _in_store(database, read)
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.")
    sys.stdout.write(f"Tables brought in: {number}.\n")


@admin.command()
def ban(
    address: Annotated[str, typer.Argument(help="The IP address; of IPv6, all of its network of 64 bits.")],
    database: Database = None,
    hours: Annotated[float, typer.Option(help="For so long.")] = 24.0,
    note: Annotated[str, typer.Option(help="Why, for `trailmix admin bans` to show.")] = "",
    off: Annotated[
        bool, typer.Option("--off", help="Serve it again; it may be named as `bans` names it.")
    ] = False,
) -> None:
    """Serve an address no more for a time, also while the server runs. Of the address a hash is kept."""
    from trailmix.server.admin import administration
    from trailmix.server.config import load

    async def change(store: SqlStore) -> None:
        if off:
            await administration.lift(store, address)
        else:
            proxies = load({}, None).proxy_networks
            await administration.ban(store, address, hours, note, proxies)

    _in_store(database, change, beside=True)


@admin.command()
def bans(database: Database = None, as_json: AsJson = False) -> None:
    """The bans that have not ended. Which addresses they are of is not kept."""
    from trailmix.server.admin import administration

    found = _in_store(database, administration.bans, beside=True)
    if as_json:
        print_json(found)
        return
    for one in found:
        sys.stdout.write(f"{one.name}  for {one.hours:.1f} more hours  {one.note}\n")
