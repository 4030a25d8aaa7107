"""Games that other packages bring: found, played by every door, and no harm to the others when broken."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from server.running import BOT, HUMAN, QUICK, Person, Started, make, play_out
from strangers.installing import TRICK, describe, install, seeing
from trailmix.engine.game import own_slugs


def trailmix_in(
    site: Path, *arguments: str, said: str = "", **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run the command with what is installed in a folder, by default with the compiler off."""
    return subprocess.run(
        [sys.executable, "-m", "trailmix", *arguments],
        input=said,
        capture_output=True,
        text=True,
        timeout=300,
        env=seeing(site) | {"COLUMNS": "100"} | settings,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(TRICK, tmp_path_factory.mktemp("site"))


def games(site: Path) -> tuple[list[str], str]:
    """The games that are listed, and what is said besides."""
    done = trailmix_in(site, "games", "--json")
    assert done.returncode == 0, done.stderr
    return [game["game"] for game in json.loads(done.stdout)], done.stderr


def test_it_is_listed_beside_ours(site: Path) -> None:
    assert games(site) == (sorted([*own_slugs(), "trick"]), "")


def test_it_is_played_at_the_terminal(site: Path) -> None:
    done = trailmix_in(site, "play", "trick", "--seed", "5", "--players", "3", said="1\n" * 8)
    assert "Your hand: " in done.stdout
    assert "All cards are played." in done.stdout, done.stdout + done.stderr


def test_its_ledger_is_read(site: Path) -> None:
    rules = json.loads(trailmix_in(site, "rules", "trick", "--json").stdout)
    assert [rule["rule"] for rule in rules][:2] == ["TR-DEAL-1", "TR-DEAL-2"]
    assert {rule["tests"] for rule in rules} == {None}
    assert "checkout" in trailmix_in(site, "rules", "trick", "--untested").stderr


def test_the_lab_plays_it(site: Path) -> None:
    done = trailmix_in(site, "simulate", "trick", "--games", "4", "--jobs", "1", "--json")
    assert done.returncode == 0, done.stderr
    assert trailmix_in(site, "perft", "trick", "--depth", "2").returncode == 0


def test_it_is_played_at_a_real_server(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in seeing(site).items():
        monkeypatch.setenv(name, value)
    server = Started(tmp_path, **QUICK)
    try:
        person = Person(server)
        (info,) = [game for game in person.get("/api/games") if game["game"] == "trick"]
        assert (info["name"], info["players"]) == ("Trick", [2, 3, 4])
        assert info["about"] == "Follow suit, and win the most tricks."
        assert len(person.get("/api/games/trick/fixed")["cards"]) == 24
        people = make(server, HUMAN, BOT, game="trick")
        play_out(people)
        seats = people[0].view()["view"]["seats"]
        assert sum(seat["tricks"] for seat in seats) == 12
        assert {seat["hand_size"] for seat in seats} == {0}
    finally:
        assert server.stop() == 0


# --- what is wrong with a package


def broken(site: Path, slug: str, source: str, **entries: str) -> Path:
    """A package whose only file is this, installed beside the trick game."""
    install(TRICK, site)
    (site / "oddity").mkdir()
    (site / "oddity" / "__init__.py").write_text(source)
    return describe("oddity", site, {slug: "oddity", **entries})


@pytest.mark.parametrize(
    ("slug", "source", "sentence"),
    [
        ("odd", "import nothing_like_it", "'odd', which cannot be played. ModuleNotFoundError: No module"),
        ("odd", "1 / 0", "'odd', which cannot be played. ZeroDivisionError: division by zero"),
        ("odd", "raise SystemExit(3)", "'odd', which cannot be played. SystemExit: 3"),
        ("odd", "def f(:", "'odd', which cannot be played. SyntaxError: "),
        ("odd", "", "which cannot be played. TypeError: oddity is not a game, and has no GAME that is one."),
        ("odd", "from trick import GAME", "TypeError: The game calls itself 'trick'."),
        ("alpina", "", "'alpina', but that is the name of one of ours, which is played instead."),
        ("trick", "from trick import GAME", "'trick', but another package brought one of that name before."),
        ("Odd-1", "", "'Odd-1': a name has small letters, digits and _, and begins with a letter."),
        (
            "odd",
            "from trailmix.engine.assembly import assemble\n"
            "GAME = assemble(__name__, name='Odd', players=range(2, 3), minutes=1, rules_version=1)",
            "Incomplete: The game in oddity/ lacks State (in state.py).",
        ),
    ],
)
def test_a_broken_package_is_named_and_the_others_are_played(
    tmp_path: Path, slug: str, source: str, sentence: str
) -> None:
    site = broken(tmp_path, slug, source)
    listed, said = games(site)
    assert {*own_slugs(), "trick"} >= set(listed) >= {*own_slugs()}
    assert "The package " in said
    assert sentence in said
    assert len(said.splitlines()) == 1
    if slug == "odd":
        assert sentence in trailmix_in(site, "play", slug).stderr
        assert "trick" in listed


# --- compiled code


PROGRAM = """
import sys
import trailmix
from trailmix.engine import border
match = trailmix.new("trick", 2, 1)
match.play(match.legal()[0])
print(match.states["leader"][0], sum(border.apply.stats.cache_hits.values()))
"""


def test_a_change_in_its_rules_is_seen_by_compiled_code(site: Path, tmp_path: Path) -> None:
    """Its own kernels and the generic ones, which are compiled for its records."""
    here = tmp_path / "site"
    install(TRICK, here)

    def leader() -> list[int]:
        env = seeing(here) | {"NUMBA_DISABLE_JIT": "0", "TRAILMIX_CACHE": str(tmp_path / "cache")}
        env["PYTHONDONTWRITEBYTECODE"] = "1"  # two edits within a second look alike to Python's own cache
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True
        )
        return [int(word) for word in done.stdout.split()]

    assert leader() == [0, 0]
    assert leader() == [0, 1]
    rules = here / "trick" / "rules.py"
    rules.write_text(rules.read_text().replace("note(s, PLAYED, seat, action)", "s.leader = 1"))
    assert leader() == [1, 0]
