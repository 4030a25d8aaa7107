"""Print all that Trailmix and its tests need, without versions: `make newest` installs the newest ones."""

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
wanted = [
    *project["project"]["dependencies"],
    *project["project"]["optional-dependencies"]["postgres"],
    *project["project"]["optional-dependencies"]["dev"],
    *project["dependency-groups"]["build"],
    *project["dependency-groups"]["page"],
]
for one in wanted:
    # "uvloop>=0.21; sys_platform != 'win32'": the name, and what it is for.
    name, _, condition = one.partition(";")
    plain = re.split("[<>=!~]", name)[0].strip()
    sys.stdout.write(f"{plain} ;{condition}\n" if condition else f"{plain}\n")
