"""A copy of the project in which the steps of a page are done."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.docs.pages import ROOT, Block

_COPIED: Final = ("fastsim", "analysis", "tests", "pyproject.toml", "README.md")
_ELLIPSIS: Final = "..."


class Workshop:
    """A copy of the project.

    Parameters
    ----------
    folder : Path
        Where it is made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns("__pycache__", "frozen", "pictures")
        for name in _COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=ignored)
            else:
                shutil.copy(source, folder / name)

    def do(self, block: Block) -> None:
        """Do what a block says; an AssertionError says what does not come of it."""
        match block.purpose, block.language:
            case "file", _:
                self._write(block)
            case "change", "diff":
                self._change(block)
            case "", "console":
                self._show(block)
            case "", "sh":
                for line in block.body.splitlines():
                    self._run(line)
            case "", "python":
                self._run(shlex.join(["python", "-c", block.body]))
            case _:
                raise AssertionError(f"nobody would know what this is for:\n{block.body}")

    def _write(self, block: Block) -> None:
        path = self.folder / block.target
        assert not path.exists(), f"{block.target} is there already"
        assert path.parent.is_dir(), f"{block.target} has no folder"
        path.write_text(block.body, encoding="utf-8")

    def _change(self, block: Block) -> None:
        path = self.folder / block.target
        text = path.read_text(encoding="utf-8")
        for hunk in re.split(r"^@@\n", block.body, flags=re.MULTILINE):
            lines = hunk.splitlines(keepends=True)
            assert all(line[0] in " +-\n" for line in lines), f"not a change:\n{hunk}"
            before = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
            after = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
            found = f"\n{text}".count(f"\n{before}")
            assert found == 1, f"{block.target} has this in {found} places, not in one:\n{before}"
            text = f"\n{text}".replace(f"\n{before}", f"\n{after}")[1:]
        path.write_text(text, encoding="utf-8")

    def _show(self, block: Block) -> None:
        for example in re.split(r"^(?=\$ )", block.body, flags=re.MULTILINE):
            if not example:
                continue
            command, _, expected = example.partition("\n")
            printed = self._run(command.removeprefix("$ "))
            assert _shows(printed, expected), f"{command}\n{printed}"

    def _run(self, command: str) -> str:
        """Run a command in the copy and return what it prints."""
        program, *arguments = shlex.split(command)
        typed = {"fastsim": ["-m", "fastsim"], "python": []}
        assert program in typed, f"no test runs {program}"
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "COLUMNS": "80"}
        done = subprocess.run(
            [sys.executable, *typed[program], *arguments], cwd=self.folder, env=environment,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout


def _shows(printed: str, expected: str) -> bool:
    """Return whether a page shows what is printed; a line of three dots stands for any lines."""
    parts = [
        r"(?:.*\n)*?" if line == _ELLIPSIS else re.escape(line.rstrip()) + r"[ ]*\n"
        for line in expected.splitlines()
    ]
    return re.fullmatch("".join(parts), printed) is not None
