"""``python -m trailmix`` is the command ``trailmix``."""

from trailmix.cli import main

main()
