"""One row a game on disk: a Parquet dataset, written part by part in constant memory.

A folder holds::

    provenance.json                       what the games are, and what made them
    rows/seats=AB/part-00000.parquet     games 0 to 1,048,575 with rule A in the first seat
    rows/seats=AB/part-00001.parquet     ...
    rows/seats=BA/part-00000.parquet     the same luck with rule B in the first seat
    unfinished/                           only while games are being written

Nothing but whole parts ever stands under ``rows``, so that whatever reads Parquet may be pointed
at that folder, at any time. A part holds the same games whoever writes it: what is there already
need not be played again.
"""

from __future__ import annotations

import contextlib
import json
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from analysis.output.files import check_folder, check_inner_folder, drafted
from analysis.output.tables import METADATA_KEY, require_pyarrow
from analysis.questions.provenance import Provenance
from fastsim.execute import chunks
from fastsim.game.setup import GameSetup
from fastsim.game.streams import GENERATOR
from fastsim.play.games import kernel_for, simulate
from fastsim.play.results import END_REASONS, GameBatch
from fastsim.play.settings import Progress
from fastsim.rules.describe import describe, digest
from fastsim.rules.model import BuyRule
from fastsim.rules.values import as_rules, as_setup
from fastsim.text.errors import InvalidInput
from fastsim.text.files import unwritable
from fastsim.text.numbers import as_count, as_whole

if TYPE_CHECKING:
    import pyarrow

#: Games of a part: 2 MB on disk, some 40 MB while a thread makes it.
PART_GAMES: Final = 2**20
#: Files of a seat order, at most: what their names can number.
MAX_PARTS: Final = 100_000
#: Of the layout above; it grows when older readers would misread it.
_FORMAT: Final = 1
_ABOUT: Final = "provenance.json"
_ROWS: Final = "rows"
_UNFINISHED: Final = "unfinished"
#: What a run that has only begun may have made.
_OURS: Final = frozenset({_ROWS, _UNFINISHED})
_COLUMNS: Final = {
    "game": "index of the game under the seed; the same luck in every seat order",
    "turns": "turns of all players together",
    "seat_won": "seat that won, from 1; 0 for a shared victory",
    "end": f"why the game ended: {', '.join(END_REASONS)} (cut: the turn limit)",
    "vp_1, vp_2, ...": "victory points by seat",
    "seats": "letters of the rules in seat order; letter seat_won is the rule that won",
}


@dataclass(frozen=True)
class Part:
    """The games `first` up to `stop` of one seat order, and the file for them."""

    seats: str
    first: int
    stop: int
    path: Path

    @property
    def games(self) -> int:
        """Number of games."""
        return self.stop - self.first


