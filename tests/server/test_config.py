"""Starting and stopping: settings, what is said when one is wrong, signals, health, figures and logs."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import threading
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

from server.running import (
    BOT,
    HUMAN,
    QUICK,
    Person,
    Running,
    Started,
    command,
    environment,
    eventually,
    make,
    mover,
    play_out,
)
from server.sockets import sit, socket_at
from trailmix.server.config import BadConfig, Config, load

# --- settings


def test_flags_win_over_the_environment_which_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "trailmix.toml"
    file.write_text('port = 1\nhost = "file"\nbot_pause = 0.25\norigins = ["https://a.example"]\n')
    said = {"TRAILMIX_SERVER_PORT": "2", "TRAILMIX_SERVER_HOST": "environment", "TRAILMIX_CACHE": "x"}
    chosen = load({"port": 3, "host": None}, file, said)
    assert (chosen.port, chosen.host, chosen.bot_pause) == (3, "environment", 0.25)
    assert chosen.origins == ("https://a.example",)
    assert chosen.connections == Config().connections


def test_origins_in_the_environment_are_separated_by_commas() -> None:
    chosen = load({}, None, {"TRAILMIX_SERVER_ORIGINS": "https://a.example,https://b.example"})
    assert chosen.origins == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "eighty"),
        ("BOT_PAUSE", "-1"),
        ("CONNECTIONS", "0"),
        ("KEEP_WAITING_DAYS", "0"),
        ("LOG_LEVEL", "loud"),
        ("COLOUR", "green"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(BadConfig, match=name.lower()):
        load({}, None, {f"TRAILMIX_SERVER_{name}": value})


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("port", 65536, "port is a whole number from 0 to 65535, not 65536"),
        ("bot_pause", -1, "bot_pause is a number from 0 to 10000000, not -1"),
        ("keep_waiting_days", "0", "keep_waiting_days is a number above 0 and up to 36500, not '0'"),
        ("log_level", "loud", "log_level is one of debug, error, info, warning, not 'loud'"),
    ],
)
def test_what_is_wrong_with_a_setting_is_told_in_our_words(name: str, value: object, why: str) -> None:
    with pytest.raises(BadConfig) as wrong:
        load({name: value}, None, {})
    assert str(wrong.value) == f"A setting of the server cannot be used: {why}."


def test_a_file_that_cannot_be_read_or_is_no_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "trailmix.toml"
    with pytest.raises(BadConfig, match="cannot be read: No such file"):
        load({}, file, {})
    file.write_bytes(b"port = \xff")
    with pytest.raises(BadConfig, match="not valid TOML"):
        load({}, file, {})
    file.write_text("port: 80")
    with pytest.raises(BadConfig, match="not valid TOML"):
        load({}, file, {})


# --- the command


def failing(*arguments: str, **settings: object) -> str:
    """What the server says before it leaves with exit code 2, one sentence and no traceback."""
    done = subprocess.run(
        command(*arguments),
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


def test_a_port_that_is_none(tmp_path: Path) -> None:
    assert "port" in failing("--port", "70000", "--database", str(tmp_path / "t"))


def test_a_port_in_use(server: Running, tmp_path: Path) -> None:
    said = failing("--port", str(server.port), "--database", str(tmp_path / "t"))
    assert f"port {server.port}: Address already in use." in said


def test_an_address_that_is_none(tmp_path: Path) -> None:
    said = failing("--host", "x" * 100, "--port", "0", "--database", str(tmp_path / "t"))
    assert said.startswith("The server cannot listen on")


def test_a_setting_that_is_unknown(tmp_path: Path) -> None:
    file = tmp_path / "trailmix.toml"
    file.write_text("colour = 'green'")
    assert "colour" in failing("--config", str(file), "--database", str(tmp_path / "t"))


def test_a_database_in_an_impossible_place(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be kept in" in failing("--port", "0", "--database", str(tmp_path / "file" / "t.sqlite3"))


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert "newer version of Trailmix" in failing("--port", "0", "--database", str(file))


# --- running


def test_one_server_from_start_to_stop(tmp_path: Path) -> None:
    """Its addresses, health and figures; then a stop while somebody is connected and somebody waits."""
    running = Started(tmp_path, "--lan", **QUICK)
    assert running.said[0] == f"Trailmix is at http://127.0.0.1:{running.port}/"
    assert running.said[1].startswith("On the local network: http://")
    assert running.said[1].endswith(f":{running.port}/")
    health = Person(running).ask("GET", "/healthz")
    assert (health.status_code, health.text) == (200, "ok")

    people = make(running, HUMAN, HUMAN)
    ann, ben = people
    answers: list[object] = []
    waiting = threading.Thread(target=lambda: answers.append(ann.view(since=ann.view()["seq"], wait=25)))
    first = mover(people)
    first.move(first.view()["legal"][0])
    with socket_at(running, ben) as connection:
        sit(connection, ben)
        waiting.start()
        eventually(lambda: bool(ann.get(".")["chairs"][1]["present"]))
        assert running.stop() == 0
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                connection.recv(10)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, "stopping" in closed.value.rcvd.reason) == (1012, True)
    waiting.join(10)
    assert len(answers) == 1
    assert [line["message"] for line in running.log_lines()][-1] == "the server has stopped"
    assert '"trace"' not in running.log()

    running.start()
    assert ann.view()["seq"] == 1  # everything was written
    assert running.end(signal.SIGINT) == 0


def test_the_figures_are_what_prometheus_reads(server: Running) -> None:
    play_out(make(server, HUMAN, HUMAN))
    answer = Person(server).ask("GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    moves = families["trailmix_moves"].samples
    assert sum(sample.value for sample in moves if sample.name == "trailmix_moves_total") > 20
    assert {"trailmix_sockets", "trailmix_tables_open", "trailmix_move_seconds"} <= families.keys()


def test_logs_are_json_and_hold_no_secret(tmp_path: Path) -> None:
    """A busy evening: nothing that was said, no name and no right of anybody is in the log."""
    running = Started(tmp_path, **QUICK | {"log_level": "debug"})
    names = ["Wilhelmina", "Bartholomew"]
    people = make(running, *({"kind": "human", "name": name} for name in names), BOT)
    secrets = [*names, people[0].invite, "a remark nobody else should read"]
    for person in people:
        secrets.append(person.token or "")
        person.post("./chat", {"t": "chat", "id": "1", "text": secrets[3]})
        person.refused("POST", "./moves", {"t": "move", "id": secrets[3], "seq": 99, "actions": [secrets[3]]})
        person.refused("POST", "./join", {"name": names[0], "invite": "wrong"})
        person.ask("GET", "/api/tables/" + secrets[2])
    with socket_at(running, people[0]) as connection:
        sit(connection, people[0])
        connection.send('{"t": "chat", "text": "' + secrets[3])
    play_out(people)
    secrets.append(people[0].get("./replay")["seed"])
    secrets.append(people[0].post("./rematch")["token"])
    secrets.append(people[1].post("./token")["token"])
    running.stop()
    assert all({"at", "level", "logger", "message"} <= line.keys() for line in running.log_lines())
    assert len(running.log_lines()) >= 3
    for secret in secrets:
        assert secret not in running.log()


def test_tables_that_nobody_looks_at_leave_memory_and_come_back(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK | {"sweep_seconds": 0.05, "idle_seconds": 0.1})
    ann, ben = make(running, HUMAN, HUMAN)
    first = mover([ann, ben])
    first.move(first.view()["legal"][0])
    seen = ann.view()

    eventually(lambda: "trailmix_tables_open 0.0" in Person(running).ask("GET", "/metrics").text)
    assert ann.view() == seen
    play_out([ann, ben])
    running.stop()


def test_tables_that_nobody_has_touched_for_long_are_put_away(tmp_path: Path) -> None:
    second = 1 / (24 * 3600)
    running = Running(tmp_path, **QUICK | {"sweep_seconds": 0.1, "keep_waiting_days": second})
    (waiting,) = make(running, HUMAN, {"kind": "open"})
    ann, _ben = make(running, HUMAN, HUMAN)
    eventually(lambda: waiting.ask("GET", ".").status_code == 404)
    assert ann.get(".")["status"] == "running"
    assert Person(running).post("/api/mine", {"tokens": [waiting.token]}) == []
    running.stop()
