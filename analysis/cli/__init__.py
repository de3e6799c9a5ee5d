"""The command line: arguments only; every command calls the API that a notebook would call.

Arguments are read, and bad ones refused, before anything is imported that takes long. So a command
imports at its top what reads arguments, and in its functions, after that, what plays and counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.cli.program import app as app


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 failed, 2 bad input, 130 interrupted."""
    from analysis.cli.program import run

    run(arguments)


def __getattr__(name: str) -> Any:
    if name == "app":
        from analysis.cli.program import app

        return app
    raise AttributeError(f"module 'analysis.cli' has no attribute {name!r}")
