"""The web around the tables: Litestar's routes, headers, limits and the life of a server."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import re
import time
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from trailmix.engine.game import faults, slugs
from trailmix.engine.kernels import JIT
from trailmix.lab import warm
from trailmix.server.compiling import Compiling
from trailmix.server.config import Config
from trailmix.server.connections.plain_wire import PlainWire
from trailmix.server.connections.socket import Connection
from trailmix.server.connections.wire import EXTENSION, Wire
from trailmix.server.http import page_files
from trailmix.server.http.health import Health
from trailmix.server.http.methods import with_all_methods
from trailmix.server.http.page import file, page, page_of, unverified, verify_page, wants_page
from trailmix.server.http.preview import Said
from trailmix.server.messages.protocol import CLOSE_CODES
from trailmix.server.messages.refusals import No
from trailmix.server.metrics import Metrics
from trailmix.server.security.addresses import OwnNames, is_within
from trailmix.server.security.banning import Banned
from trailmix.server.security.limits import Buckets, key_of
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.store import Store
from trailmix.server.storage.stores import store_of
from trailmix.server.tables.housekeeping import sweep_for_ever
from trailmix.server.tables.remembered import Remembered
from trailmix.server.tables.tables import Tables
from trailmix.server.verbs.access import language_of
from trailmix.server.verbs.api import VERBS, api
from trailmix.server.verbs.feeds import feed
from trailmix.server.verbs.openapi import openapi_config
from trailmix.server.verbs.validation import id_of

log = logging.getLogger("trailmix.server")
SOCKET = re.compile(r"/api/tables/([^/]{1,64})/socket")
"""Live play. The table is in the path, so that a balancer can bring all its people to one process."""
GOODBYE_SECONDS = 2.0
"""So long a server that stops waits for people to take its goodbye."""
ANSWER_SECONDS = 0.05
"""Before a table is let go of, whoever waited for something to happen at it has so long to be answered."""
HEADERS = {
    b"content-security-policy": (
        # Pictures and the typefaces in them that the page itself has made have addresses of their own.
        b"default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; "
        b"frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}
BANNED = "forbidden.banned"
NEVER_CACHED = {b"cache-control": b"no-store"}


class Server:
    """What a running server holds."""

    def __init__(self, config: Config, store: Store | None = None) -> None:
        self.config = config
        self.goodbye_seconds = GOODBYE_SECONDS
        self.metrics = Metrics()
        self.store = store or store_of(config.database, hung_seconds=config.hung_seconds)
        self.health = Health(self.store)
        self.tables = Tables(self.store, config, self.metrics)
        self.requests = Buckets(config.requests_per_second)
        self.files = Buckets(config.files_per_second)
        self.messages = Buckets(config.messages_per_second_per_address)
        self.connections: dict[Connection, str] = {}
        self.client = page_files.load()
        self.build = page_files.build_of()
        self.previews: Remembered[Said] = Remembered()
        self.names = OwnNames(config.host, config.hosts, config.origins)
        self.banned = Banned(self.store, config.proxy_networks)

    async def say_goodbye(self) -> None:
        """The server is about to stop: whoever is connected or waits for something is told."""
        self.tables.stop_waiting()
        for connection in list(self.connections):
            connection.hang_up(No("stopping.server"))
        await asyncio.sleep(ANSWER_SECONDS)
        await self.tables.let_all_go()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.goodbye_seconds):
                while self.connections:
                    await asyncio.sleep(0.01)

    async def _cut_the_stuck(self) -> None:
        """Cut off whoever has taken nothing for too long."""
        while True:
            await asyncio.sleep(self.config.send_seconds / 4)
            now = time.monotonic()
            for connection in list(self.connections):
                if connection.is_stuck(now):
                    connection.cut()

    async def _heed_bans(self) -> None:
        """Hang up on whoever is banned while they are here."""
        while True:
            await self.banned.look_again()
            for connection, address in list(self.connections.items()):
                if (no := self.banned.refusal(address)) is not None:
                    connection.hang_up(no)

    @staticmethod
    def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """What limits count a connection under."""
        return key_of(connection.client.host if connection.client else "unknown")

    def may_connect(self, origin: str | None, host: str | None) -> bool:
        """May a page of this origin ask for anything? Programs send no origin, and must have a token."""
        if origin is None or origin in self.config.origins:
            return True
        return host is not None and origin in (f"http://{host}", f"https://{host}")

    @contextlib.asynccontextmanager
    async def life(self, _app: Litestar) -> AsyncIterator[None]:
        """From the first connection to the last write."""
        await self.store.open()
        await self.banned.look()
        await self.tables.followers.start()
        for sentence in faults():
            log.error("a game of another package cannot be played", extra={"why": sentence})
        work = [
            asyncio.create_task(sweep_for_ever(self.tables), name="sweeper"),
            asyncio.create_task(self._cut_the_stuck(), name="cutter"),
            asyncio.create_task(self._heed_bans(), name="bans"),
            asyncio.create_task(_compile_for_lab(), name="compiling"),
        ]
        log.info("the server is ready")
        try:
            yield
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            await self.say_goodbye()
            await self.tables.close()
            with contextlib.suppress(StoreError):
                await self.store.note_time()
            await self.store.close()
            log.info("the server has stopped")


async def _compile_for_lab() -> None:
    """Tables need nothing more to be compiled; what the laboratory needs besides is compiled meanwhile."""
    if JIT:
        await Compiling(await asyncio.to_thread(_not_compiled), "all").run()


def _not_compiled() -> list[str]:
    return [game for game in warm.longest_first(slugs()) if not warm.is_compiled(game)]


async def live(server: Server, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Live play: see ``docs/protocol.md``. Not by Litestar, whose wrappers slow every message down."""
    socket: Any = ASGIConnection(scope)
    no, language = _not_connected(server, socket), language_of(socket)
    await receive()  # websocket.connect
    if no is not None:
        if no.message.key == BANNED:  # a browser tells its page why only if the socket was open
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.close", "code": CLOSE_CODES[no.code], "reason": no.why(language)})
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    address = server.address(socket)
    take = functools.partial(server.messages.take, address)
    wire: Wire | None = (scope["extensions"] or {}).get(EXTENSION)  # type: ignore[assignment]
    if wire is None:  # uvicorn as it is
        plain = PlainWire(receive, send, server.config.messages_per_second, take)
        connection = Connection(server, table_id, plain, plain.receive, language)
    else:
        wire.take_for_address = take
        connection = Connection(server, table_id, wire, receive, language)
    server.connections[connection] = address
    server.metrics.sockets.set(len(server.connections))
    try:
        await connection.run()
    finally:
        del server.connections[connection]
        server.metrics.sockets.set(len(server.connections))


