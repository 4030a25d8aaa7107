"""The HTTP interface against its own OpenAPI description, with whatever schemathesis thinks of."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import checks

from server.running import HUMAN, OPEN, Person, Running, make, play_out
from trailmix.server.app import build
from trailmix.server.config import Config

APP = build(Config(database="unused"))
DESCRIBED: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(APP.openapi_schema.to_schema()))
FOUND: list[Any] = list(schemathesis.openapi.from_dict(DESCRIBED).get_all_operations())
OPERATIONS = [found.ok() for found in FOUND]
OF_FINISHED = ("/replay", "/verify", "/rematch")
OF_WAITING = ("/join", "/start", "/chairs", "/leave")


@pytest.fixture(scope="module")
def finished(server: Running) -> Person:
    people = make(server, HUMAN, HUMAN)
    play_out(people)
    return people[0]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: str(operation.label))
def test_every_answer_is_one_that_is_described(operation: Any, server: Running, finished: Person) -> None:
    """At a real table, by somebody who sits there: no error of the server, and nothing undescribed."""

    @given(case=operation.as_strategy())
    @settings(
        max_examples=25,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        person = finished
        if not case.path.endswith(OF_FINISHED):
            person = make(server, HUMAN, OPEN if case.path.endswith(OF_WAITING) else HUMAN)[0]
        if "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = person.table
        (case.query or {}).pop("wait", None)  # nobody would move meanwhile
        response = case.call(
            base_url=server.address, headers={"Authorization": f"Bearer {person.token}"}, timeout=30
        )
        case.validate_response(
            response,
            checks=[
                checks.not_a_server_error,
                checks.status_code_conformance,
                checks.content_type_conformance,
                checks.response_schema_conformance,
            ],
        )

    ask()


def test_the_description_is_served_and_names_every_refusal(server: Running) -> None:
    served = Person(server).get("/schema/openapi.json")
    assert served == DESCRIBED
    assert len(OPERATIONS) >= 23
    for path, verbs in served["paths"].items():
        assert path.startswith("/api/")
        for verb in verbs.values():
            assert {"400", "401", "403", "404", "409", "413", "422", "429", "503"} <= verb["responses"].keys()
