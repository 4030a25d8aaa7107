"""Makes the virtual environment, installs what a lock file pins, and builds the page meanwhile.

    python requirements/install.py VENV play|postgres|cluster|dev

Needs nothing but Python's own library. Node comes first: it builds the page while pip installs the rest.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
Command = list[str | Path]


def fail(sentence: str) -> None:
    """End with a sentence for whoever has started this."""
    sys.exit(sentence)


def say(sentence: str) -> None:
    """Say what is done now, before it is done."""
    print(sentence, flush=True)  # noqa: T201


def run(command: Command, otherwise: str) -> None:
    """Run a command here; end with a sentence if it fails."""
    if subprocess.run(command, cwd=HOME, check=False).returncode != 0:  # noqa: S603 - our own commands
        fail(otherwise)


def bundled_pip() -> Path | None:
    """The wheel of pip that comes with Python for virtual environments, if it is where it should be."""
    import ensurepip

    folder = sysconfig.get_config_var("WHEEL_PKG_DIR") or Path(ensurepip.__file__).parent / "_bundled"
    return next(Path(folder).glob("pip-*.whl"), None)


def make_environment(venv: Path, python: Path) -> None:
    """An environment with pip.

    Unpacking its wheel is all that installing it takes; `ensurepip` would need four seconds.
    """
    if python.exists():
        return
    try:
        import ensurepip  # noqa: F401 - Debian leaves it out
        from venv import create
    except ImportError:
        fail("Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv")
    say(f"Making a virtual environment in {venv} ...")
    try:
        create(venv, symlinks=True)
        wheel = bundled_pip()
        if wheel is not None:
            zipfile.ZipFile(wheel).extractall(sysconfig.get_path("purelib", "venv", {"base": str(venv)}))
    except OSError as error:
        fail(f"The virtual environment {venv} could not be made: {error}")
    if wheel is None:
        run([python, "-m", "ensurepip"], f"The virtual environment {venv} got no pip.")


def main(venv: Path, wanted: str) -> None:
    """Install what is wanted."""
    python = venv / "bin" / "python"
    make_environment(venv, python)
    pip: Command = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    # Python compiles a module when it is first imported; and a lock file names every dependency.
    pinned: Command = [*pip, "--no-compile", "--no-deps", "--require-hashes", "-r"]
    refused = "The dependencies could not be installed: is there a way to a package index?"
    say("Installing Node, which builds the page (requirements/page.lock) ...")
    run([*pinned, "requirements/page.lock"], refused)
    with tempfile.TemporaryFile() as said:
        building = subprocess.Popen([python, "web/build.py"], cwd=HOME, stdout=said, stderr=said)  # noqa: S603
        try:
            say(f"Installing what Trailmix needs (requirements/{wanted}.lock), and building the page ...")
            run([*pinned, f"requirements/{wanted}.lock"], refused)
            own: Command = [*pip, "--no-deps", "--no-build-isolation", "--editable", "."]
            run(own, "Trailmix itself could not be installed.")
            if building.wait() != 0:
                said.seek(0)
                fail(said.read().decode(errors="replace"))
        finally:
            building.terminate()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
