"""One process that serves: uvicorn with our protocols, around the application."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial

import uvicorn

from trailmix.server.config import Config
from trailmix.server.connections.admission import Admission
from trailmix.server.connections.http_protocol import HttpConnection
from trailmix.server.connections.plain_wire import PlainProtocol
from trailmix.server.connections.wire import Wire
from trailmix.server.http.app import build
from trailmix.server.security.addresses import as_sockets_show
from trailmix.server.storage.database_file import Claim
from trailmix.server.storage.stores import store_of

GARBAGE = (50_000, 20, 20)
"""How many new objects are made before Python looks for garbage in circles, of which there is little here."""
LAST_ASKED_SECONDS = 0.05
"""So long a server that stops reads on: whoever was accepted last may not have asked yet."""
OUTDATED = 3
"""The exit code of a server that has stopped because a newer version has changed the database."""
GRACE_SECONDS = 5.0
"""So long a server that stops waits for requests that it is working on."""


class Server(uvicorn.Server):
    """A server that has everything but the tables: those it opens when it runs."""

    def __init__(
        self, config: Config, claim: Claim | None, listener: socket.socket, grace: float = GRACE_SECONDS
    ) -> None:
        self.listener = listener
        self.store = store_of(config.database, claim, config.hung_seconds)
        self.store.when_outdated = self._be_outdated
        self.exit_code = 0
        self.application = build(config, self.store)
        self.inner = self.application.state.server
        self.has_started: Callable[[], None] = lambda: None
        """Is told when it begins to accept connections."""
        self.has_stopped: Callable[[], None] = lambda: None
        """Is told when everything is written and the tables are closed."""
        admission = Admission(config)
        super().__init__(
            uvicorn.Config(
                self.application,
                http=partial(HttpConnection, admission),  # type: ignore[arg-type]
                ws=partial(PlainProtocol if config.plain_sockets else Wire, admission),  # type: ignore[arg-type]
                ws_per_message_deflate=False,  # packing a view takes longer than sending it
                ws_max_size=1 << 16,
                ws_max_queue=32,
                ws_ping_interval=20.0,
                ws_ping_timeout=20.0,
                proxy_headers=bool(config.proxies),
                # Given even if there are none, so that the environment has no say.
                forwarded_allow_ips=as_sockets_show(config.proxy_networks),
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=grace,  # type: ignore[arg-type]  # it may be a part of a second
            )
        )

    def check_store(self) -> None:
        """Open and close the store: StoreError says what is wrong with it, before anything is started."""

        async def check() -> None:
            await self.store.open()
            await self.store.close()

        asyncio.run(check())

    def heed_signals(self) -> None:
        """From now on a signal stops it, or keeps it from starting."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            # Uvicorn raises the signal again after a graceful stop, which would then look like a crash.
            signal.signal(sign, self.handle_exit)

    def _be_outdated(self) -> None:
        """A newer version has changed the database: whoever looks after processes starts that one instead."""
        self.exit_code = OUTDATED
        self.should_exit = True

    @property
    def port(self) -> int:
        """Where it listens."""
        number: int = self.listener.getsockname()[1]
        return number

    def serve_people(self) -> None:
        """Serve until somebody stops it."""
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        gc.enable()
        # So long at most a finished commit waits for a busy event loop to notice (Python's default: 5 ms).
        sys.setswitchinterval(0.0005)
        self.run(sockets=[self.listener])

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve in an event loop."""
        await super().serve(sockets)
        self.has_stopped()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the tables and accept connections."""
        await super().startup(sockets)
        if self.started:
            self.has_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nobody any more, and tell everybody: uvicorn hangs up without a word."""
        for server in self.servers:
            server.close()
        await self.inner.say_goodbye()
        await asyncio.sleep(LAST_ASKED_SECONDS)
        await super().shutdown(sockets)
