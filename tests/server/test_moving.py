"""Files of whole tables that somebody else has made, or has tampered with: refused, or harmless."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from server.databases import Database, File
from server.kept import table
from server.running import HUMAN, QUICK, Json, Person, Running, make, mover
from server.test_administration import admin, in_store, make_two
from trailmix.cli.app import app
from trailmix.server.admin import moving
from trailmix.server.storage.sql_store import SqlStore

Change = Callable[[Json], Any]
DEEP = "as deep as it goes"


def put(path: str, value: Any) -> Change:
    """Something else in the place of what stands there."""

    def change(whole: Json) -> None:
        *way, last = path.split(".")
        at: Any = whole
        for step in way:
            at = at[int(step) if step.isdigit() else step]
        at[int(last) if last.isdigit() else last] = value

    return change


WRONG: dict[str, tuple[Change, str]] = {
    "another format": (put("format", "trailmix-table-2"), "Invalid enum value"),
    "a field too many": (put("more", 1), "unknown field"),
    "a wrong type": (put("people.host", "Ann"), "Expected `int`"),
    "a way out of the folder": (put("table.id", "../../etc/passwd"), "an id has"),
    "no id": (put("table.id", ""), "an id has"),
    "an endless id": (put("table.id", "x" * 100_000), "an id has"),
    "a rematch elsewhere": (put("people.rematch", "t1/../t2"), "an id has"),
    "an invite for everybody": (put("table.invite_hash", ""), "its invite"),
    "no players": (put("table.players", 0), "one for each player"),
    "a crowd": (
        lambda whole: whole["people"]["chairs"].extend(whole["people"]["chairs"] * 99),
        "for each player",
    ),
    "a host from elsewhere": (put("people.host", 2), "its host"),
    "a negative chair": (put("people.first", -1), "its host"),
    "a revision that ends all others": (put("people.revision", 2**62), "its revision"),
    "a token that is none": (put("people.chairs.0.token_hash", "' OR 1"), "a token without a hash"),
    "one token for two chairs": (put("people.chairs.0.token_hash", "b"), "two chairs have one token"),
    "a name that turns": (put("people.chairs.0.name", "\u202eAnn"), "cannot be shown"),
    "a name without end": (put("people.chairs.0.name", "A" * 41), "cannot be shown"),
    "a gap in the log": (put("entries.1.seq", 7), "its log is not numbered"),
    "a log twice": (put("entries.1.seq", 0), "its log is not numbered"),
    "a seat that is not there": (put("entries.1.seat", 5), "seats that are not there"),
    "time that runs back": (put("entries.1.took_ms", -1), "its log is not numbered"),
    "a long id of a message": (put("entries.1.client_id", "x" * 65), "too long"),
    "a remark of nobody": (put("remarks.0.chair", 9), "said by nobody"),
    "one remark twice": (put("remarks.1.client_id", "id 1"), "one id twice"),
    "a remark without end": (put("remarks.0.text", "x" * 301), "cannot be shown"),
    "a remark that cannot be seen": (put("remarks.0.text", "\u200b"), "cannot be shown"),
    "options without end": (put("table.options", {"n": [{}] * 1_100_000}), "a part of it has more than"),
    "a board as long as a book": (put("table.start", "x" * 2_000_000), "a part of it has more than"),
    "an entry without end": (put("entries.1.actions", ["x"] * 700_000), "a part of it has more than"),
    "a chair without end": (put("people.chairs.0.course", "x" * 2_000_000), "a part of it has more than"),
    "an enormous number": (put("table.options", {"n": 2**70}), ""),
    "an enormous version": (put("table.rules_version", 2**70), ""),
    "what goes too deep": (put("table.options", {"deep": DEEP}), ""),
    "half a letter": (put("table.seed", "\ud800"), ""),
}


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Json:
    """A table as it is written to a file."""
    database = File(tmp_path_factory.mktemp("exported") / "t.sqlite3")

    async def export(store: SqlStore) -> bytes:
        await make_two(store)
        return msgspec.json.encode(await moving.read_whole(store, "t1"))

    whole: Json = json.loads(in_store(database, export))
    return whole


def write(folder: Path, *tables: Json) -> Path:
    file = folder / "tables.jsonl"
    text = "".join(json.dumps(whole) + "\n" for whole in tables)
    file.write_text(text.replace(f'"{DEEP}"', "[" * 5000 + "]" * 5000))
    return file


def said(database: str, file: Path) -> str:
    """What is said of a file that cannot be brought in."""
    done = CliRunner().invoke(app, ["admin", "import", str(file), "--database", database])
    assert done.exit_code != 0
    return done.output.strip() or str(done.exception)  # what `main` says


@pytest.mark.parametrize("change, why", WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_with_a_table_is_said(exported: Json, tmp_path: Path, change: Change, why: str) -> None:
    good, bad = copy.deepcopy(exported), copy.deepcopy(exported)
    good["table"]["id"] = "t9"
    change(bad)
    database = File(tmp_path / "t.sqlite3")
    sentence = said(database.name, write(tmp_path, good, bad))
    assert sentence.startswith("Line 2 is no table: ") and sentence.endswith(".") and why in sentence
    assert database.ask("SELECT id FROM tables") == [], "the good one has not been brought in either"


def test_files_that_are_none(database: Database, exported: Json, tmp_path: Path) -> None:
    assert said(database.name, tmp_path) == f"{tmp_path} is no file."
    os.mkfifo(tmp_path / "pipe")
    assert said(database.name, tmp_path / "pipe").endswith("pipe is no file.")
    for text in (b"{}\n", b"nonsense", b"\xff\xfe", b"\n", b"[" * 100_000, b"null"):
        (tmp_path / "bad").write_bytes(text)
        assert said(database.name, tmp_path / "bad").startswith("Line 1 is no table: ")
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(moving.LONGEST_LINE * 4)  # a line of zeros, which takes no room on the disk
    assert f"more than {moving.LONGEST_LINE} bytes" in said(database.name, tmp_path / "huge")
    assert "stands in an earlier line" in said(database.name, write(tmp_path, exported, exported))
    assert database.ask("SELECT id FROM tables") == []


def test_nobody_gets_the_chairs_of_another_table(database: Database, exported: Json, tmp_path: Path) -> None:
    """A table that claims somebody's token, or the id of a table that is there."""
    admin(database.name, "import", str(write(tmp_path, exported)))
    harmless, thief = copy.deepcopy(exported), copy.deepcopy(exported)
    harmless["table"]["id"], thief["table"]["id"] = "t8", "t9"
    for chair in harmless["people"]["chairs"]:
        chair["token_hash"] = None
    assert "Table t1 is there already" in said(database.name, write(tmp_path, harmless, exported))
    assert database.ask("SELECT id FROM tables") == [("t1",)]
    first, second = copy.deepcopy(thief), copy.deepcopy(thief)
    for n, twin in enumerate((first, second)):  # thieves of each other
        twin["table"]["id"] = f"t1{n}"
        twin["people"]["chairs"][0]["token_hash"], twin["people"]["chairs"][1]["token_hash"] = "c", f"d{n}"
    for tables, wrong in (((harmless, thief), "t9"), ((harmless, first, second), "t11")):
        sentence = said(database.name, write(tmp_path, *tables))
        assert sentence == f"Table {wrong} is there already, or a token of its people is."
    assert database.ask("SELECT hash, table_id FROM tokens ORDER BY hash") == [("a", "t1"), ("b", "t1")]
    assert database.ask("SELECT id FROM tables ORDER BY id") == [("t1",)], "nothing of these files"


