"""Specs of searches from TOML: frontiers, best answers and equilibria."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from analysis.questions.optimise.evolution.edits import length
from analysis.questions.optimise.family import Family, parse_choice
from analysis.questions.optimise.solve import check_budget
from analysis.report.page import keys
from analysis.report.page.reader import at, checked, games_of, paragraphs, table_of
from analysis.report.search_spec import EquilibriumSpec, FrontierSpec, ResponseSpec
from fastsim.game.setup import GameSetup
from fastsim.rules.check import check_rule
from fastsim.rules.load import load_rule, load_rules
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput


class SearchReader:
    """Reads the tables of searches.

    Parameters
    ----------
    setup : GameSetup
    read_rule : callable
        Returns the rule that a text stands for, given where it stands and the text.
    folder : Path
        Of the spec.
    tell_apart : callable
        Returns rules under names that no other rule of the report has.
    """

    def __init__(
        self,
        setup: GameSetup,
        read_rule: Callable[[str, str], BuyRule],
        folder: Path,
        tell_apart: Callable[[Sequence[BuyRule]], list[BuyRule]],
    ) -> None:
        self.setup = setup
        self.read_rule = read_rule
        self.folder = folder
        self.tell_apart = tell_apart

    def frontier(self, table: dict[str, Any]) -> FrontierSpec:
        """Return the spec of a frontier."""
        where = "frontier: "
        table = checked(table, keys.FRONTIER, where, ("rules", "against", "games"))
        found = at(where, load_rules, self._file(table["rules"]), self.setup)
        if found.refused:
            raise InvalidInput(f"{where}{found.refused[0]}")
        rules = self.tell_apart(sorted(found.rules.values(), key=length))
        for rule in rules:
            at(where, check_rule, rule, self.setup)
        against = tuple(self.read_rule(where, str(text)) for text in table["against"])
        if not against:
            raise InvalidInput(f"{where}against is empty", "Name at least one rule.")
        return FrontierSpec(
            tuple(rules), table["rules"], against, games_of(table, where),
            float(table.get("within", 0.001)), table.get("title", "What length is worth"),
            paragraphs(table),
        )  # fmt: skip

    def _file(self, name: str) -> str:
        """Return a file that the spec names: as on the command line, or beside the spec."""
        beside = self.folder / name
        return name if Path(name).exists() or not beside.exists() else str(beside)

    def response(self, index: int, table: Any) -> ResponseSpec:
        """Return the spec of a search for the best answer."""
        where = f"responses, number {index + 1}: "
        needed = ("template", "over", "against", "games", "fresh")
        table = checked(table_of(table, where), keys.RESPONSE, where, needed)
        against = self.read_rule(where, table["against"])
        title = table.get("title", f"The best answer to {against.name}")
        return ResponseSpec(
            self._family(where, table), against, games_of(table, where), table["fresh"], title,
            paragraphs(table),
        )  # fmt: skip

    def equilibrium(self, table: dict[str, Any]) -> EquilibriumSpec:
        """Return the spec of an equilibrium."""
        where = "equilibrium: "
        needed = ("template", "over", "bound", "games", "answer_games", "fresh")
        table = checked(table, keys.EQUILIBRIUM, where, needed)
        given = tuple(self.read_rule(where, str(text)) for text in table.get("with", []))
        title = table.get("title", "The equilibrium")
        games = games_of(table, where)
        answer_games, fresh = table["answer_games"], table["fresh"]
        at(where, lambda: check_budget(given, budget=games, answer_games=answer_games, fresh=fresh))
        return EquilibriumSpec(
            self._family(where, table), given, float(table["bound"]), games,
            answer_games, fresh, title, paragraphs(table),
        )  # fmt: skip

    def _family(self, where: str, table: dict[str, Any]) -> Family:
        choices = tuple(at(where, parse_choice, str(text)) for text in table["over"])
        family: Family = at(where, Family, at(where, load_rule, table["template"]), choices)
        at(where, check_rule, family.rules[0], self.setup)
        return family
