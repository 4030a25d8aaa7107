"""The HTTP interface against its own OpenAPI description, with whatever schemathesis thinks of.

All of its checks and phases, against a server as people run it, at tables where something can be done
(`schema_hooks.py`). With TRAILMIX_SCHEMA_EXAMPLES=300 it looks deeper.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
import schemathesis

from server.running import QUICK, Json, Person, Running
from server.schema_hooks import ADDRESS, TALLY
from trailmix.server.messages.protocol import TYPES
from trailmix.server.messages.refusals import STATUS
from trailmix.server.verbs.api import VERBS
from trailmix.server.verbs.openapi import OF_EVERY_VERB, SITTING, WATCHING, refusals_of

ROOT = Path(__file__).parents[2]
EXAMPLES = os.environ.get("TRAILMIX_SCHEMA_EXAMPLES", "10")
IN_TROUBLE = frozenset({"damaged", "too_large", "too_many", "wrong_host", "stopping", "failed"})
"""Refusals of a server in trouble or with small limits, which other tests bring about."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server where whoever is not connected may be replaced at once."""
    running = Running(tmp_path_factory.mktemp("schema"), **QUICK, gone_seconds=0)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


@pytest.fixture(scope="module")
def described(server: Running) -> Json:
    document: Json = Person(server).get("/schema/openapi.json")
    return document


def test_the_version_of_the_protocol_is_described(described: Json) -> None:
    assert described["info"]["description"].startswith("Protocol 2:")


def operations(document: Json) -> Iterator[tuple[str, Json]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def codes_of(operation: Json) -> Iterator[str]:
    """The codes of the refusals that an operation is described with, each at its status."""
    for status, answer in operation["responses"].items():
        if int(status) >= 400:
            _refusal, said = answer["content"]["application/json"]["schema"]["allOf"]
            for code in said["properties"]["code"]["enum"]:
                assert STATUS[code] == int(status)
                yield code


def test_no_check_of_schemathesis_fails_and_every_answer_is_reached(
    server: Running, described: Json, tmp_path: Path
) -> None:
    """At real tables, with all checks in all phases; then: did it see what the description promises?"""
    tally = tmp_path / "tally"
    more = {ADDRESS: server.address, TALLY: str(tally), "SCHEMATHESIS_HOOKS": "server.schema_hooks"}
    asked = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(ROOT / "schemathesis.toml")),
            *("run", f"{server.address}/schema/openapi.json", "--checks", "all"),
            *("--max-examples", EXAMPLES, "--seed", "1", "--generation-database", "none", "--no-color"),
        ],
        env={**os.environ, **more, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=1200 if "TRAILMIX_SCHEMA_EXAMPLES" in os.environ else 300,
        check=False,
    )
    assert asked.returncode == 0, asked.stdout + asked.stderr
    seen: defaultdict[str, set[str | None]] = defaultdict(set)
    for line in tally.read_text(encoding="utf-8").splitlines():
        label, status, code, method = json.loads(line)
        if label.startswith(method):
            seen[label].add("done" if status < 300 else code)
    for label, operation in operations(described):
        promised = {"done", *codes_of(operation)} - IN_TROUBLE - hard_to_come_by(described, operation)
        assert promised <= seen[label], f"{label}: never answered {promised - seen[label]}"


def hard_to_come_by(described: Json, operation: Json) -> set[str]:
    """Refusals that other tests bring about."""
    body = struct_of(described, operation)
    asks_more = any(parameter["in"] == "query" for parameter in operation.get("parameters", ()))
    # Somebody else writes in the same moment; an unknown word stands in an address that takes none.
    return ({"stale"} if "seq" not in body else set()) | (
        {"bad_message"} if not (body or asks_more) else set()
    )


def struct_of(described: Json, operation: Json) -> Json:
    """The properties of what an operation is told in its body, if anything."""
    if "requestBody" not in operation:
        return {}
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    properties: Json = described["components"]["schemas"][name]["properties"]
    return properties


def test_the_description_is_one_by_the_specification(described: Json) -> None:
    schemathesis.openapi.from_dict(described).validate()


def test_structs_are_described_to_the_last_limit(described: Json) -> None:
    """As msgspec reads them, which is the one place where they are declared."""
    structs = described["components"]["schemas"]
    assert structs.keys() == {struct.__name__ for struct in every_struct()}
    for struct in structs.values():
        assert struct["additionalProperties"] is False
    chair = {"type": "integer", "minimum": 0, "maximum": 7}
    assert structs["SetChair"]["properties"]["chair"] == chair
    assert chair in structs["Join"]["properties"]["chair"]["anyOf"]
    assert structs["Move"]["properties"]["seq"] == {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
    assert structs["Join"]["properties"]["name"] == {"type": "string", "minLength": 1, "maxLength": 40}


def test_what_ends_a_pattern_ends_the_text_in_every_language(described: Json) -> None:
    patterns = re.findall(r'"pattern": "([^"]+)"', json.dumps(described["components"]["schemas"]))
    assert len(patterns) > 3
    for pattern in patterns:
        assert r"\\Z" not in pattern, "a schema knows no such thing"
        assert not pattern.endswith("$"), "by this Python lets a line break pass"


def every_struct() -> set[type]:
    """The messages, and what they are made of."""
    found: set[type] = set()
    waiting: list[Any] = list(TYPES)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in found:
            found.add(kind)
            waiting += get_type_hints(kind).values()
        waiting += get_args(kind)
    return found


def test_who_may_ask_is_described(described: Json) -> None:
    schemes = described["components"]["securitySchemes"]
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    invite = schemes["invite"]
    assert (invite["type"], invite["in"], invite["name"]) == ("apiKey", "header", "Trailmix-Invite")
    for label, operation in operations(described):
        of_table = "{table_id}" in label and not label.endswith("/join")
        of_finished = label.endswith(("/analysis", "/retry"))  # in which nothing is secret
        sits = label.startswith("POST") and not of_finished
        wanted = (SITTING if sits else WATCHING) if of_table else None
        assert operation.get("security") == wanted, label


def test_refusals_are_described_where_they_can_happen(described: Json) -> None:
    verbs = {verb.handler_name: verb for verb in VERBS}
    for label, operation in operations(described):
        codes = set(codes_of(operation))
        assert codes == refusals_of(verbs[operation["operationId"]])
        assert codes >= OF_EVERY_VERB >= {"bad_message", "too_many", "stopping", "failed"}
        assert ("rules" in codes) == label.endswith(("/moves", "/try", "/hint", "/undo")), label
        assert ("not_json" in codes) == ("too_large" in codes) == ("requestBody" in operation), label
        assert ("no_such_table" in codes) == ("{table_id}" in label), label
        assert operation["summary"] and operation["description"]
