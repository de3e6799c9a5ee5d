"""A store gives back what was put into it, shares the work, and says what is wrong with it."""

import gc
import itertools
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fastsim.errors import FastsimError, InvalidInput, StoreError
from fastsim.execute import database
from fastsim.execute.audit import audit
from fastsim.execute.jobs import C, Chunk
from fastsim.execute.kept import KeptRun
from fastsim.execute.local import LocalExecutor
from fastsim.execute.store import Store
from fastsim.execute.stored import StoredExecutor
from fastsim.matchups import MatchupJob
from fastsim.setup import simplified
from fastsim.simulation import tally
from fastsim.telemetry import observe
from tests.execute.played import CHUNK, PAIRS, RULES, SEED, Watched, digest_of, play

GAMES = 10 * CHUNK - 5


@pytest.fixture(scope="module")
def expected() -> str:
    return digest_of(play(GAMES, threads=1))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("finished") / "run"
    with Store(directory, {"command": "a test"}) as store:
        play(GAMES, StoredExecutor(LocalExecutor(2), store))
    return directory


def gone_on_with(directory: Path, games: int = GAMES) -> tuple[str, list[tuple[int, int]]]:
    """The result of the run, and the chunks that were played for it now."""
    watched = Watched(LocalExecutor(2))
    with Store(directory) as store:
        total = play(games, StoredExecutor(watched, store))
    return digest_of(total), watched.played


def test_a_finished_run_plays_nothing(finished: Path, expected: str) -> None:
    assert gone_on_with(finished) == (expected, [])


class Interrupted(LocalExecutor):
    """Gives up after some chunks."""

    def __init__(self, after: int) -> None:
        super().__init__(1)
        self._after = after

    def run(
        self, spans: Iterable[Chunk[C]], size: int | None = None
    ) -> Iterator[tuple[Chunk[C], C]]:
        yield from super().run(itertools.islice(spans, self._after), size)
        raise KeyboardInterrupt


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, expected: str) -> None:
    for _ in range(2):
        with Store(tmp_path) as store, pytest.raises(KeyboardInterrupt):
            play(GAMES, StoredExecutor(Interrupted(3), store))
    digest, played = gone_on_with(tmp_path)
    assert digest == expected
    assert len(played) == 10 - 6


