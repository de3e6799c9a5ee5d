"""How tests run: hypothesis without a clock, and the same examples each time under CI."""

import importlib
import os

from hypothesis import HealthCheck, settings

# the first call of a kernel compiles it, and shared machines stall: time says nothing here
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# a console keeps to the width that is set while it is made, so it is made before any test sets one
os.environ.pop("COLUMNS", None)
importlib.import_module("analysis.cli.console")
