"""The kernel cache: nothing is loaded that another user could have written."""

import json
import os
import pickle
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fastsim.kernels.private import Exposed, check_private_file, private_folder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners as POSIX has them")
ROOT_ONLY = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away"
)
TINY = Path(__file__).parent / "tiny.py"
#: A user who is not this one.
OTHER = 12_345


def run(where: Path | None = None, cwd: Path | None = None, **changes: str | None) -> Any:
    """Run the tiny kernel in a new process; return what it says, and how it is told."""
    environment = {**os.environ, "FASTSIM_CACHE_DIR": None if where is None else str(where)}
    environment |= {"PYTHONPATH": str(TINY.parent.parent.parent), **changes}
    done = subprocess.run(
        [sys.executable, str(TINY)],
        env={name: value for name, value in environment.items() if value is not None},
        cwd=cwd, capture_output=True, text=True, timeout=120, check=True, umask=0o022,
    )  # fmt: skip
    return {**json.loads(done.stdout), "told": done.stderr}


class Evil:
    """Makes a file when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self._marker = marker

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        return os.mkdir, (str(self._marker),)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds the tiny kernel."""
    cache = tmp_path_factory.mktemp("compiled") / "cache"
    run(cache)
    return cache


@pytest.fixture
def planted(tmp_path: Path, compiled: Path) -> tuple[Path, Path, Path]:
    """A cache, the index in it, which is a trap, and the folder that appears when it is sprung."""
    cache, marker = tmp_path / "place" / "cache", tmp_path / "sprung"
    cache.parent.mkdir(mode=0o700)
    shutil.copytree(compiled, cache)
    (index,) = cache.glob("*/*.nbi")
    index.write_bytes(pickle.dumps(Evil(marker)))
    return cache, index, marker


def test_the_trap_works(planted: tuple[Path, Path, Path]) -> None:
    cache, _, marker = planted
    assert not run(cache)["kept"]
    assert marker.exists()  # in a cache of one's own; the tests below are about the others


def open_the_folder(cache: Path, index: Path) -> None:
    index.parent.chmod(0o777)


def open_the_folder_like_tmp(cache: Path, index: Path) -> None:
    index.parent.chmod(0o1777)


def open_the_cache(cache: Path, index: Path) -> None:
    cache.chmod(0o777)


def open_the_cache_to_a_group(cache: Path, index: Path) -> None:
    cache.chmod(0o770)


def open_what_it_is_in(cache: Path, index: Path) -> None:
    cache.parent.chmod(0o777)


def open_the_file(cache: Path, index: Path) -> None:
    index.chmod(0o666)


def open_the_file_to_a_group(cache: Path, index: Path) -> None:
    index.chmod(0o620)


def put_a_link_in_place_of_the_file(cache: Path, index: Path) -> None:
    index.rename(cache.parent / "elsewhere")
    index.symlink_to(cache.parent / "elsewhere")


def put_a_link_to_an_open_folder(cache: Path, index: Path) -> None:
    cache.rename(cache.parent / "elsewhere")
    (cache.parent / "elsewhere").chmod(0o777)
    cache.symlink_to("elsewhere")


def give_the_folder_away(cache: Path, index: Path) -> None:
    os.chown(index.parent, OTHER, OTHER)


def give_the_cache_away(cache: Path, index: Path) -> None:
    os.chown(cache, OTHER, OTHER)


def give_away_what_it_is_in(cache: Path, index: Path) -> None:
    os.chown(cache.parent, OTHER, OTHER)


def give_the_file_away(cache: Path, index: Path) -> None:
    os.chown(index, OTHER, OTHER)


def put_a_link_of_another_user(cache: Path, index: Path) -> None:
    cache.rename(cache.parent / "elsewhere")
    cache.symlink_to(cache.parent / "elsewhere")
    os.chown(cache, OTHER, OTHER, follow_symlinks=False)


