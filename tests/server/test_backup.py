"""Backup and restore, by the very commands that docs/operating.md gives."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from server.postgres import Postgres, programs
from server.running import HUMAN, QUICK, Running, make, mover

GUIDE = (Path(__file__).parent.parent.parent / "docs" / "operating.md").read_text(encoding="utf-8")


def commands(*beginnings: str, **names: object) -> list[str]:
    """Commands of the guide, with names of ours in the place of its own."""
    found = []
    for beginning in beginnings:
        (line,) = re.findall(rf"^    ({beginning} .+)$", GUIDE, re.M)
        for name, ours in names.items():
            line = line.replace(name, str(ours))
        found.append(line)
    return found


def run(command: str, folder: Path) -> None:
    beside = programs()
    path = os.pathsep.join([str(Path(sys.executable).parent), str(beside), os.environ["PATH"]])
    subprocess.run(command, shell=True, cwd=folder, env={**os.environ, "PATH": path}, check=True)  # noqa: S602


def test_a_file_is_backed_up_while_people_play_and_restored(tmp_path: Path) -> None:
    server = Running(tmp_path, **QUICK)
    try:
        people = make(server, HUMAN, HUMAN)
        mover(people).move(mover(people).view()["legal"][0])
        seen = [person.view() for person in people]
        (backup,) = commands("python -c")
        run(backup, tmp_path)
        mover(people).move(mover(people).view()["legal"][0])
        server.stop()
        for beside in ("-wal", "-shm"):
            Path(f"{server.database}{beside}").unlink(missing_ok=True)
        shutil.copy(tmp_path / "backup.sqlite3", server.database)
        server.start()
        assert [person.view() for person in people] == seen
        assert mover(people).move(mover(people).view()["legal"][0])["seq"] == 2
    finally:
        server.stop()


def test_a_database_is_backed_up_while_people_play_and_restored(postgres: Postgres, tmp_path: Path) -> None:
    address, restored = postgres.new(), postgres.address("restored")
    server = Running(tmp_path, "--database", address, **QUICK)
    try:
        people = make(server, HUMAN, HUMAN)
        mover(people).move(mover(people).view()["legal"][0])
        seen = [person.view() for person in people]
        names = {
            "postgresql://HOST/NAME": address,
            "postgresql://HOST/postgres": postgres.address("postgres"),
            "postgresql://HOST/NEW": restored,
            "NEW": "restored",
        }
        for command in commands("pg_dump", "createdb", "pg_restore", **names):
            run(command, tmp_path)
        mover(people).move(mover(people).view()["legal"][0])
        server.stop()
        server.flags = ("--database", restored)
        server.start()
        assert [person.view() for person in people] == seen
        assert mover(people).move(mover(people).view()["legal"][0])["seq"] == 2
    finally:
        server.stop()
