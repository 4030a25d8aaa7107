"""Tests run the rules with bounds checks: without them a wrong index would silently write another field."""

import os

os.environ.setdefault("TRAILMIX_BOUNDSCHECK", "1")
