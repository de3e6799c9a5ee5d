"""The README is true: its examples print what it shows, and its commands are those of CI."""

import re
import shutil
from pathlib import Path

import pytest

from tests.readme import README, refresh

ROOT = README.parent


def test_every_example_prints_what_the_readme_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)  # what an example writes is not the project's
    text = README.read_text(encoding="utf-8")
    assert refresh(text).splitlines() == text.splitlines()


def test_the_picture_is_there_and_is_the_one_the_example_draws() -> None:
    (picture,) = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", README.read_text(encoding="utf-8"))
    assert (ROOT / picture).is_file()


def test_ci_runs_the_readmes_test_command() -> None:
    text = README.read_text(encoding="utf-8")
    (command,) = re.findall(r"<!-- command: tests -->\n```sh\n(.*)\n```", text)
    assert command.endswith(".venv/bin/pytest -n 2 --dist loadfile")
    assert "<!-- command: tests -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_readme_names_nothing_that_is_not_there() -> None:
    for name in re.findall(r"`(reports/[^`]*)`", README.read_text(encoding="utf-8")):
        assert (ROOT / name).parent.is_dir()
    assert shutil.which("python3")