def _not_connected(server: Server, socket: ASGIConnection[Any, Any, Any, Any]) -> No | None:
    """Why a WebSocket is refused; None if it is not."""
    if not server.names.cover(socket.scope):
        return No("forbidden.other_name")
    if not server.may_connect(socket.headers.get("origin"), socket.headers.get("host")):
        return No("forbidden.other_page")
    address, limits = server.address(socket), server.config
    if not server.requests.take(address):
        return No("too_many.requests")
    if (banned := server.banned.refusal(address)) is not None:
        return banned
    mine = sum(other == address for other in server.connections.values())
    if len(server.connections) >= limits.connections or mine >= limits.connections_per_address:
        return No("too_many.connections")
    return None


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def health(state: State) -> str:
    """Is the server able to answer, and its store to read and write?"""
    await state.server.health.check()
    return "ok"


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: Request[Any, Any, State], state: State) -> Response[bytes]:
    """Figures for Prometheus: not for players, who could count there what others do in secret."""
    if not is_within(request.client.host if request.client else "", state.server.config.monitor_networks):
        raise No("forbidden.monitors_only")
    return Response(state.server.metrics.text(), media_type="text/plain; version=0.0.4")


def _refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Whatever goes wrong is answered with a code and a sentence, never with a traceback."""
    no = _as_no(error)
    if no.code == "no_such_address" and wants_page(request):
        return page_of(request, 404)  # a person with a browser: the page says that nothing is here
    if no.code == "failed":
        # Not the address as it was asked for: that of a feed is a secret.
        path, table = request.scope.get("path_template"), request.scope.get("path_params", {}).get("table_id")
        where = {"method": request.method, "path": path, "table": table}
        log.error("a request failed", exc_info=error, extra=where)
    request.app.state.server.metrics.refusals.labels(no.code).inc()
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if no.status == 401:
        headers["www-authenticate"] = "Bearer"
    if no.status == 503:
        headers["retry-after"] = "1"
    answer = no.refusal(language_of(request), id_of(request))
    return Response(answer, status_code=no.status, headers=headers, media_type="application/json")


def _as_no(error: Exception) -> No:
    """What is answered when something goes wrong."""
    if isinstance(error, No):
        return error
    if isinstance(error, ValidationException):
        return _unreadable(error)
    if isinstance(error, (RecursionError, UnicodeError)):
        return No("bad_message.too_deep")
    if isinstance(error, HTTPException) and error.status_code < 500:
        return _unanswerable(error)
    if isinstance(error, StoreError):
        log.error("the store failed", extra={"why": str(error)})
        return No("stopping.no_store")
    return No("failed.here")


def _unreadable(error: ValidationException) -> No:
    """A parameter in the address does not fit its type; for bodies, see `validation`."""
    told: list[Any] = [extra for extra in error.extra or [] if isinstance(extra, dict)]
    details = "; ".join(f"{extra['message']} - at `{extra.get('key')}`" for extra in told) or error.detail
    return No("bad_message.unreadable", details=details)


def _unanswerable(error: HTTPException) -> No:
    """What Litestar refuses by itself."""
    if error.status_code == 404:
        return No("no_such_address.nothing")
    if error.status_code == 405:
        return No("no_such_method.not_done")
    if error.status_code == 413:
        return No("too_large.body")
    return No("bad_message.unreadable", details=error.detail)


def guard(app: ASGIApp) -> ASGIApp:
    """Around every request: who may ask and how often, and the headers that browsers are to obey."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        server: Server = scope["litestar_app"].state.server
        if scope["type"] == ScopeType.WEBSOCKET and (place := SOCKET.fullmatch(_raw(scope))) is not None:
            await live(server, place[1], scope, receive, send)
            return
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        request: Request[Any, Any, Any] = Request(scope)
        send = _with_headers(server, scope, send)
        if (no := _turned_away(server, request)) is not None:
            await _turning_away(no, request).to_asgi_response(None, request)(scope, receive, send)
            return
        await app(scope, receive, send)

    return guarded


