"""The same matchups in several setups: what is asked, and its games."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from analysis.questions.setups import Settings, play_settings
from analysis.report.page.reader import MAX_RULES, Reader, at, games_of, paragraphs, table_of
from analysis.report.page.results import Played
from analysis.report.page.run import Run
from analysis.report.page.spec import NamedSetup, PartSpec
from fastsim.game.setup_file import changed_setup, load_setup, setup_text
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput
from fastsim.text.words import number_of, shortened

#: Setups beyond which a figure of them all would be beyond reading.
MAX_SETUPS: Final = 8
#: What `[[settings.setups]]` may hold beside the keys of a setup file that are to change.
SETUP: Final = {"name": str, "base": str}


@dataclass(frozen=True)
class SettingsSpec(PartSpec):
    """Matchups to play in several setups.

    Attributes
    ----------
    changed : tuple of NamedSetup
        Two or more.
    rules : tuple of BuyRule
        Each against itself.
    pairs : tuple of (BuyRule, BuyRule)
    games : int
        Of each pair in each setup; each rule plays half as many against itself.
    """

    changed: tuple[NamedSetup, ...]
    rules: tuple[BuyRule, ...]
    pairs: tuple[tuple[BuyRule, BuyRule], ...]
    games: int

    @property
    def played(self) -> int:
        """Games played in all setups together."""
        each = len(self.pairs) * self.games + len(self.rules) * (self.games // 2)
        return len(self.changed) * each

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return [*self.rules, *itertools.chain(*self.pairs)]

    @property
    def setups(self) -> Sequence[NamedSetup]:
        """The setups that are compared."""
        return self.changed


def read(reader: Reader, table: dict[str, Any], where: str) -> SettingsSpec:
    """Return the setups, and what is to be played in them, that a table describes."""
    setups: list[NamedSetup] = []
    for k, changes in enumerate(table["setups"]):
        found = _read_setup(reader, f"{where}setups, number {k + 1}: ", changes)
        for other in setups:
            same = other.setup == found.setup
            if same or other.setup.name == found.setup.name:
                raise InvalidInput(
                    f"{where}the setups {other.setup.name!r} and {found.setup.name!r} "
                    + ("are the same game" if same else "have the same name")
                )
        setups.append(found)
    if not 2 <= len(setups) <= MAX_SETUPS:
        raise InvalidInput(f"{where}{number_of(len(setups), 'setup')}", f"Give 2 to {MAX_SETUPS}.")
    games = [named.setup for named in setups]
    rules = reader.rules(where, table.get("rules", []), games)
    pairs = []
    for pair in table.get("pairs", []):
        if not (isinstance(pair, list) and len(pair) == 2):
            raise InvalidInput(
                f"{where}pairs holds {shortened(repr(pair))}",
                'A pair is ["one rule", "another"].',
            )
        a, b = reader.rules(where, pair, games)
        pairs.append((a, b))
    if not 1 <= len(rules) + len(pairs) <= MAX_RULES:
        raise InvalidInput(
            f"{where}{number_of(len(rules), 'rule')} and {number_of(len(pairs), 'pair')}",
            f"Give 1 to {MAX_RULES} together.",
        )
    return SettingsSpec(
        table.get("title", "What the setup changes"), paragraphs(table),
        tuple(setups), rules, tuple(pairs), games_of(table, where),
    )  # fmt: skip


def _read_setup(reader: Reader, where: str, table: Any) -> NamedSetup:
    changes = dict(table_of(table, where))
    names = reader.checked({k: changes.pop(k) for k in SETUP if k in changes}, SETUP, where, ())
    base = names.get("base", reader.setup_argument)
    argument = setup_text(base, changes)
    name = " ".join(names.get("name", argument).split())
    setup = at(where, lambda: changed_setup(load_setup(base), changes, name=name))
    if setup.players != 2:
        raise InvalidInput(
            f"{where}{setup.players} players", "A report compares rules two at a time."
        )
    return NamedSetup(setup, argument, f"“{setup.name}”")


def play(part: SettingsSpec, run: Run) -> Played[SettingsSpec, Settings]:
    """Play every matchup in every setup."""
    result = play_settings(
        [named.setup for named in part.setups], part.rules, part.pairs, games=part.games,
        seed=run.seed, executor=run.executor, level=run.level, progress=run.progress,
    )  # fmt: skip
    pairs = [*part.pairs, *((rule, rule) for rule in part.rules)]
    met = [(named.setup, pair) for named in part.setups for pair in pairs]
    return Played(part, result, part.played, met)
