"""The kernels behind one interface: each plays games of fixed rules into columns."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Protocol

import numpy as np

from fastsim.game.setup import GameSetup
from fastsim.kernels import general
from fastsim.kernels.jit import JIT
from fastsim.kernels.kingdom import play as kingdom
from fastsim.kernels.lockstep.play import play_lanes
from fastsim.kernels.lockstep.program import OUTGROWN, LaneRoom, LaneRule, LaneSetup, lane_room
from fastsim.kernels.registers import SEAT
from fastsim.kernels.tables import Columns
from fastsim.lower.compile import RuleTable
from fastsim.lower.kingdom import lower_kingdom
from fastsim.lower.lanes import lower_rule_to_lanes, lower_setup_to_lanes
from fastsim.lower.six_cards import compile_rules, join_tables, lower_setup
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput, suggest
from fastsim.text.words import shortened

#: Names of the kernels, the fastest first.
KERNELS: Final = ("lanes", "general", "kingdom")

# A rule meets many others: what lanes play it from is worked out once for each seat.
_setup_for_lanes: Final = functools.lru_cache(maxsize=64)(lower_setup_to_lanes)


@functools.lru_cache(maxsize=4096)
def _rule_for_lanes(table: RuleTable, setup: GameSetup, seat: int) -> LaneRule | None:
    """Return the rule of a seat for lanes, as `lower_rule_to_lanes`."""
    if seat == 0 or table.looks_at(SEAT):
        return lower_rule_to_lanes(table, setup, seat)
    rule = _rule_for_lanes(table, setup, 0)  # the same, but that it wins what the first loses
    return None if rule is None else rule._replace(loses_ties=0)


class Engine(Protocol):
    """Plays games of one setup, one seat order of rules and one seed; safe in several threads."""

    name: ClassVar[str]

    def play(self, first: int, columns: Columns) -> None:
        """Play one game a row of `columns`, from game index `first` on."""


class GeneralEngine:
    """The general kernel: every setup, every rule, any number of players."""

    name: ClassVar[str] = "general"

    def __init__(self, setup: GameSetup, tables: Sequence[RuleTable], key: int) -> None:
        self._setup = lower_setup(setup)
        self._program = join_tables(tables)
        self._key = np.uint64(key)

    def play(self, first: int, columns: Columns) -> None:
        """Play one game a row of `columns`, from game index `first` on."""
        room = general.scratch(self._setup.players)
        general.play(self._setup, self._program, self._key, first, columns, room)


class LaneEngine:
    """The lane kernel: two players, and what a byte a lane can hold.

    A game that outgrows its lane is played again by the general kernel: no result is ever wrong,
    and which kernel played a game cannot be told from it.
    """

    name: ClassVar[str] = "lanes"

    def __init__(
        self,
        setup: LaneSetup,
        rules: tuple[LaneRule, ...],
        key: int,
        general_engine: Callable[[], GeneralEngine],
    ) -> None:
        self._setup = setup
        self._rules = rules
        self._key = np.uint64(key)
        self._make_general = general_engine

    @classmethod
    def prepare(cls, setup: GameSetup, tables: Sequence[RuleTable], key: int) -> LaneEngine | None:
        """Return the engine, or None when lanes cannot hold this setup or these rules.

        Lanes exist in compiled code only: with the JIT off there is no such engine.
        """
        lane_setup = _setup_for_lanes(setup) if JIT else None
        if lane_setup is None:
            return None
        rules = [_rule_for_lanes(table, setup, seat) for seat, table in enumerate(tables)]
        lane_rules = tuple(rule for rule in rules if rule is not None)
        if len(lane_rules) < len(tables):
            return None
        return cls(lane_setup, lane_rules, key, lambda: GeneralEngine(setup, tables, key))

    @functools.cached_property
    def _general(self) -> GeneralEngine:
        """The general engine, made when a game outgrows its lane: hardly ever."""
        return self._make_general()

    def play(self, first: int, columns: Columns) -> None:
        """Play one game a row of `columns`, from game index `first` on."""
        play_lanes(self._setup, self._rules, self._key, first, columns, _room())
        for row in np.flatnonzero(columns.end == OUTGROWN).tolist():
            one = slice(row, row + 1)
            self._general.play(
                first + row, Columns(columns.turns[one], columns.vp[one], columns.end[one])
            )


class KingdomEngine:
    """The kingdom kernel: all cards of the base set, any rule, any number of players."""

    name: ClassVar[str] = "kingdom"

    def __init__(self, setup: GameSetup, rules: Sequence[BuyRule], key: int) -> None:
        most = int(np.iinfo(np.int16).max)  # of `Columns.vp`
        if max(map(abs, setup.vp_range)) > most:
            raise InvalidInput(
                f"a player of {setup.name!r} could come to have more than {most} VP",
                "Make the piles smaller.",
            )
        self._program = lower_kingdom(rules, setup)
        self._key = np.uint64(key)

    def play(self, first: int, columns: Columns) -> None:
        """Play one game a row of `columns`, from game index `first` on."""
        kingdom.play(self._program.tables, *self._program.room(), self._key, first, columns)


_memory: Final = threading.local()


def _room() -> LaneRoom:
    """Return this thread's room to play in, made when it is first needed."""
    if not hasattr(_memory, "room"):
        _memory.room = lane_room()
    room: LaneRoom = _memory.room
    return room


def engine_for(
    setup: GameSetup, rules: Sequence[BuyRule], key: int, kernel: str | None = None
) -> Engine:
    """Return the fastest engine that can play, or the one asked for.

    Parameters
    ----------
    setup : GameSetup
    rules : sequence of BuyRule
        One a seat.
    key : int
        The seed's key (`fastsim.game.streams.seed_key`).
    kernel : str, optional
        A name of `KERNELS`.

    Raises
    ------
    InvalidInput
        For an unknown kernel, or one that cannot play this setup with these rules; when there is
        not one rule a seat, or one cannot be played in this setup.
    """
    if kernel is not None and not (isinstance(kernel, str) and kernel in KERNELS):
        raise InvalidInput(
            f"no kernel is named {shortened(repr(kernel))}",
            suggest(shortened(str(kernel)), KERNELS) or f"Known: {', '.join(KERNELS)}.",
        )
    if kernel == KingdomEngine.name or (kernel is None and not setup.is_simple):
        return KingdomEngine(setup, rules, key)
    if not setup.is_simple:
        raise InvalidInput(
            f"the kernel {kernel!r} cannot play {setup.name!r}",
            "It knows the six cards of the simplified game only. Leave the choice of the kernel "
            "open.",
        )
    tables = compile_rules(rules, setup)
    if kernel != GeneralEngine.name:
        lanes = LaneEngine.prepare(setup, tables, key)
        if lanes is not None:
            return lanes
        if kernel == LaneEngine.name:
            raise InvalidInput(
                f"the lane kernel cannot play {setup.name!r} with these rules",
                "It takes two players, small piles, and conditions on small numbers but not on "
                "the cards in hand. Leave the choice of the kernel open.",
            )
    return GeneralEngine(setup, tables, key)
