"""Games as a Parquet dataset: every row right, whole parts only, resumed and never mixed."""

import errno
import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pandas as pd
import pytest
from pyarrow import parquet

from analysis.output.dataset import GameDataset, Part
from analysis.output.tables import METADATA_KEY
from fastsim import load_rule, load_setup, simplified, simulate
from fastsim.text.errors import FastsimError, InvalidInput

BMU, BM, GREEDY = (load_rule(name) for name in ("Big Money Ultimate", "Big Money", "Greedy"))
SEED = 11
ROOT = Path(__file__).parent.parent.parent


def dataset(folder: Path, games: int = 5000, seed: int = SEED, part_games: int = 1000):
    return GameDataset(folder, simplified(), (BMU, BM), games, seed, part_games=part_games)


def files(data: GameDataset) -> dict[str, bytes]:
    return {str(p.relative_to(data.path)): p.read_bytes() for p in data.path.rglob("*.parquet")}


def rows(data: GameDataset, seats: str) -> pd.DataFrame:
    """The rows of one seat order as pandas reads them, in order."""
    frame = pd.read_parquet(data.path, filters=[("seats", "==", seats)])
    assert (frame.pop("seats") == seats).all()
    return frame.sort_values("game", ignore_index=True)


def test_rows_are_those_of_simulate_in_both_seat_orders(tmp_path: Path) -> None:
    data = dataset(tmp_path, games=5001)
    assert data.write(threads=2)
    assert (data.games_per_order, data.total_games) == (2501, 5002)
    for seats, rules in (("AB", (BMU, BM)), ("BA", (BM, BMU))):
        expected = simulate(simplified(), rules, games=2501, seed=SEED).to_frame()
        pd.testing.assert_frame_equal(rows(data, seats), expected)
    assert len(pd.read_parquet(data.path)) == 5002


def test_every_rule_sits_in_every_seat(tmp_path: Path) -> None:
    setup = load_setup("basic-3")
    data = GameDataset(tmp_path, setup, (BMU, BM, GREEDY), 300, SEED)
    assert list(data.orders) == ["ABC", "BCA", "CAB"]
    data.write()
    expected = simulate(setup, (GREEDY, BMU, BM), games=100, seed=SEED).to_frame()
    pd.testing.assert_frame_equal(rows(data, "CAB"), expected)
    alone = GameDataset(tmp_path, setup, (BMU, BM, GREEDY), 300, SEED, rotate=False)
    assert list(alone.orders) == ["ABC"]
    assert alone.games_per_order == 300


def test_the_same_games_are_not_written_twice(tmp_path: Path) -> None:
    mirror = GameDataset(tmp_path, simplified(), (BM, BM), 300)
    assert (list(mirror.orders), mirror.total_games) == (["AB"], 300)
    twins = GameDataset(tmp_path, load_setup("basic-3"), (BM, BM, BMU), 300)
    assert list(twins.orders) == ["ABC", "BCA", "CAB"]


def test_a_part_says_what_it_is(tmp_path: Path) -> None:
    data = dataset(tmp_path)
    data.write()
    about = json.loads((tmp_path / "provenance.json").read_text(encoding="utf-8"))
    assert about["rules"]["B"]["text"] == "Province; Gold; Silver"
    assert (about["seats"], about["seed"], about["games"]) == (["AB", "BA"], SEED, 5000)
    assert about["made_by"]["kernel"] == "lanes"
    part = parquet.read_schema(data.path / "seats=BA" / "part-00002.parquet")
    note = json.loads(part.metadata[METADATA_KEY.encode()])
    assert note["part"] == {"seats": "BA", "first": 2000, "stop": 2500}
    assert {key: about[key] for key in note if key != "part"} == {
        key: value for key, value in note.items() if key != "part"
    }


def test_a_dataset_is_finished_by_the_parts_that_are_missing(tmp_path: Path) -> None:
    data = dataset(tmp_path)
    data.write()
    before = files(data)
    assert len(before) == 6
    gone = ["seats=AB/part-00001.parquet", "seats=BA/part-00002.parquet"]
    for name in gone:
        (data.path / name).unlink()
    kept = {p: p.stat().st_mtime_ns for p in data.path.rglob("*.parquet")}
    reported: list[int] = []
    assert data.write(threads=1, progress=reported.append)
    assert reported == [3500, 4500, 5000]
    assert files(data) == before
    assert all(path.stat().st_mtime_ns == time for path, time in kept.items())


def test_an_interrupt_leaves_whole_parts_and_the_rest_to_do(tmp_path: Path) -> None:
    data = dataset(tmp_path, games=20_000)

    def interrupt(games: int) -> None:
        if games >= 3000:
            raise KeyboardInterrupt

    assert not data.write(threads=1, progress=interrupt)
    left = list(data.missing())
    assert 0 < len(left) < 20
    frame = pd.read_parquet(data.path)  # readable as it stands
    assert len(frame) == 20_000 - sum(part.games for part in left)
    assert data.write()
    whole = dataset(tmp_path / "undisturbed", games=20_000)
    whole.write()
    assert files(data) == files(whole)


_CHILD = """
import sys
from pathlib import Path
from analysis.output.dataset import GameDataset
from fastsim import load_rule, simplified
rules = [load_rule(name) for name in ("Big Money Ultimate", "Big Money")]
data = GameDataset(Path(sys.argv[1]), simplified(), rules, 5_000_000, 11, part_games=1000)
data.write(threads=2, progress=lambda games: print(games, flush=True))
"""