def test_a_match_that_was_never_played_harms_nobody(tmp_path: Path) -> None:
    """What has the right shape and cannot be true is brought in, and refused when it is opened."""
    server = Running(tmp_path, **QUICK)
    people = make(server, HUMAN, HUMAN)
    for _ in range(2):
        mover(people).move(mover(people).view()["legal"][0])
    before = [person.view() for person in people]
    server.stop()
    file = tmp_path / "out.jsonl"
    admin(str(server.database), "export", str(file))
    whole, lies = json.loads(file.read_text()), list[Json]()
    for n, change in enumerate(
        (
            put("table.game", "no_such_game"),
            put("table.rules_version", 99),
            put("table.options", {"colours": [1, [2], {}], "x": None}),
            put("table.data", "cards = 7"),
            put("table.start", "nonsense"),
            put("entries", []),
            put("entries.1.actions", ["N99@9,9"]),
            put("entries.1.kind", "undo"),
            put("entries.1.events", [{"kind": "no_such_event", "seat": "Z", "values": {"x": [[[]]]}}]),
            put("people.status", "over"),
            put("people.chairs.0.kind", "bot"),
            put("people.chairs.0.level", "no such level"),
            put("people.chairs.0.course", "nonsense"),
            put("people.rematch", "lie0"),
        )
    ):
        lie = copy.deepcopy(whole)
        change(lie)
        lie["table"]["id"], lie["table"]["privacy"] = f"lie{n}", "public"
        for chair in lie["people"]["chairs"]:
            chair["token_hash"] = None
        lies.append(lie)
    assert (
        admin(str(server.database), "import", str(write(tmp_path, *lies)))
        == f"Tables brought in: {len(lies)}.\n"
    )
    server.start()
    try:
        for lie in lies:
            onlooker = Person(server, lie["table"]["id"])
            for path in (".", "./view", "./log", "./replay", "./verify", "./chat"):
                assert onlooker.ask("GET", path).status_code in (200, 404, 409, 500), path
            if lie["people"]["status"] == "over":
                onlooker.ask("POST", "./analysis")
        listed = Person(server).ask("GET", "/api/tables")
        assert listed.status_code == 200
        assert [person.view() for person in people] == before
        mover(people).move(mover(people).view()["legal"][0])
    finally:
        server.stop()
    assert '"trace"' not in server.log(), server.log()


def test_the_shape_is_that_of_our_own_tables() -> None:
    """What the checks ask for is what a server makes."""
    from trailmix.server.security.tokens import fingerprint, new_table_id, new_token

    assert moving.ID.fullmatch(new_table_id()) and moving.HASH.fullmatch(fingerprint(new_token()))
    assert moving.ID.fullmatch(table().id)