@dataclass(frozen=True)
class GameDataset:
    """Games of some rules in every seat that they can be dealt, to be written as a dataset.

    Parameters
    ----------
    folder : Path
    setup : GameSetup
    rules : sequence of BuyRule
        As many as there are players; A, B, ... in this order.
    games : int
        All seat orders together, at least 1; rounded up so that each order has equally many.
    seed : int
    rotate : bool
        Play every rotation of the rules around the table (A B and B A; A B C, B C A and C A B; ...)
        over the same game indices, so that each rule sits in each seat equally often. Otherwise
        play them as they are given. Orders that seat the same rules alike are played once.
    part_games : int
        Games of a part.
    """

    folder: Path
    setup: GameSetup
    rules: Sequence[BuyRule]
    games: int
    seed: int = 0
    rotate: bool = True
    part_games: int = field(default=PART_GAMES, kw_only=True)

    def __post_init__(self) -> None:
        setup = as_setup(self.setup)
        for name, value in (
            ("setup", setup),
            ("rules", as_rules(self.rules, setup)),
            ("games", as_count("games", self.games)),
            ("seed", as_whole("seed", self.seed)),
            ("part_games", as_whole("part_games", self.part_games)),
        ):
            object.__setattr__(self, name, value)
        chunks.split(0, self.games_per_order, self.part_games)  # refuses what is no number of games
        parts = -(-self.games_per_order // self.part_games)
        if parts > MAX_PARTS:
            raise InvalidInput(
                f"{self.total_games:,} rows of games are {parts:,} files of each seat order",
                f"At most {MAX_PARTS:,}; fastsim duel and tournament count any number of games.",
            )

    @cached_property
    def orders(self) -> dict[str, tuple[BuyRule, ...]]:
        """The rules by seat, under their letters."""
        letters, rules = string.ascii_uppercase[: len(self.rules)], tuple(self.rules)
        found: dict[tuple[BuyRule, ...], str] = {}
        for k in range(len(rules) if self.rotate else 1):
            found.setdefault(rules[k:] + rules[:k], letters[k:] + letters[:k])
        return {seats: order for order, seats in found.items()}

    @property
    def games_per_order(self) -> int:
        """Games of each seat order."""
        return -(-self.games // len(self.orders))

    @property
    def total_games(self) -> int:
        """Rows of the whole dataset."""
        return self.games_per_order * len(self.orders)

    @property
    def path(self) -> Path:
        """The folder to point readers at."""
        return self.folder / _ROWS

    @property
    def parts(self) -> Iterator[Part]:
        """Every part, there or not: all orders of the first games, then of the next."""
        for number, (first, stop) in enumerate(
            chunks.split(0, self.games_per_order, self.part_games)
        ):
            for seats in self.orders:
                file = self.path / f"seats={seats}" / f"part-{number:05d}.parquet"
                yield Part(seats, first, stop, file)

    def missing(self) -> Iterator[Part]:
        """Yield the parts that are not there; those that are have been looked at.

        Raises
        ------
        InvalidInput
            When a part is damaged or of other games, or some other Parquet file stands among them.
        """
        there = set(self.path.rglob("*.parquet")) if self.path.is_dir() else set()
        kept = {part.path: part for part in self.parts if part.path in there}
        for path in sorted(there - kept.keys()):
            raise InvalidInput(f"{path}: not a part of these games", "Name another folder.")
        for path in sorted(kept):
            _check_part(path, self._note(kept[path]), kept[path].games)
        return (part for part in self.parts if part.path not in kept)

    @property
    def games_missing(self) -> int:
        """Games of the parts that are not there; raises as `missing`."""
        return sum(part.games for part in self.missing())

    def write(
        self,
        *,
        threads: int | None = None,
        kernel: str | None = None,
        progress: Progress | None = None,
    ) -> bool:
        """Play and write the parts that are not there yet.

        Parameters
        ----------
        threads : int, optional
            All processors when not given. Changes the time and the memory only: each holds a part.
        kernel : str, optional
            As `fastsim.simulate`.
        progress : callable, optional
            Called with the number of games that are on disk, those of earlier runs included.

        Returns
        -------
        bool
            Whether the dataset is whole: False after an interrupt (Ctrl-C), which gives up the
            parts that are under way.

        Raises
        ------
        InvalidInput
            As `fastsim.simulate`; when pyarrow is not installed; and when the folder holds anything
            but some of these games, or no folder can be there.
        OutputError
            When the disk, or a permission, does not let the folder or a part be written. The parts
            before it are there.
        """
        require_pyarrow()
        kernels = [kernel or kernel_for(self.setup, order) for order in self.orders.values()]
        self._claim(", ".join(dict.fromkeys(kernels)))
        missing = self.missing()
        done = self.total_games - self.games_missing

        try:
            if progress:
                progress(done)
            for games in chunks.run(
                self._write_part, ((part, kernel) for part in missing), threads
            ):
                done += games
                if progress:
                    progress(done)
        except KeyboardInterrupt:
            if self.games_missing:
                return False
        self._tidy()
        return True

    # -- what the games are --------------------------------------------------------------------

    def _identity(self) -> dict[str, Any]:
        """Return all that decides what the games and parts are."""
        return {
            "format": _FORMAT,
            "setup": self.setup.describe(),
            "rules": {
                letter: {
                    "name": rule.name,
                    "text": describe(rule, separator="; "),
                    "digest": digest(rule),
                }
                for letter, rule in zip(string.ascii_uppercase, self.rules, strict=False)
            },
            "seats": list(self.orders),
            "seed": self.seed,
            "games": self.total_games,
            "part_games": self.part_games,
            "generator": GENERATOR,
        }

    def _note(self, part: Part) -> dict[str, Any]:
        """Return what stands in the metadata of a part."""
        games = {"seats": part.seats, "first": part.first, "stop": part.stop}
        return {**self._identity(), "part": games}

    def _claim(self, kernel: str) -> None:
        """Make the folder this dataset's own, or refuse what is there."""
        about = self.folder / _ABOUT
        check_folder(self.folder, _ABOUT)
        try:
            if about.exists():
                _check_same(_read(about), self._identity(), str(self.folder))
            elif self.folder.is_dir() and {p.name for p in self.folder.iterdir()} - _OURS:
                raise InvalidInput(
                    f"{self.folder}: holds something else than games", "Name another folder."
                )
            parts = [self.path / f"seats={seats}" for seats in self.orders]
            for folder in (self._unfinished, self.path, *parts):
                check_inner_folder(folder)
            if not about.exists():
                document = {**self._identity(), "columns": _COLUMNS, "made_by": self._made(kernel)}
                text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
                with drafted(about, self._unfinished) as file:
                    file.write(text.encode())
        except OSError as error:
            raise unwritable(self.folder, error) from None

    def _made(self, kernel: str) -> dict[str, Any]:
        """Return what makes the games, as far as the identity does not say it."""
        origin = Provenance.of(
            self.setup, self.rules, self.seed, self.total_games, 0.0, kernel=kernel
        ).to_json()
        ours = ("version", "commit", "kernel", "python", "numba", "numpy", "machine")
        return {key: origin[key] for key in ours}

    # -- files ---------------------------------------------------------------------------------

    @property
    def _unfinished(self) -> Path:
        return self.folder / _UNFINISHED

    def _write_part(self, part: Part, kernel: str | None) -> int:
        """Play and write one part; return its number of games."""
        from pyarrow import parquet

        batch = simulate(
            self.setup,
            self.orders[part.seats],
            games=part.games,
            seed=self.seed,
            start=part.first,
            threads=1,
            kernel=kernel,
        )
        table = table_of(batch, self._note(part))
        try:
            # a name is not left to pyarrow, which looks for URLs
            with drafted(part.path, self._unfinished) as file:
                parquet.write_table(
                    table,
                    file,
                    compression="zstd",
                    # few different values in all columns but the index, whose steps are all 1
                    use_dictionary=[name for name in table.column_names if name != "game"],
                    column_encoding={"game": "DELTA_BINARY_PACKED"},
                    write_page_checksum=True,
                )
        except FileNotFoundError:
            if not part.path.exists():  # else another process was faster, and has tidied up
                raise
        except OSError as error:
            hint = "The parts before it are whole; the same command goes on from there."
            raise unwritable(part.path, error, hint) from None
        return part.games

    def _tidy(self) -> None:
        """Remove what killed runs left behind: every part is there, so nobody needs it."""
        with contextlib.suppress(OSError):
            for draft in self._unfinished.iterdir():
                draft.unlink(missing_ok=True)
            self._unfinished.rmdir()


def table_of(batch: GameBatch, note: Mapping[str, Any]) -> pyarrow.Table:
    """Return a batch as an Arrow table with the columns of `GameBatch.to_frame`.

    Parameters
    ----------
    batch : GameBatch
    note : mapping
        Plain values; stands as JSON in the schema's metadata, under `tables.METADATA_KEY`.
    """
    import pyarrow as pa

    columns: dict[str, Any] = {
        "game": np.arange(batch.start, batch.start + len(batch), dtype=np.int64),
        "turns": batch.turns,
        "seat_won": batch.seat_won + np.int8(1),
        "end": pa.DictionaryArray.from_arrays(
            pa.array(batch.end.astype(np.int8)), pa.array(END_REASONS)
        ),
    }
    for seat in range(batch.setup.players):
        columns[f"vp_{seat + 1}"] = np.ascontiguousarray(batch.vp[:, seat])
    return pa.table(columns, metadata={METADATA_KEY: json.dumps(note)})


def _check_part(path: Path, note: Mapping[str, Any], games: int) -> None:
    """Raise InvalidInput unless that file holds a part with this note, by its metadata."""
    from pyarrow import parquet

    try:
        with path.open("rb") as file:
            found = parquet.read_metadata(file)
        document = json.loads((found.metadata or {})[METADATA_KEY.encode()])
        rows = found.num_rows
    except (OSError, ValueError, KeyError):  # pyarrow's own are ValueErrors
        raise InvalidInput(
            f"{path}: damaged, or not a part of these games",
            "Delete it; the same command makes it again.",
        ) from None
    _check_same(document, note, str(path))
    if rows != games:
        raise InvalidInput(f"{path}: {rows} games instead of {games}", "Delete it.")


def _check_same(found: Any, wanted: Mapping[str, Any], place: str) -> None:
    """Raise InvalidInput unless the document is of the same games, whatever they are called."""
    found = found if isinstance(found, dict) else {}
    differ = [key for key, v in wanted.items() if _nameless(found.get(key)) != _nameless(v)]
    if differ:
        raise InvalidInput(
            f"{place}: holds other games, which differ in {', '.join(differ)}",
            "Name another folder, or ask for the games that it holds.",
        )


def _nameless(value: Any) -> Any:
    """Return plain values without what setups and rules are called."""
    if not isinstance(value, dict):
        return value
    return {key: _nameless(v) for key, v in value.items() if key != "name"}


def _read(about: Path) -> Any:
    try:
        return json.loads(about.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise InvalidInput(
            f"{about}: damaged, or not a description of games", "Name another folder."
        ) from None