def test_killed_at_any_moment_it_leaves_whole_parts(tmp_path: Path) -> None:
    for _ in range(2):
        child = subprocess.Popen(
            [sys.executable, "-c", _CHILD, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        for _ in range(15):  # some parts are there by then, two are under way
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        child.communicate()
    data = dataset(tmp_path, games=5_000_000)
    written = sorted(data.path.rglob("*.parquet"))
    assert len(written) >= 15
    assert len(list(data.missing())) == 5000 - len(written)
    for path in written[:5]:
        first = 1000 * int(path.stem.removeprefix("part-"))
        rules = (BMU, BM) if path.parent.name == "seats=AB" else (BM, BMU)
        expected = simulate(simplified(), rules, games=1000, start=first, seed=SEED).to_frame()
        found = pd.read_parquet(path, partitioning=None)
        pd.testing.assert_frame_equal(found, expected)


def test_what_killed_runs_leave_is_removed_in_the_end(tmp_path: Path) -> None:
    data = dataset(tmp_path)
    (tmp_path / "unfinished").mkdir()  # as by a run that was killed at once
    data.write()
    (tmp_path / "unfinished").mkdir()
    (tmp_path / "unfinished" / "123-AB-part-00001.parquet").write_bytes(b"PAR1")
    assert data.write()
    assert {path.name for path in tmp_path.iterdir()} == {"provenance.json", "rows"}


def test_two_runs_at_once_end_in_one_dataset(tmp_path: Path) -> None:
    runs = [
        threading.Thread(target=dataset(tmp_path, games=30_000).write, kwargs={"threads": 1})
        for _ in range(2)
    ]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    data = dataset(tmp_path, games=30_000)
    assert list(data.missing()) == []
    assert len(pd.read_parquet(data.path)) == 30_000


def test_a_folder_of_other_games_is_refused(tmp_path: Path) -> None:
    dataset(tmp_path).write()
    for other, differ in (
        (dataset(tmp_path, seed=12), "seed"),
        (dataset(tmp_path, games=7000), "games"),
        (GameDataset(tmp_path, simplified(), (BM, BMU), 5000, SEED, part_games=1000), "rules"),
        (GameDataset(tmp_path, load_setup("basic"), (BMU, BM), 5000, SEED), "setup, part_games"),
    ):
        with pytest.raises(InvalidInput, match=f"other games, which differ in {differ}\n"):
            other.write()
    assert list(dataset(tmp_path).missing()) == []


def test_what_rules_and_setups_are_called_makes_no_other_games(tmp_path: Path) -> None:
    dataset(tmp_path).write()
    renamed = load_rule("Province; Gold; Silver")
    assert renamed.name != BM.name
    assert GameDataset(tmp_path, simplified(), (BMU, renamed), 5000, SEED, part_games=1000).write()


def test_a_folder_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(InvalidInput, match="holds something else than games"):
        dataset(tmp_path).write()
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(InvalidInput, match="a file, where a folder is to be"):
        dataset(tmp_path / "thesis.txt").write()


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\xff"], ids=["", "{", "[[[", "latin"])
def test_a_damaged_description_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "provenance.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(InvalidInput, match=r"provenance\.json: damaged"):
        dataset(tmp_path).write()


def damage(part: Part, how: str) -> None:
    whole = part.path.read_bytes()
    match how:
        case "cut":
            part.path.write_bytes(whole[: len(whole) // 2])
        case "empty":
            part.path.write_bytes(b"")
        case "foreign":
            pd.DataFrame({"x": [1]}).to_parquet(part.path)
        case "moved":
            part.path.write_bytes(part.path.with_name("part-00000.parquet").read_bytes())


@pytest.mark.parametrize("how", ["cut", "empty", "foreign", "moved"])
def test_a_damaged_part_is_noticed(tmp_path: Path, how: str) -> None:
    data = dataset(tmp_path)
    data.write()
    damage([*data.parts][2], how)
    with pytest.raises(InvalidInput, match="part-00001"):
        data.write()


def test_a_stranger_among_the_parts_is_noticed(tmp_path: Path) -> None:
    data = dataset(tmp_path)
    data.write()
    stranger = data.path / "seats=AB" / "mine.parquet"
    pd.DataFrame({"x": [1]}).to_parquet(stranger)
    with pytest.raises(InvalidInput, match=r"mine\.parquet: not a part of these games"):
        data.write()
    assert stranger.exists()


def test_a_full_disk_keeps_the_parts_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = dataset(tmp_path)
    write, written = parquet.write_table, []

    def full(table: object, where: object, **options: object) -> None:
        write(table, where, **options)
        written.append(where)
        if len(written) > 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(parquet, "write_table", full)
        with pytest.raises(FastsimError, match="No space left on device") as caught:
            data.write(threads=1)
    assert not isinstance(caught.value, InvalidInput)
    assert "goes on from there" in str(caught.value)
    assert len(list(data.missing())) == 3
    assert not any((tmp_path / "unfinished").iterdir())
    assert data.write()


def test_a_flipped_byte_is_noticed_by_readers_that_check(tmp_path: Path) -> None:
    data = dataset(tmp_path)
    data.write()
    path = next(data.parts).path
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 4] ^= 1
    path.write_bytes(bytes(whole))
    with pytest.raises(OSError):  # noqa: PT011 - which of pyarrow's it is depends on the byte
        parquet.read_table(path, page_checksum_verification=True)


@pytest.mark.parametrize("games", [10**13, 10**18])
def test_more_files_than_can_be_numbered_are_refused_at_once(tmp_path: Path, games: int) -> None:
    with pytest.raises(InvalidInput, match="At most 100,000"):
        GameDataset(tmp_path / "games", simplified(), (BM, BMU), games)
    assert not (tmp_path / "games").exists()
