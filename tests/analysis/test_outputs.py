"""Outputs: whole or not at all, the old set kept, through no link, and one clear error."""

import errno
import itertools
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analysis.cli import main
from analysis.output import files as outputs
from analysis.output.files import check_folder, whole_file, write_files
from fastsim.text.errors import FastsimError, InvalidInput, OutputError
from fastsim.text.files import unwritable

ROOT = Path(__file__).parent.parent.parent
OLD = {"a.csv": b"old a", "b.png": b"old b"}
NEW = {"a.csv": b"new a", "b.png": b"new b" * 1000, "c.json": b"new c"}
POSIX = pytest.mark.skipif(os.name != "posix", reason="POSIX only")


def held(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, the hidden ones too."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an older set of outputs."""
    place = tmp_path / "out"
    assert write_files(place, OLD) == [place / "a.csv", place / "b.png"]
    return place


def test_a_set_replaces_the_one_before_and_leaves_nothing_else(folder: Path) -> None:
    (folder / "mine.txt").write_bytes(b"mine")
    assert write_files(folder, NEW) == [folder / name for name in NEW]
    assert held(folder) == NEW | {"mine.txt": b"mine"}


def failing(which: int, code: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does what `real` does, and fails at its call number `which`."""
    calls = iter(range(10**6))

    def call(*arguments: Any, **named: Any) -> Any:
        if next(calls) == which:
            raise OSError(code, os.strerror(code))
        return real(*arguments, **named)

    return call


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EACCES])
@pytest.mark.parametrize(
    ("step", "which"),
    [*itertools.product(("fsync", "replace"), range(3)), ("chmod", 0), ("chmod", 1)],
)
def test_whatever_fails_the_old_set_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, step: str, which: int, code: int
) -> None:
    place, name = (os, "fsync") if step == "fsync" else (Path, step)
    monkeypatch.setattr(place, name, failing(which, code, getattr(place, name)))
    with pytest.raises(OutputError, match=os.strerror(code)):
        write_files(folder, NEW)
    assert held(folder) == OLD


@pytest.mark.parametrize("which", range(3))
def test_a_signal_while_files_are_moved_keeps_the_old_set(
    folder: Path, monkeypatch: pytest.MonkeyPatch, which: int
) -> None:
    real, calls = Path.replace, iter(range(100))

    def interrupted(self: Path, target: Path) -> Path:
        moved = real(self, target)  # the move is done, and nobody has taken note of it
        if next(calls) == which:
            raise KeyboardInterrupt
        return moved

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_files(folder, NEW)
    assert held(folder) == OLD


def test_a_disk_without_second_names_is_no_worse(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "hardlink_to", failing(0, errno.EPERM, Path.hardlink_to))
    monkeypatch.setattr(Path, "replace", failing(1, errno.EIO, Path.replace))
    with pytest.raises(OutputError):
        write_files(folder, NEW)
    assert held(folder) == OLD


def test_a_file_written_piece_by_piece_is_whole_or_not_there(folder: Path) -> None:
    def pieces(fail: bool) -> None:
        with whole_file(folder / "a.csv") as file:
            file.write(b"one, ")
            if fail:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            file.write(b"two")

    with pytest.raises(OutputError, match="No space left"):
        pieces(fail=True)
    assert held(folder) == OLD
    pieces(fail=False)
    assert held(folder) == OLD | {"a.csv": b"one, two"}


# -- a disk that is really full, and a process that is really killed ---------------------------

HEATMAP = [
    "heatmap", "Province; Duchy if provinces <= {d}; Gold; Silver", "--x", "d=2:3",
    "--y", "e=1:2", "--against", "Province; Estate if provinces <= {e}; Gold; Silver",
    "--games", "40",
]  # fmt: skip
TOURNAMENT = ["tournament", "Big Money", "Big Money Ultimate", "--games", "40"]
SEARCH = [
    "search", "Province; Duchy if provinces <= {d}; Gold; Silver", "--over", "d=2:3",
    "--against", "Big Money", "--games", "2k", "--fresh", "40",
]  # fmt: skip
COMMANDS = {
    "heatmap": HEATMAP,
    "tournament": TOURNAMENT,
    "line-ups": [*TOURNAMENT, "Greedy", "--setup", "basic-3"],
    "search": SEARCH,
    "solve": [
        "solve",
        *SEARCH[1:4],
        "--games",
        "3M",
        "--answer-games",
        "100k",
        "--fresh",
        "2k",
        "--bound",
        "1%",
    ],
    "evolve": ["evolve", "--games", "2M", "--against", "Big Money"],
    "duel": ["duel", "Big Money", "Big Money Ultimate", "--games", "40", "--curves"],
}


class Ran:
    """A command that ran in this process, and may have written no file larger than `size`."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], *arguments: str, size: int | None = None
    ) -> None:
        import resource

        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size or before[0], before[1]))
        try:
            with pytest.raises(SystemExit) as caught:
                main(list(arguments))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        self.code = caught.value.code
        self.out, self.err = capsys.readouterr()


