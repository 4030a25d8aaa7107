"""The files of `deploy`: they speak of what there is.

HAProxy's is used by `test_fleet`, nginx's and Caddy's by `test_balancers`. Containers are not run here.
"""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml  # type: ignore[import-untyped]

from trailmix.cli.app import app
from trailmix.server.config import PREFIX, Config, load
from trailmix.server.metrics import Metrics

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_the_dashboard_asks_for_figures_that_there_are() -> None:
    metrics = Metrics()
    metrics.moves.labels("alpina").inc()
    metrics.made.labels("alpina").inc()
    metrics.refusals.labels("stale").inc()
    there = {line.partition(" ")[0].partition("{")[0] for line in metrics.text().decode().splitlines()}
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = {name for expression in asked for name in re.findall(r"trailmix_\w+", expression)}
    assert named <= there and len(named) == 6
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_the_unit_starts_a_server_with_settings_that_there_are() -> None:
    text = (DEPLOY / "trailmix@.service").read_text(encoding="utf-8")
    unit = configparser.RawConfigParser()
    unit.read_string(text)
    program, command, *flags = shlex.split(unit["Service"]["ExecStart"])
    assert program.endswith("/trailmix") and command in {
        str(c.callback.__name__) for c in app.registered_commands if c.callback
    }
    assert flags == ["--no-browser", "--port", "%i"]
    named = {name.lower() for name in re.findall(rf"{PREFIX}(\w+)=", text)}
    assert named == {"database", "proxies", "origins"}
    assert named <= {field.name for field in msgspec.structs.fields(Config)}


# --- containers


def composed() -> dict[str, Any]:
    """The file for compose, with the two values that it asks for."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    asked = {"TRAILMIX_SITE": "games.example", "TRAILMIX_PASSWORD": "secret"}
    text, number = re.subn(r"\$\{(\w+):\?is not set\}", lambda name: asked[name[1]], text)
    assert number == 4 and "${" not in text
    document: dict[str, Any] = yaml.safe_load(text)
    return document


def test_the_containers_have_settings_that_there_are_and_know_each_other() -> None:
    document = composed()
    services, network = document["services"], document["networks"]["default"]["ipam"]["config"][0]["subnet"]
    servers = [name for name, service in services.items() if "build" in service]
    upstreams = re.findall(r"(\w+):8421", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    assert servers == upstreams == services["balancer"]["depends_on"] == ["first", "second", "third"]
    for name in servers:
        settings = load({}, None, services[name]["environment"])
        assert (settings.host, settings.port) == ("0.0.0.0", 8421)  # noqa: S104 - within the containers' network
        assert settings.proxies == (network,) and settings.origins == ("https://games.example",)
        assert settings.database == "postgresql://trailmix:secret@database/trailmix"
        assert services[name]["depends_on"] == ["database"]
    account = services["database"]["environment"]
    assert {account["POSTGRES_USER"], account["POSTGRES_DB"]} == {"trailmix"}
    assert account["POSTGRES_PASSWORD"] == "secret"  # noqa: S105 - of nothing
    assert services["balancer"]["environment"] == {"TRAILMIX_SITE": "games.example"}


def test_the_containers_are_made_from_files_that_there_are() -> None:
    document = composed()
    volumes = [volume for service in document["services"].values() for volume in service["volumes"]]
    for source in (volume.partition(":")[0] for volume in volumes):
        assert (DEPLOY / source).is_file() if source.startswith(".") else source in document["volumes"]
    made = document["services"]["first"]["build"]
    assert (DEPLOY / made["context"]).resolve() == DEPLOY.parent
    recipe = (DEPLOY.parent / made["dockerfile"]).read_text(encoding="utf-8")
    assert json.loads(re.findall(r"(?m)^ENTRYPOINT (.+)$", recipe)[0]) == ["trailmix"]
    assert json.loads(re.findall(r"(?m)^CMD (.+)$", recipe)[0]) == ["serve", "--no-browser"]
    (cache,) = re.findall(r"(?m)^ENV XDG_CACHE_HOME=(.+)$", recipe)
    assert f"cache:{cache}" in document["services"]["first"]["volumes"]


def test_compose_understands_its_file() -> None:
    compose = shutil.which("docker-compose")
    if compose is None:
        pytest.skip("There is no docker-compose here.")
    environment = {**os.environ, "TRAILMIX_SITE": "games.example", "TRAILMIX_PASSWORD": "secret"}
    command = [compose, "--file", str(DEPLOY / "compose.yaml"), "config", "--services"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["balancer", "database", "first", "second", "third"]
