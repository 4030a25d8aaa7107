"""The files of `deploy`: they speak of what there is.

HAProxy's is used by `test_fleet`, nginx's and Caddy's by `test_balancers`. Containers are not run here; what
the image is made by (a wheel, installed into an environment of its own) is run by `tests/test_wheel.py`.
"""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import yaml  # type: ignore[import-untyped]

from server.fleet import program
from trailmix.cli.app import app
from trailmix.server.config import PREFIX, Config, load
from trailmix.server.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


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


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """With a program that is there in the place of the one that will be installed."""
    text = (DEPLOY / "trailmix@.service").read_text(encoding="utf-8")
    text, number = re.subn(r"(?m)^ExecStart=\S+", f"ExecStart={shutil.which('true')}", text)
    assert number == 1
    unit = tmp_path / "trailmix@8421.service"
    check = [program("systemd-analyze"), "verify", str(unit)]
    unit.write_text(text, encoding="utf-8")
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    unit.write_text(text.replace("[Service]", "[Service]\nLimitNFILE=1"), encoding="utf-8")
    assert "LimitNFILE" in subprocess.run(check, capture_output=True, text=True, check=False).stderr


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


def compose(**settings: str) -> subprocess.CompletedProcess[str]:
    """What compose makes of its file; it needs no engine for that."""
    command = [program("docker-compose"), "--file", str(DEPLOY / "compose.yaml"), "config", "--services"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TRAILMIX_")}
    return subprocess.run(command, env=environment | settings, capture_output=True, text=True, check=False)


def test_compose_understands_its_file() -> None:
    done = compose(TRAILMIX_SITE="games.example", TRAILMIX_PASSWORD="secret")  # noqa: S106 - of nothing
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split()) == ["balancer", "database", "first", "second", "third"]
    for missing in ({"TRAILMIX_SITE": "games.example"}, {"TRAILMIX_PASSWORD": "secret"}):
        done = compose(**missing)
        assert done.returncode != 0 and "is not set" in done.stderr


# --- the image


def recipe() -> list[tuple[str, str]]:
    """The steps of the Dockerfile: what each is, and what it says."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(what, " ".join(said.split())) for what, said in (line.split(maxsplit=1) for line in lines)]


def test_the_image_is_made_from_what_the_build_needs() -> None:
    """The context is all of the checkout but what is ignored, and nothing that the wheel is made of is."""
    steps = recipe()
    assert [said for what, said in steps if what == "COPY"] == [". /trailmix", "--from=wheel /wheels /wheels"]
    ignored = set((DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split())
    git_ignores = {name.rstrip("/") for name in (ROOT / ".gitignore").read_text(encoding="utf-8").split()}
    assert {name.removeprefix("**/") for name in ignored} - {".git"} <= {
        name.rpartition("/")[2] for name in git_ignores
    }, "what is in the repository is in the context"


def test_the_image_has_the_python_and_the_extra_that_there_are() -> None:
    steps = recipe()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pythons = {said.split()[0] for what, said in steps if what == "FROM"}
    assert pythons == {"python:3.11-slim"}
    assert project["project"]["requires-python"] == ">=3.11"
    build, install = (said for what, said in steps if what == "RUN")
    assert build == "pip install --no-cache-dir build && python -m build --wheel --outdir /wheels"
    (extra,) = re.findall(r"\$\(echo /wheels/\*\.whl\)\[(\w+)\]", install)
    assert extra in project["project"]["optional-dependencies"]
    assert project["build-system"]["build-backend"] == "hatchling.build"
    (command,) = project["project"]["scripts"]
    assert ("ENTRYPOINT", f'["{command}"]') in steps


def test_the_user_of_the_image_owns_what_it_writes_to() -> None:
    steps = recipe()
    _, install = (said for what, said in steps if what == "RUN")
    said = {what: value for what, value in steps if what in ("USER", "VOLUME", "ENV", "EXPOSE")}
    assert said["ENV"] == f"XDG_CACHE_HOME={said['VOLUME']}"
    assert f"--owner {said['USER']} --group {said['USER']} {said['VOLUME']}" in install
    assert f"useradd --system --home-dir /var/lib/trailmix --create-home {said['USER']}" in install
    order = [what for what, _ in steps]
    assert order.index("USER") > max(n for n, what in enumerate(order) if what == "RUN")
    assert said["EXPOSE"] == composed()["services"]["first"]["environment"]["TRAILMIX_SERVER_PORT"]
