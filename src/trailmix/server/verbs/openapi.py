"""The description of the HTTP interface, `/schema/openapi.json`, made from what the verbs declare.

Litestar describes the addresses. What it would leave out or get wrong is put in here: the structs as msgspec
reads them (with every length and limit, and refusing unknown fields), who may ask, and which refusals there
are. A verb declares only what is its own, as `refuses`; the rest follows from its address and its arguments.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Reference, SecurityScheme

import trailmix
from trailmix.server.messages.protocol import PROTOCOL, TYPES, FromClient, Refusal
from trailmix.server.messages.refusals import STATUS

INVITE_HEADER = "Trailmix-Invite"
"""An invite is a secret: it goes in a header, never in an address."""
SITTING: list[dict[str, list[str]]] = [{"token": []}]
"""For whoever holds a chair."""
WATCHING: list[dict[str, list[str]]] = [{"token": []}, {"invite": []}, {}]
"""For the people of a private table and those they invite; for everybody if it is public or over."""

OF_SOME_VERBS = frozenset(
    {
        *("bad_option", "no_such_token", "forbidden", "no_such_table", "no_such_game", "no_such_course"),
        "no_such_code",
        *("stale", "not_now", "rules", "damaged", "too_large", "not_json"),
    }
)
OF_NO_VERB = frozenset({"protocol", "no_such_address", "no_such_method"})
"""Only over a WebSocket, or at an address that has no verb."""
OF_EVERY_VERB = STATUS.keys() - OF_SOME_VERBS - OF_NO_VERB

SCHEMES: dict[str, SecurityScheme | Reference] = {
    "token": SecurityScheme(
        type="http", scheme="bearer", description="The token of a chair: the right to act for it."
    ),
    "invite": SecurityScheme(
        type="apiKey",
        name=INVITE_HEADER,
        security_scheme_in="header",
        description="The invite of a table: the right to watch a private one.",
    ),
}


def refusals_of(verb: HTTPRouteHandler) -> set[str]:
    """The codes that a verb may refuse with."""
    path, security = "".join(verb.paths), verb.security
    codes = {*OF_EVERY_VERB, *verb.opt.get("refuses", "").split()}
    if "POST" in verb.http_methods:
        codes |= {"forbidden"}  # to pages of other origins
    if has_body(verb):
        codes |= {"too_large", "not_json"}
    if "{table_id" in path:
        codes |= {"no_such_table", "damaged"}
        codes |= {"stale"} if "POST" in verb.http_methods else set()  # somebody else was faster
    if "{slug" in path:
        codes |= {"no_such_game"}
    if security:
        codes |= {"no_such_token"}
    if security == WATCHING:
        codes |= {"forbidden"}
    return codes


def has_body(verb: Any) -> bool:
    """Does a verb read a body?"""
    return "data" in verb.parsed_fn_signature.parameters


class Description(JsonRenderPlugin):
    """Litestar's description with all that it leaves out."""

    def __init__(self, verbs: Iterable[HTTPRouteHandler]) -> None:
        super().__init__(path=["/", "/openapi.json"])
        self._verbs = {verb.handler_name: verb for verb in verbs}
        self._rendered: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The whole description, which never changes."""
        if self._rendered is None:
            self._rendered = super().render(request, self.completed(openapi_schema))
        return self._rendered

    def completed(self, document: dict[str, Any]) -> dict[str, Any]:
        """Litestar's description, and what it leaves out."""
        paths = {
            path: {method: self._operation(operation) for method, operation in operations.items()}
            for path, operations in document["paths"].items()
        }
        return {**document, "paths": paths, "components": {**document["components"], "schemas": _structs()}}

    def _operation(self, operation: dict[str, Any]) -> dict[str, Any]:
        verb = self._verbs[operation["operationId"]]
        done = {str(verb.status_code): operation["responses"][str(verb.status_code)]}
        return {**operation, "responses": {**done, **_refusals(refusals_of(verb))}}


def _structs() -> dict[str, Any]:
    """What bodies and answers are made of."""
    _, structs = msgspec.json.schema_components(TYPES, ref_template="#/components/schemas/{name}")
    for message in get_args(FromClient):
        # The address says which message it is, so that its tag may be left out.
        structs[message.__name__]["required"].remove(message.__struct_config__.tag_field)
    return structs


def _refusals(codes: set[str]) -> dict[str, Any]:
    """The refusals, by their HTTP status, each with the codes that it may have."""
    return {
        str(status): _refusal(sorted(code for code in codes if STATUS[code] == status))
        for status in sorted({STATUS[code] for code in codes})
    }


def _refusal(codes: list[str]) -> dict[str, Any]:
    said = {"$ref": f"#/components/schemas/{Refusal.__name__}"}
    schema = {"allOf": [said, {"properties": {"code": {"enum": codes}}}]}
    return {
        "description": f"Refused: {', '.join(codes)}.",
        "content": {"application/json": {"schema": schema}},
    }


def openapi_config(verbs: Iterable[HTTPRouteHandler]) -> OpenAPIConfig:
    """How the verbs are described."""
    return OpenAPIConfig(
        title="Trailmix",
        version=trailmix.__version__,
        description=f"Protocol {PROTOCOL}: docs/protocol.md tells the story.",
        path="/schema",
        components=Components(security_schemes=SCHEMES),
        operation_id_creator=lambda verb, _method, _path: verb.handler_name,
        use_handler_docstrings=True,
        render_plugins=[Description(verbs)],
    )
