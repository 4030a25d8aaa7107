#!/bin/sh
# install.sh PYTHON VENV SET: make the virtual environment and install what requirements/SET.lock pins.
# Whatever is missing on the machine is said in one sentence.
set -u
python=$1 venv=$2 set=$3

fail() {
    echo "$1" >&2
    exit 1
}

command -v "$python" >/dev/null 2>&1 ||
    fail "Trailmix needs Python 3.11 or newer, and there is no '$python' here. Install it, or name another: make PYTHON=..."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Trailmix needs Python 3.11 or newer; '$python' is $("$python" -V 2>&1). Name another: make PYTHON=python3.12"
if [ ! -x "$venv/bin/python" ]; then
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        fail "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv"
    echo "Making a virtual environment in $venv ..."
    "$python" -m venv "$venv" || fail "The virtual environment $venv could not be made."
fi
echo "Installing what Trailmix needs (requirements/$set.lock) ..."
pip="$venv/bin/python -m pip --disable-pip-version-check install --quiet"
$pip --require-hashes -r "requirements/$set.lock" ||
    fail "The dependencies could not be installed: is there a way to a package index?"
$pip --no-deps --no-build-isolation --editable . || fail "Trailmix itself could not be installed."
