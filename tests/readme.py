"""The examples of the README: run, and written anew.

``python -m tests.readme`` replaces the output of every example by what it prints now.
"""

from __future__ import annotations

import code
import contextlib
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from analysis.cli import main

README = Path(__file__).parent.parent / "README.md"
_BLOCK = re.compile(r"```(console|pycon)\n(.*?)```", re.DOTALL)


def refresh(text: str) -> str:
    """Return a README whose examples show what they print now."""
    session = code.InteractiveInterpreter({"__name__": "__readme__"})

    def rerun(match: re.Match[str]) -> str:
        language, body = match.groups()
        prompt = "$ " if language == "console" else ">>> "
        lines: list[str] = []
        for example in re.split(rf"^(?={re.escape(prompt)})", body, flags=re.MULTILINE):
            if not example:
                continue
            typed, before = _typed(example.splitlines())
            command = "\n".join(line[len(prompt) :] for line in typed)
            output = _shell(command) if language == "console" else _python(session, command)
            lines += [*typed, *_elided(output.rstrip("\n").splitlines(), before)]
        shown = "\n".join(line.rstrip() for line in lines)
        return f"```{language}\n{shown}\n```"

    return _BLOCK.sub(rerun, text)


def _typed(example: list[str]) -> tuple[list[str], list[str]]:
    """Return what was typed, with lines that go on behind "... ", and what was shown."""
    count = 1
    while count < len(example) and example[count].startswith("... "):
        count += 1
    return example[:count], example[count:]


def _elided(lines: list[str], before: list[str]) -> list[str]:
    """Leave out what the README leaves out, as marked by a line of three dots."""
    if "..." not in before:
        return lines
    head = before.index("...")
    tail = len(before) - head - 1
    return [*lines[:head], "...", *lines[len(lines) - tail :]]


def _shell(command: str) -> str:
    program, *arguments = shlex.split(command)
    assert program == "fastsim"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pytest.raises(SystemExit, match="0"):
        main(arguments)
    return printed.getvalue()


def _python(session: code.InteractiveInterpreter, line: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        session.runsource(line)
    return printed.getvalue()


if __name__ == "__main__":
    README.write_text(refresh(README.read_text(encoding="utf-8")), encoding="utf-8")
    sys.exit(0)
