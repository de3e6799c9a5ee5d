"""What a longer rule is worth: rules by their length against a panel of opponents.

In a spec::

    [frontier]                      # rules by their length, as `fastsim evolve` writes them
    rules = "evolved/rules.toml"    # a file, or one beside the spec: all its rules
    against = ["Big Money"]         # each rule's win rate is the mean over these
    games = 100_000                 # of each rule against each of them
    within = 0.001                  # the share of games that a shorter rule may cost
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from analysis.frames import length_frame
from analysis.output.commands import matchup_command
from analysis.plots.frontier import frontier
from analysis.plots.labels import estimate_of
from analysis.questions.optimise.evolution.edits import length
from analysis.questions.optimise.evolution.scores import Scores
from analysis.questions.optimise.evolution.scores import play as play_scores
from analysis.report.page.figures import on_page
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part
from analysis.report.page.reader import Reader, at, games_of, paragraphs
from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.section import Section
from analysis.report.page.spec import PartSpec, ReportSpec
from analysis.report.page.tables import Cell, Column, Table
from analysis.statistics.words import counted, listed, percent, plain_percent
from fastsim.rules.check import check_rule
from fastsim.rules.load import load_rules
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput
from fastsim.text.words import number_of

#: What a rule must win more than the next shorter one for the summary to speak of it.
_MUCH = 0.02


@dataclass(frozen=True)
class FrontierSpec(PartSpec):
    """Rules to compare by their length.

    Attributes
    ----------
    rules : tuple of BuyRule
        The shortest first.
    source : str
        The file that they are from.
    against : tuple of BuyRule
    games : int
        Of each rule against each opponent, half in each seat order.
    within : float
        Share of the games that a shorter rule may cost.
    """

    rules: tuple[BuyRule, ...]
    source: str
    against: tuple[BuyRule, ...]
    games: int
    within: float

    @property
    def played(self) -> int:
        """Games of all rules together."""
        return len(self.rules) * len(self.against) * self.games

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return [*self.rules, *self.against]


def read(reader: Reader, table: dict[str, Any], where: str) -> FrontierSpec:
    """Return the frontier that a table describes."""
    found = at(where, load_rules, reader.file(table["rules"]), reader.setup)
    if found.refused:
        raise InvalidInput(f"{where}{found.refused[0]}")
    rules = reader.told_apart(sorted(found.rules.values(), key=length))
    for rule in rules:
        at(where, check_rule, rule, reader.setup)
    against = tuple(reader.rule(where, str(text)) for text in table["against"])
    if not against:
        raise InvalidInput(f"{where}against is empty", "Name at least one rule.")
    return FrontierSpec(
        table.get("title", "What length is worth"), paragraphs(table), tuple(rules),
        table["rules"], against, games_of(table, where), float(table.get("within", 0.001)),
    )  # fmt: skip


def play(part: FrontierSpec, run: Run) -> Played[FrontierSpec, Scores]:
    """Play every rule against every opponent."""
    source = run.source(part.played)
    scores = play_scores(source, part.rules, part.against, part.games // 2)
    met = [(run.setup, pair) for pair in itertools.product(part.rules, part.against)]
    return Played(part, scores, part.played, met)


def findings(played: Sequence[Played[FrontierSpec, Scores]], results: Results) -> Iterator[Finding]:
    """Yield which length is enough."""
    for one in played:
        yield frontier_finding(one.spec, _frame(one, results))


def sections(played: Sequence[Played[FrontierSpec, Scores]], results: Results) -> Iterator[Section]:
    """Yield rules by their length."""
    for one in played:
        yield _section(one.spec, _frame(one, results), results.spec)


def frames(
    played: Sequence[Played[FrontierSpec, Scores]], results: Results
) -> dict[str, pd.DataFrame]:
    """Return the rules by their length."""
    return {"frontier.csv": _frame(played[0], results)}


def _frame(played: Played[FrontierSpec, Scores], results: Results) -> pd.DataFrame:
    return length_frame(played.result, within=played.spec.within, level=results.spec.level)


def frontier_finding(part: FrontierSpec, frame: pd.DataFrame) -> Finding:
    """Return which length is enough, by a `length_frame`."""
    best = frame.iloc[int(frame["win_rate"].to_numpy().argmax())]
    enough = frame[frame["result"]].iloc[0]
    over = counted(len(part.against), "opponent")
    claim = (
        f"Length {enough['length']} is enough: {enough['rule']} wins "
        f"{percent(estimate_of(enough))} of its games, averaged over {over}."
    )
    if best["length"] != enough["length"]:
        claim = (
            f"{claim[:-1]}; the best of all, of length {best['length']}, "
            f"{percent(estimate_of(best))}."
        )
    gains = frame["win_rate"].diff()
    steps = [
        f"{percent(estimate_of(row))} at length {row['length']}"
        for _, row in frame[(gains >= _MUCH) & (frame["length"] < enough["length"])].iterrows()
    ]
    beats = frame[frame["hardest_win_rate"] > 0.5]
    detail = f"Most of it is there before: {listed(steps)}. " if steps else ""
    if len(beats):
        first = beats.iloc[0]
        detail += (
            f"The shortest that wins more than half of its games against each of them has length "
            f"{first['length']}: against {first['hardest']}, its hardest, "
            f"{100 * first['hardest_win_rate']:.1f} %."
        )
    return Finding(claim, detail)


def _section(part: FrontierSpec, frame: pd.DataFrame, spec: ReportSpec) -> Section:
    names = ", ".join(rule.name for rule in part.against)
    picture = on_page(
        frontier(frame),
        f"Win rate against length of {number_of(len(frame), 'rule')}, averaged over {names}, and "
        "against the hardest of them. The table below has the same numbers.",
        f"Averaged over {names}. Ringed: the shortest rule that wins at most "
        f"{100 * part.within:g} points less than the best.",
    )
    return Section(
        "frontier",
        part.title,
        part.text,
        (picture,),
        (_length_table(frame),),
        commands=tuple(_duels(spec, part, str(frame[frame["result"]]["rule"].iloc[0]))),
    )


def _length_table(frame: pd.DataFrame) -> Table:
    rows = tuple(
        (
            Cell(str(row["length"]), row["length"]),
            Cell(percent(estimate_of(pd.Series(row))), row["win_rate"]),
            Cell(row["hardest"], row["hardest"]),
            Cell(plain_percent(row["hardest_win_rate"], 2), row["hardest_win_rate"]),
            Cell(row["text"], row["text"], "code"),
        )
        for row in frame.to_dict("records")
    )
    columns = (
        Column("Length", "entries, conditions, further terms and other statements"),
        Column("Win rate", "mean over the opponents, with its interval"),
        Column("Hardest", "the opponent that it wins least against", numeric=False),
        Column("Against it", "win rate against that opponent"),
        Column("Rule", numeric=False),
    )
    return Table(columns, rows, "The best rule of every length.", wide=True)


def _duels(spec: ReportSpec, part: FrontierSpec, name: str) -> Iterator[tuple[str, str]]:
    """Yield the commands that play the rule of that name against every opponent."""
    rule = next(rule for rule in part.rules if rule.name == name)
    for other in part.against:
        command = matchup_command(rule, other, part.games, spec.seed, spec.setup_argument)
        yield f"{name} against {other.name}", command


FRONTIER: Final = Part(
    key="frontier",
    many=False,
    keys={"rules": str, "against": list, "games": int, "within": float},
    needed=("rules", "against", "games"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
)
