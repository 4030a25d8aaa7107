#!/bin/sh
# install.sh PYTHON VENV SET: find out whether Python is here and new enough; install.py does the rest.
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
exec "$python" requirements/install.py "$venv" "$set"