def test_more_games_take_from_fewer(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    digest, played = gone_on_with(tmp_path, 15 * CHUNK)
    assert digest == digest_of(play(15 * CHUNK, threads=1))
    assert len(played) == 15 - 9  # the last chunk of the shorter run was cut short
    with KeptRun(tmp_path) as run:
        (job,) = run.jobs()
        assert run.total(job).games == 15 * CHUNK  # each game once, though two chunks hold it


def test_larger_chunks_that_are_kept_are_taken(tmp_path: Path, expected: str) -> None:
    """A run of a version that cut larger chunks is gone on with, not played again."""
    job = MatchupJob(simplified(), tuple(PAIRS), SEED)
    with Store(tmp_path) as store:
        executor = StoredExecutor(LocalExecutor(1), store)
        list(executor.run([Chunk(job, 2 * CHUNK, 6 * CHUNK)], 4 * CHUNK))
        # not where chunks of this run begin and end
        list(executor.run([Chunk(job, CHUNK + 1, 3 * CHUNK + 1)], 2 * CHUNK))
    digest, played = gone_on_with(tmp_path)
    assert digest == expected
    assert len(played) == 10 - 4
    assert (2 * CHUNK, 3 * CHUNK) not in played
    with KeptRun(tmp_path) as run:
        (kept,) = run.jobs()
        assert run.total(kept).games == GAMES


def test_progress_does_not_wait_for_a_chunk_to_be_whole(tmp_path: Path) -> None:
    job = MatchupJob(simplified(), tuple(PAIRS), SEED)
    span = Chunk(job, 0, 4 * CHUNK)

    class InParts(LocalExecutor):
        def run(
            self, spans: Iterable[Chunk[C]], size: int | None = None
        ) -> Iterator[tuple[Chunk[C], C]]:
            return super().run(spans, CHUNK)

    with Store(tmp_path) as store:
        parts = StoredExecutor(InParts(1), store).run([span], 4 * CHUNK)
        _, first = next(parts)
        assert first.games == CHUNK
        assert store.load(span) is None
        total = first + next(parts)[1] + next(parts)[1] + next(parts)[1]
        list(parts)
        assert digest_of(store.load(span)) == digest_of(total)


def test_other_questions_are_kept_beside_it(tmp_path: Path) -> None:
    rules = (RULES[0], RULES[1])
    for _ in range(2):
        with Store(tmp_path) as store:
            executor = StoredExecutor(LocalExecutor(1), store)
            counted = tally(simplified(), rules, games=3000, executor=executor)
            seen = observe(simplified(), rules, games=300, executor=executor)
    assert counted.to_bytes() == tally(simplified(), rules, games=3000).to_bytes()
    assert seen.to_bytes() == observe(simplified(), rules, games=300).to_bytes()
    with KeptRun(tmp_path) as run:
        assert [job.finished for job in run.jobs()] == [1, 1]
        assert audit(run, sample=9).faults == ()


def test_two_stores_share_the_work(tmp_path: Path, expected: str) -> None:
    with Store(tmp_path) as first, Store(tmp_path) as second:
        both = [Watched(LocalExecutor(1)) for _ in range(2)]
        found: list[str] = []

        def work(watched: Watched, store: Store) -> None:
            found.append(digest_of(play(GAMES, StoredExecutor(watched, store))))

        threads = [
            threading.Thread(target=work, args=pair)
            for pair in zip(both, (first, second), strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [expected, expected]
    assert len(both[0].played) + len(both[1].played) == 10


def test_what_the_dead_had_claimed_is_free(tmp_path: Path, expected: str) -> None:
    chunk = Chunk(MatchupJob(simplified(), tuple(PAIRS), SEED), 0, CHUNK)
    claims = (
        "import sys; from tests.execute.test_store import *; "
        f"store = Store(Path({str(tmp_path)!r}), lease=3600.0); "
        f"chunk = Chunk(MatchupJob(simplified(), tuple(PAIRS), SEED), 0, {CHUNK}); "
        "store.ask([chunk]); assert store.claim(chunk); import os; os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", claims], check=False).returncode == 9
    with Store(tmp_path) as store:
        assert not store.claim(chunk)  # it may only be slow
    digest, played = gone_on_with(tmp_path)
    assert digest == expected
    assert len(played) == 10


def test_claims_lapse(tmp_path: Path) -> None:
    chunk = Chunk(MatchupJob(simplified(), tuple(PAIRS), SEED), 0, CHUNK)
    with Store(tmp_path) as slow, Store(tmp_path) as other:
        slow.ask([chunk])
        assert slow.claim(chunk)
        assert not other.claim(chunk)
        other._execute("UPDATE sessions SET alive_until = 1 WHERE id = ?", slow._session)
        assert other.claim(chunk)
        counts = chunk.play()
        assert slow.keep(chunk, counts)  # it was only slow; what it brings is as good
        assert not other.keep(chunk, counts)
        assert not other.claim(chunk)


def test_what_is_not_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / database.FILE
    text = b"dear diary, " * 50
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE songs (name)")
    other.commit()
    other.close()
    newer = sqlite3.connect(tmp_path / "newer")
    newer.execute(f"PRAGMA application_id = {database._APPLICATION}")
    newer.execute(f"PRAGMA user_version = {database.SCHEMA + 1}")
    newer.close()
    for content, message in (
        (text, "is not a run of fastsim"),
        ((tmp_path / "other").read_bytes(), "another program's database"),
        ((tmp_path / "newer").read_bytes(), "made by a newer fastsim"),
    ):
        path.write_bytes(content)
        for opened in (Store, KeptRun):
            with pytest.raises(InvalidInput, match=message):
                opened(tmp_path)
        assert path.read_bytes() == content


def test_a_directory_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    with pytest.raises(InvalidInput, match="cannot be written"):
        Store(tmp_path / "file")
    with pytest.raises(InvalidInput, match="no run is kept here"):
        KeptRun(tmp_path / "nothing")


def test_an_empty_file_becomes_a_store(tmp_path: Path, expected: str) -> None:
    (tmp_path / database.FILE).touch()  # its maker was killed at once
    assert gone_on_with(tmp_path)[0] == expected


def test_a_full_disk_keeps_what_is_finished(tmp_path: Path, expected: str) -> None:
    with Store(tmp_path) as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(StoreError, match="the disk is full"):
            play(GAMES, StoredExecutor(LocalExecutor(1), store))
    with KeptRun(tmp_path) as run:
        kept = sum(job.finished for job in run.jobs())
        assert audit(run, sample=100).faults == ()
    assert 0 < kept < 10
    digest, played = gone_on_with(tmp_path)
    assert digest == expected
    assert len(played) == 10 - kept


def test_a_wrong_count_is_found_by_playing_again(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    job = MatchupJob(simplified(), tuple(PAIRS), SEED)
    wrong = Chunk(job, CHUNK, 2 * CHUNK).play()
    with Store(tmp_path) as store:
        store._execute("UPDATE chunks SET counts = NULL WHERE first = 0")
        store.keep(Chunk(job, 0, CHUNK), wrong)
    with KeptRun(tmp_path) as run:
        found = audit(run, sample=100)
    assert found.faults
    assert all("games 0 to 128" in fault for fault in found.faults)


def flipped(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << place % 8
    path.write_bytes(content)


def is_noticed(directory: Path) -> bool:
    try:
        with KeptRun(directory) as run:
            return bool(audit(run, sample=0).faults)
    except FastsimError:
        return True


def check_flips(finished: Path, tmp_path: Path, expected: str, places: Iterable[int]) -> int:
    """A flipped byte is noticed, or harmless; returns how many were noticed."""
    noticed = 0
    for place in places:
        copy = tmp_path / str(place)
        shutil.copytree(finished, copy)
        flipped(copy / database.FILE, place)
        if is_noticed(copy):
            noticed += 1
            continue
        try:
            assert gone_on_with(copy)[0] == expected
        except StoreError:  # plainly said, and nothing is wrong in what is told
            noticed += 1
        shutil.rmtree(copy)
    return noticed


def test_a_flipped_byte_is_noticed_or_harmless(
    finished: Path, tmp_path: Path, expected: str
) -> None:
    size = (finished / database.FILE).stat().st_size
    places = [*range(0, 100, 7), *random.Random(4).sample(range(size), 60)]
    assert check_flips(finished, tmp_path, expected, places) >= 10


@pytest.mark.deep
def test_any_flipped_byte_is_noticed_or_harmless(
    finished: Path, tmp_path: Path, expected: str
) -> None:
    size = (finished / database.FILE).stat().st_size
    places = [*range(100), *random.Random().sample(range(100, size), 3000)]
    assert check_flips(finished, tmp_path, expected, places) > 500


def test_a_text_that_is_none_is_damage() -> None:
    with pytest.raises(StoreError, match="is damaged"), database.explained(Path("run.sqlite")):
        b"\xcc".decode()


def test_sessions_numbered_to_the_end_are_damage(finished: Path, tmp_path: Path) -> None:
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    with sqlite3.connect(database.database_of(copy)) as connection:
        connection.execute("UPDATE sessions SET id = 9223372036854775807 WHERE id = 1")
    connection.close()
    with pytest.raises(StoreError, match="damaged: session 9223372036854775807"):
        Store(copy)


@pytest.mark.parametrize("process", [2**62, -(2**62)])
def test_a_process_of_no_possible_number_is_gone(tmp_path: Path, process: int) -> None:
    directory = tmp_path / "run"
    with Store(directory, lease=1000.0) as dead:
        play(CHUNK, StoredExecutor(LocalExecutor(1), dead))
        with sqlite3.connect(database.database_of(directory)) as connection:
            connection.execute("UPDATE sessions SET process = ?", (process,))
        connection.close()
        with Store(directory) as store:
            store.bury_the_dead()
        with sqlite3.connect(database.database_of(directory)) as connection:
            rows = connection.execute("SELECT alive_until FROM sessions WHERE id = 1").fetchall()
        connection.close()
        assert rows == [(0.0,)]


def test_a_reader_of_a_damaged_run_leaves_nothing_open(finished: Path, tmp_path: Path) -> None:
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    with sqlite3.connect(database.database_of(copy)) as connection:
        connection.execute("UPDATE jobs SET names = x'00'")
    connection.close()
    with pytest.raises(StoreError, match="its seal is broken"), KeptRun(copy) as run:
        list(run.jobs())
    # what is left of the reader would say so now, as an exception that is ignored: an error here
    gc.collect()


def test_a_run_is_read_where_nothing_can_be_written(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished, tmp_path / "run")
    for place in (tmp_path / "run" / database.FILE, tmp_path / "run"):
        place.chmod(0o500)
    try:
        with KeptRun(tmp_path / "run") as run:
            assert [job.finished for job in run.jobs()] == [10]
            assert run.sessions()[1] == {"command": "a test"}
    finally:
        (tmp_path / "run").chmod(0o700)


def test_errors_of_sqlite_are_explained(tmp_path: Path) -> None:
    path: Any = tmp_path / database.FILE
    with Store(tmp_path) as store:
        store._connection.execute("PRAGMA query_only = 1")
        with pytest.raises(StoreError, match="cannot be written"):
            play(GAMES, StoredExecutor(LocalExecutor(1), store))
    with pytest.raises(StoreError, match="is damaged: no such table"), database.explained(path):
        sqlite3.connect(":memory:").execute("SELECT 1 FROM nowhere")