def _raw(scope: Scope) -> str:
    """The path as it was sent, which is what balancers read, with nothing decoded."""
    return scope["raw_path"].decode("latin-1")


def _is_called_otherwise(scope: Scope) -> bool:
    """Is this an address of a table, but not spelt as ours are?

    Balancers find the table's process by how its id stands in the path: by another spelling they would bring
    somebody to another process, and that would take the table away from those who play at it.
    """
    parts, raw = [part for part in scope["path"].split("/") if part], _raw(scope)
    return (parts[:2] == ["api", "tables"] or parts[:1] == ["verify"]) and ("%" in raw or "//" in raw)


def _with_headers(server: Server, scope: Any, send: Send) -> Send:
    """Send what is answered to a request with the headers that it has to have."""
    always = dict(HEADERS)
    if server.build and scope["path"].startswith("/api/"):
        always[b"trailmix-build"] = server.build.encode()

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            is_kept = message["status"] < 400 and _may_be_kept(scope)
            wanted = always if is_kept else always | NEVER_CACHED
            named = {name for name, _ in message["headers"]}
            missing = [(name, value) for name, value in wanted.items() if name not in named]
            message["headers"] = [*message["headers"], *missing]
        await send(message)

    return send_with_headers


def _turning_away(no: No, request: Request[Any, Any, Any]) -> Response[Any]:
    """The answer to a request that nothing else is done with."""
    refusal, is_banned = no.refusal(language_of(request)), no.message.key == BANNED
    if is_banned and wants_page(request):
        answer: Response[Any] = Response(refusal.why, status_code=no.status, media_type=MediaType.TEXT)
    elif no.code == "no_such_table" and wants_page(request) and request.scope["path"].startswith("/verify/"):
        answer = unverified(request, "", no)
    else:
        answer = Response(refusal, status_code=no.status, media_type="application/json")
    if is_banned or no.code == "too_many":
        # What the client has already sent ahead is not read: it has to connect again.
        answer.headers["connection"] = "close"
    return answer


def _may_be_kept(scope: Any) -> bool:
    """May a cache keep the answer? Not what is about one table or person, or true only now, or was done."""
    path, is_asked = scope["path"], scope["method"] in ("GET", "HEAD")
    of_games = path == "/api/games" or path.startswith("/api/games/")
    return is_asked and path != "/healthz" and (of_games or not path.startswith("/api/"))


def _turned_away(server: Server, request: Request[Any, Any, Any]) -> No | None:
    """Why a request is refused before anything else is done with it; None if it is not."""
    address = server.address(request)
    bounds = server.files if request.scope["path"][1:] in server.client else server.requests
    if not bounds.take(address):
        return No("too_many.requests")
    if (banned := server.banned.refusal(address)) is not None:
        return banned
    if not server.names.cover(request.scope):
        return No("wrong_host.unknown")
    if _is_called_otherwise(request.scope):
        return No("no_such_table.gone")
    # Pages of other origins may neither read (no CORS headers) nor change anything.
    own = server.may_connect(request.headers.get("origin"), request.headers.get("host"))
    if request.method not in ("GET", "HEAD") and not own:
        return No("forbidden.other_origin")
    return None


def build(config: Config, store: Store | None = None) -> Litestar:
    """The application."""
    server = Server(config, store)
    app = Litestar(
        route_handlers=[api, health, metrics, page, file, verify_page, feed],
        lifespan=[server.life],
        exception_handlers={Exception: _refuse},
        request_max_body_size=config.body_bytes,
        openapi_config=openapi_config(VERBS),
        logging_config=None,
        debug=False,
    )
    app.state.server = server
    # Not as a middleware of Litestar: those see no request for a path or method that does not exist.
    app.asgi_handler = guard(with_all_methods(app.asgi_handler))
    return app