@pytest.mark.parametrize(
    "expose",
    [
        open_the_folder, open_the_folder_like_tmp, open_the_cache, open_the_cache_to_a_group,
        open_what_it_is_in, open_the_file, open_the_file_to_a_group,
        put_a_link_in_place_of_the_file, put_a_link_to_an_open_folder,
        *(pytest.param(give, marks=ROOT_ONLY) for give in (
            give_the_folder_away, give_the_cache_away, give_away_what_it_is_in, give_the_file_away,
            put_a_link_of_another_user,
        )),
    ],
)  # fmt: skip
def test_what_others_could_have_written_is_not_loaded(
    planted: tuple[Path, Path, Path], expose: Callable[[Path, Path], None]
) -> None:
    cache, index, marker = planted
    expose(cache, index)
    found = run(cache)
    assert not found["kept"]
    assert not marker.exists()
    assert found["told"].count("not using the kernel cache: ") == 1


@ROOT_ONLY
def test_compiled_code_of_another_user_is_not_loaded(tmp_path: Path, compiled: Path) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(compiled, cache)
    (code,) = cache.glob("*/*.nbc")
    os.chown(code, OTHER, OTHER)
    found = run(cache)
    assert not found["kept"]
    assert "belongs to another user" in found["told"]
    assert run(cache)["kept"]  # compiled anew, and put in its place
    assert code.stat().st_uid == os.geteuid()


@ROOT_ONLY
def test_what_the_administrator_has_written_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch(0o644)
    os.chown(tmp_path, OTHER, OTHER)
    monkeypatch.setattr(os, "geteuid", lambda: OTHER)
    check_private_file(tmp_path / "file")
    assert private_folder(tmp_path) == tmp_path
    os.chown(tmp_path / "file", OTHER + 1, OTHER)
    with pytest.raises(Exposed, match="belongs to another user"):
        check_private_file(tmp_path / "file")


def test_what_is_made_is_for_this_user_alone(tmp_path: Path) -> None:
    cache = tmp_path / "a" / "b"
    found = run(cache)
    assert found["told"] == ""
    for path in (cache.parent, *cache.parent.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
    assert run(cache)["kept"]


def test_links_of_ones_own_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to(tmp_path / "x" / ".." / "real")
    (tmp_path / "x").mkdir()
    assert private_folder(tmp_path / "a" / "new") == (tmp_path / "real" / "new").resolve()
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="symbolic links"):
        private_folder(tmp_path / "loop")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(NotADirectoryError):
        private_folder(tmp_path / "file" / "below")


def test_a_folder_like_tmp_may_hold_one_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    (tmp_path / "tmp").chmod(0o1777)
    assert private_folder(tmp_path / "tmp" / "mine")
    with pytest.raises(Exposed, match="others can write"):
        private_folder(tmp_path / "tmp")
    (tmp_path / "tmp").chmod(0o777)
    with pytest.raises(Exposed, match=r"mode 777; chmod go-w"):
        private_folder(tmp_path / "tmp" / "mine")


def test_only_an_ordinary_file_is_private(tmp_path: Path) -> None:
    check_private_file(tmp_path / "missing")
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "file").chmod(0o644)
    check_private_file(tmp_path / "file")
    (tmp_path / "link").symlink_to("file")
    with pytest.raises(Exposed, match="no ordinary file"):
        check_private_file(tmp_path / "link")


@pytest.mark.parametrize(("own", "named"), [("", ""), (None, "relative"), (None, "./here")])
def test_no_absolute_path_is_none(tmp_path: Path, own: str | None, named: str) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    here.mkdir()
    found = run(None, cwd=here, HOME=str(home), XDG_CACHE_HOME=named, FASTSIM_CACHE_DIR=own)
    assert Path(found["directory"]).parent == home / ".cache" / "fastsim"
    assert not any(here.iterdir())


def test_an_absolute_path_is_followed(tmp_path: Path) -> None:
    found = run(None, HOME=str(tmp_path / "h"), XDG_CACHE_HOME=str(tmp_path / "x"))
    assert Path(found["directory"]).parent == tmp_path / "x" / "fastsim"


@pytest.mark.parametrize("home", [None, "", "relative"])
def test_a_home_that_no_variable_names_is_that_of_the_user(home: str | None) -> None:
    import pwd

    code = "from fastsim.kernels.cache import cache_directory; print(cache_directory().parent)"
    environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": None, "FASTSIM_CACHE_DIR": None}
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={name: value for name, value in environment.items() if value is not None}
        | {"PYTHONPATH": str(TINY.parent.parent.parent)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    expected = Path(pwd.getpwuid(os.getuid()).pw_dir) / ".cache" / "fastsim"
    assert found.stdout.strip() == str(expected)
