"""The settings of a server: flags, then ``TRAILMIX_...`` in the environment, then a TOML file, then these."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs

from trailmix.engine.errors import TrailmixError

PREFIX = "TRAILMIX_SERVER_"
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e7)]
Days = Annotated[float, msgspec.Meta(gt=0, le=36500)]
Count = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]


class BadConfig(TrailmixError):
    """A setting that cannot be used."""


def data_file() -> str:
    """Where tables are kept unless said otherwise: the user's data folder."""
    return str(Path(platformdirs.user_data_dir("trailmix", appauthor=False)) / "tables.sqlite3")


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8421
    database: str = msgspec.field(default_factory=data_file)
    origins: tuple[str, ...] = ()
    """Further origins whose pages may connect, like "https://games.example"; the own one always may."""

    bot_seconds: Seconds = 10.0
    """How long a bot may think."""
    bot_pause: Seconds = 0.6
    """How long a bot waits before it moves, so that people can follow."""
    gone_seconds: Seconds = 30.0
    """After so long without a connection, the others may agree on a bot."""

    big_paws_seconds: Seconds = 45.0
    """The first turn longer than this takes the Big Paws; 0 for none."""

    connections: Count = 2000
    connections_per_address: Count = 200
    message_bytes: Count = 8192
    body_bytes: Count = 131_072
    messages_per_second: Count = 20
    requests_per_second: Count = 50
    tables_per_hour: Count = 100
    queue_length: Count = 64
    send_seconds: Seconds = 5.0
    """A connection that does not take a message for so long is closed."""

    remarks_per_table: Count = 2000
    remarks_per_minute: Count = 30
    """Of one chair."""
    undos_per_seat: Count = 200
    """In one match: a log cannot be made to grow for ever by playing and taking back."""

    sweep_seconds: Seconds = 60.0
    idle_seconds: Seconds = 600.0
    """A table that nobody looks at leaves memory after so long."""
    keep_waiting_days: Days = 1.0
    keep_running_days: Days = 60.0
    keep_finished_days: Days = 365.0

    log_level: Literal["debug", "info", "warning", "error"] = "info"


def load(flags: Mapping[str, Any], file: Path | None, environment: Mapping[str, str] | None = None) -> Config:
    """The settings from all sources, the first named winning; BadConfig says which is wrong and why."""
    settings: dict[str, Any] = {}
    if file is not None:
        settings |= _from_file(file)
    for name, value in (os.environ if environment is None else environment).items():
        if name.startswith(PREFIX):
            settings[name.removeprefix(PREFIX).lower()] = (
                value.split(",") if name.endswith("ORIGINS") else value
            )
    settings |= {name: value for name, value in flags.items() if value is not None}
    try:
        # Not strict: what comes from the environment is text.
        return msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        raise BadConfig(f"A setting of the server cannot be used: {error}.") from None


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadConfig(f"The settings in {file} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"The settings in {file} are not valid TOML: {error}.") from None
