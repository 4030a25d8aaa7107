"""The settings of a server: flags, then ``TRAILMIX_...`` in the environment, then a TOML file, then these."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs

from trailmix.engine.documents import read_struct
from trailmix.engine.errors import TrailmixError
from trailmix.server.security.addresses import Network, name_of, networks_of

PREFIX = "TRAILMIX_SERVER_"
Deadline = Annotated[float, msgspec.Meta(gt=0, le=1e7)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e7)]
Days = Annotated[float, msgspec.Meta(gt=0, le=36500)]
Count = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Bytes = Annotated[int, msgspec.Meta(ge=1_000_000, le=2**40)]


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
    """Further origins whose pages may connect, like "https://games.example"; the server's own always may."""
    hosts: tuple[str, ...] = ()
    """Names, without a port, that the server answers to besides localhost, the address that a connection came
    in at, and the hosts of `origins`. Others are refused: a page elsewhere can point its own name here."""
    proxies: tuple[str, ...] = ()
    """Proxies, as addresses or networks like "10.0.0.0/8", believed about where requests come from."""
    monitors: tuple[str, ...] = ("127.0.0.0/8", "::1")
    """Who may read `/metrics`, as addresses or networks: its figures tell what goes on at tables."""

    hung_seconds: Deadline = 5.0
    """Of several processes over one database: one that has not been heard of for so long is taken for dead,
    and others go on with its tables. One that has ended is known to be dead at once."""

    think_seconds: Deadline = 0.5
    """Of processor time: a bot that searches thinks so long about a decision at most."""
    bot_seconds: Seconds = 10.0
    """After so long another bot answers for one that does not."""
    bot_pause: Seconds = 0.6
    """How long a bot waits before it moves, so that people can follow."""
    gone_seconds: Seconds = 30.0
    """After so long without a connection, the others may agree on a bot."""
    slow_turn_seconds: Seconds = 45.0
    """A turn longer than this is slow, for games that have a badge for it; 0: no turn is."""

    tcp_connections: Count = 4000
    """Connections open at once, HTTP and WebSockets; fewer if the system allows fewer open files."""
    tcp_connections_per_address: Count = 400
    """From one address, unless it is a proxy's. For all limits an IPv6 network of 64 bits is one address."""
    head_seconds: Deadline = 10.0
    """The head of a request has to arrive in so long, and the hello on a WebSocket, or it is closed."""
    body_seconds: Deadline = 30.0
    """The body of a request has to arrive in so long."""
    answer_seconds: Deadline = 30.0
    """Each 32 kB of an answer have to be taken in so long: somebody may read slowly, but not for ever."""
    unsent_bytes: Bytes = 268_435_456
    """Of answers longer than 32 kB so much may wait to be taken, in all: what does not fit is not sent."""
    unsent_bytes_per_address: Bytes = 33_554_432
    connections: Count = 2000
    """WebSockets open at once."""
    connections_per_address: Count = 100
    message_bytes: Count = 8192
    body_bytes: Count = 131_072
    messages_per_second: Count = 20
    """On one WebSocket: every frame counts, pieces of a message, pings and pongs included."""
    messages_per_second_per_address: Count = 400
    """From all sockets of an address together."""
    plain_sockets: bool = False
    """Uvicorn's own WebSockets, by ASGI, instead of ours: slower, and of what a client sends messages are
    counted, not frames (`plain_wire` says what else). For versions of uvicorn that ours does not fit."""
    requests_per_second: Count = 50
    files_per_second: Count = 200
    """Files of the page, which cost little: a first visit asks for nearly all of them at once, because the
    worker keeps them, and friends in one house have one address."""
    heavy_per_address: Count = 4
    """Requests of one address that may wait for what takes a processor long: decks, courses, long matches."""
    tables_per_hour: Count = 100
    parcels_per_hour: Count = 20
    """Parcels for another browser that one address may leave."""
    codes_per_hour: Count = 20
    """Codes of such parcels that one address may try."""
    lesson_steps_per_hour: Count = 600
    """Of one address: a class of thirty takes a lesson, and tries some steps again."""
    analyses_per_address: Count = 4
    """Analyses of matches that one address may have under way; one at a time is worked on."""
    analysis_simulations: Count = 2000
    """Play-outs for the search at each decision that is analysed."""
    push: bool = True
    """Send messages to browsers that want to hear of their turns (Web Push)?"""
    push_contact: str = ""
    """Whom the services that carry such messages may ask about them: a `mailto:` or `https:` address, by
    default the first public name in `origins` or `hosts`. Some take messages only if there is one."""
    push_anywhere: bool = False
    """Send them also by plain HTTP and within private networks, to where any client says. For tests."""
    queue_length: Count = 64
    send_seconds: Seconds = 5.0
    """A WebSocket whose client takes nothing of what is sent for so long is closed."""

    remarks_per_table: Count = 2000
    remarks_per_minute: Count = 30
    """Of one chair."""
    undos_per_seat: Count = 200
    """In one match, so that playing and taking back cannot make a log grow for ever."""

    sweep_seconds: Seconds = 60.0
    idle_seconds: Seconds = 600.0
    """A table that nobody looks at leaves memory after so long."""
    keep_waiting_days: Days = 1.0
    keep_running_days: Days = 60.0
    keep_finished_days: Days = 365.0
    keep_passing_days: Days = 0.25
    """A table that was made for a step of a lesson, however far its match has got."""

    uncompiled_until: str = ""
    """A file. If one is named, the server begins with the rules as plain Python although they are compiled,
    compiles nothing, and hands over to a compiled server as soon as there is such a file. Nobody is served
    better by that: it is there for tests of the hand-over, which need not wait for the compiler then."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"

    def __post_init__(self) -> None:
        for host in self.hosts:
            if name_of(host) is None or host.rpartition(":")[2].isdigit():
                raise ValueError(f"`hosts` are names without a port, like games.example, not '{host}'")
        _ = self.proxy_networks, self.monitor_networks  # raise ValueError if one is wrong

    @property
    def proxy_networks(self) -> tuple[Network, ...]:
        """The proxies as networks."""
        return networks_of("proxies", self.proxies)

    @property
    def monitor_networks(self) -> tuple[Network, ...]:
        """The monitors as networks."""
        return networks_of("monitors", self.monitors)


LISTS = frozenset(field.name for field in msgspec.structs.fields(Config) if isinstance(field.default, tuple))
"""Settings of several values, which the environment separates by commas."""


def load(flags: Mapping[str, Any], file: Path | None, environment: Mapping[str, str] | None = None) -> Config:
    """The settings from all sources, the first named winning; BadConfig says which is wrong and why."""
    settings: dict[str, Any] = {}
    if file is not None:
        settings |= _from_file(file)
    for name, value in (os.environ if environment is None else environment).items():
        if name.startswith(PREFIX):
            setting = name.removeprefix(PREFIX).lower()
            settings[setting] = _several(value) if setting in LISTS else value
    settings |= {name: value for name, value in flags.items() if value is not None}
    try:
        # Not strict: what comes from the environment is text.
        return read_struct(settings, Config, strict=False)
    except ValueError as error:
        raise BadConfig(f"A setting of the server cannot be used: {error}.") from None


def _several(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadConfig(f"The settings in {file} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"The settings in {file} are not valid TOML: {error}.") from None