@POSIX
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_a_failure_and_costs_nothing(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    arguments = [*COMMANDS[name], "--json", "--out", str(out)]
    whole = Ran(capsys, *arguments)
    assert whole.code == 0, whole.err
    before = held(out)
    failed = Ran(capsys, *arguments, "--seed", "1", size=10_000)
    assert failed.code == 1
    assert held(out) == before
    (line, hint) = failed.err.splitlines()[-2:]
    assert line.startswith("error: ")
    assert "cannot be written: File too large" in line
    assert "Make room" in hint
    assert '"files": []' in failed.out  # what was played is shown all the same


@POSIX
def test_a_full_disk_leaves_the_page_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "p.toml"
    spec.write_text('title = "T"\n[duel]\na = "BMU"\nb = "BM"\ngames = 40\n')
    out = tmp_path / "out"
    arguments = ["report", str(spec), "--out", str(out)]
    assert Ran(capsys, *arguments).code == 0
    before = held(out)
    failed = Ran(capsys, *arguments, size=10_000)
    assert (failed.code, held(out)) == (1, before)
    assert "p.html: cannot be written: File too large" in failed.err


@pytest.mark.parametrize("kind", ["rules", "counts"])
def test_rules_and_counts_are_written_whole(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, run, rules = tmp_path / "out.xml", tmp_path / "run", tmp_path / "r.toml"
    rules.write_text('[rules."R"]\nbuy = "Gold; Silver"\n')
    assert Ran(capsys, *TOURNAMENT, "--run", str(run)).code == 0
    what = ["rules", "convert", str(rules)] if kind == "rules" else ["runs", "export", str(run)]
    out.write_bytes(b"old")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", failing(0, errno.ENOSPC, os.fsync))
        failed = Ran(capsys, *what, "--out", str(out))
    assert (failed.code, out.read_bytes()) == (1, b"old")
    assert "out.xml: cannot be written: No space left" in failed.err
    assert Ran(capsys, *what, "--out", str(out)).code == 0
    assert out.stat().st_size > 100
    assert sorted(tmp_path.iterdir()) == [out, rules, run]


@POSIX
def test_a_dataset_on_a_full_disk_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow")
    arguments = ["simulate", "Big Money", "Big Money Ultimate", "--games", "5k"]
    failed = Ran(capsys, *arguments, "--out", str(tmp_path / "g"), size=3000)
    assert failed.code == 1
    assert "the same command goes on from there" in failed.err
    assert not list((tmp_path / "g").rglob("*.parquet"))
    (tmp_path / "file").write_bytes(b"mine")
    assert Ran(capsys, *arguments, "--out", str(tmp_path / "file")).code == 2


_WRITER = """
import sys
from pathlib import Path
from analysis.output.files import write_files
for k in range(10**9):
    write_files(Path(sys.argv[1]), {name: b"%d " % k * 40_000 for name in "abcd"})
    print(k, flush=True)
"""


@POSIX
def test_killed_at_any_moment_files_are_old_or_new(tmp_path: Path) -> None:
    for wait in range(6):
        child = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        for _ in range(wait + 1):
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        child.communicate()
        for name in "abcd":
            numbers = (tmp_path / name).read_bytes().split()
            assert len(numbers) == 40_000
            assert len(set(numbers)) == 1


def test_what_killed_processes_leave_is_removed_in_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = folder / f".fastsim-{0:016x}.tmp"
    left.write_bytes(b"half of a pic")
    (folder / ".fastsim-notes.tmp").write_bytes(b"mine")
    write_files(folder, NEW)
    assert left.exists()  # a process may be at work on it
    now = time.time()
    monkeypatch.setattr(outputs.time, "time", lambda: now + 100_000)
    write_files(folder, NEW)
    assert held(folder) == NEW | {".fastsim-notes.tmp": b"mine"}


# -- places ------------------------------------------------------------------------------------


def refused(folder: Path, files: dict[str, bytes] = NEW) -> str:
    """Return why a set is refused: for bad input, and nothing is written."""
    with pytest.raises(InvalidInput) as caught:
        write_files(folder, files)
    return str(caught.value)


@POSIX
@pytest.mark.parametrize("target", ["victim", "nowhere"])
def test_nothing_is_written_through_a_link(folder: Path, tmp_path: Path, target: str) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (folder / "c.json").symlink_to(tmp_path / target)
    assert "symbolic link" in refused(folder)
    with pytest.raises(InvalidInput, match="symbolic link"), whole_file(folder / "c.json"):
        pass
    assert victim.read_bytes() == b"precious"
    assert sorted(tmp_path.iterdir()) == [folder, victim]
    (folder / "c.json").unlink()
    assert held(folder) == OLD


@POSIX
def test_a_link_made_in_the_meantime_is_replaced_and_not_followed(
    folder: Path, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    with whole_file(folder / "a.csv") as file:
        (folder / "a.csv").unlink()
        (folder / "a.csv").symlink_to(victim)
        file.write(b"new")
    assert victim.read_bytes() == b"precious"
    assert (folder / "a.csv").read_bytes() == b"new"
    assert not (folder / "a.csv").is_symlink()


@POSIX
def test_a_folder_may_be_a_link_of_ones_own(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    assert write_files(tmp_path / "link", NEW)
    assert held(folder) == NEW
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    assert "leads to no folder" in refused(tmp_path / "dangling")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can")
def test_a_folder_may_not_be_a_link_of_somebody_else(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    os.chown(tmp_path / "link", 12345, 12345, follow_symlinks=False)
    assert "another user" in refused(tmp_path / "link")
    assert held(folder) == OLD


def test_what_can_be_no_place_is_bad_input(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    assert "a file, where a folder is to be" in refused(tmp_path / "file")
    assert "cannot be written" in refused(tmp_path / "file" / "below")
    assert "not the name of a file" in refused(tmp_path / "nu\0ll")
    assert "cannot be written" in refused(tmp_path / ("long" * 100))
    (folder / "c.json").mkdir()
    assert "a folder, where a file is to be written" in refused(folder)
    (folder / "c.json").rmdir()
    with pytest.raises(InvalidInput, match="No such file"), whole_file(tmp_path / "no" / "x.csv"):
        pass
    with pytest.raises(InvalidInput, match="a folder, where"), whole_file(folder):
        pass
    assert held(folder) == OLD


@POSIX
def test_devices_and_pipes_are_left_alone(folder: Path) -> None:
    os.mkfifo(folder / "c.json")
    assert "a device or a pipe" in refused(folder)
    assert stat.S_ISFIFO((folder / "c.json").stat().st_mode)
    for device in ("/dev/null", "/dev/full"):
        with pytest.raises(InvalidInput, match="a device or a pipe"), whole_file(Path(device)):
            pass
        assert stat.S_ISCHR(os.stat(device).st_mode)


@POSIX
def test_permissions_are_those_of_the_file_before_or_of_new_files(folder: Path) -> None:
    (folder / "a.csv").chmod(0o640)
    (folder / "fresh").write_bytes(b"")
    write_files(folder, NEW)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes["a.csv"] == 0o640
    assert modes["c.json"] == modes["fresh"]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_without_permission_it_is_a_failure(tmp_path: Path, folder: Path) -> None:
    (folder / "a.csv").chmod(0o400)
    with pytest.raises(OutputError, match="protected"):
        write_files(folder, NEW)
    folder.chmod(0o500)
    with pytest.raises(OutputError, match="Permission denied"):
        check_folder(folder)
    with pytest.raises(OutputError, match="Permission denied"):
        check_folder(folder / "below")


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        *((getattr(errno, name), OutputError)
          for name in ("ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS", "EIO", "EFBIG", "ESTALE")),
        *((getattr(errno, name), InvalidInput)
          for name in ("EISDIR", "ENOTDIR", "EEXIST", "ENOENT", "ELOOP", "ENAMETOOLONG")),
    ],
)  # fmt: skip
def test_a_disk_is_no_bad_input(code: int, kind: type[FastsimError]) -> None:
    assert type(unwritable(Path("x"), OSError(code, "said"))) is kind


@POSIX
@pytest.mark.parametrize("name", ["heatmap", "duel", "search"])
def test_a_link_is_bad_input_of_a_command(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    out = tmp_path / "out"
    out.mkdir()
    links = ("heatmap.png", "curves.csv", "search.csv", ".fastsim-probe", "heatmap.json")
    for link in links:
        (out / link).symlink_to(victim)
    refusal = Ran(capsys, *COMMANDS[name], "--out", str(out))
    assert refusal.code == 2
    assert "a symbolic link" in refusal.err
    assert victim.read_bytes() == b"precious"
    assert len(list(out.iterdir())) == len(links)


@POSIX
def test_a_dataset_follows_no_link_within(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "rows").symlink_to(tmp_path / "elsewhere")
    arguments = ["simulate", "Big Money", "Greedy", "--games", "100", "--out", str(tmp_path / "g")]
    refusal = Ran(capsys, *arguments)
    assert refusal.code == 2
    assert "a symbolic link" in refusal.err
    assert not list((tmp_path / "elsewhere").iterdir())
