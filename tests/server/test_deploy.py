"""The files of `deploy`: they speak of what there is. HAProxy's is used by `test_fleet`."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from pathlib import Path

import msgspec

from trailmix.cli.app import app
from trailmix.server.config import PREFIX, Config
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
