"""What the setups change, in sentences made from the numbers."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from analysis.frames import settings_frame
from analysis.questions.setups import Settings
from analysis.report.page.finding import Finding
from analysis.statistics import Estimate, wilson
from analysis.statistics.words import (
    capital,
    counted,
    listed,
    percent,
    percent_of_games,
    plain_percent,
)
from fastsim.cards import CARDS, PROVINCE
from fastsim.game.setup import Buy, GameSetup, Tie
from fastsim.play.results import Tally

#: A row of `settings_frame`.
Row = Mapping[Hashable, Any]


def settings_findings(settings: Settings) -> Iterator[Finding]:
    """Yield who wins mirrors and why, and what the tie rule and the buy change."""
    rows: list[Row] = list(settings_frame(settings).to_dict("records"))
    mirrors = [row for row in rows if row["mirror"]]
    pairs = [row for row in rows if not row["mirror"]]
    if mirrors:
        yield from _mirrors(settings, mirrors)
        yield from _buys(settings, mirrors)
    if pairs:
        yield _pairs(pairs)


# -- mirrors: the tie rule ---------------------------------------------------------------------


def _mirrors(settings: Settings, rows: Sequence[Row]) -> Iterator[Finding]:
    """Yield why one seat wins the most lopsided mirror, and what another tie rule does to it.

    Of the first setup, which is the one that the others differ from.
    """
    first = [row for row in rows if row["setup"] == settings.setups[0].name]
    row = max(first, key=lambda row: abs(row["win_rate"] - 0.5))
    seat, other, mine, theirs = ("first", "second", "a", "b")
    if row["win_rate"] < 0.5:
        seat, other, mine, theirs = other, seat, theirs, mine
    ahead, behind, tied = row[f"points_{mine}"], row[f"points_{theirs}"], row[f"tie_{mine}"]
    games, equal = row["games"], _level(row)
    claim = (
        f"Who moves {seat} wins {percent_of_games(_share(row, ahead + tied))} of {row['a']} "
        f"against itself with “{row['setup']}”"
    )
    if ahead < behind:
        claim += f", although who moves {other} has more points more often"
    detail = [f"{percent(_share(row, equal))} of these games end level{_split(settings, row)}."]
    if tied:
        all_of = "every one" if tied == equal else plain_percent(tied / equal)
        detail.append(
            f"The tie rule gives {all_of} of those to the {seat} player, and they are "
            f"{plain_percent(tied / (ahead + tied))} of that player's wins."
        )
    if ahead + behind:
        detail.append(
            f"On points who moves {other} is ahead in {plain_percent(behind / games)} of all games "
            f"and behind in {plain_percent(ahead / games)}: ahead in "
            f"{percent(wilson(behind, ahead + behind, level=row['level']))} of those that points "
            "decide."
        )
    yield Finding(f"{claim}.", " ".join(detail))
    for alike in _same_games(settings, rows, row):
        yield _other_tie(alike)


def _split(settings: Settings, row: Row) -> str:
    """Return how the Provinces are split in a level game, when that follows from the points."""
    place = [setup.name for setup in settings.setups].index(row["setup"])
    tally = next(each for each in settings.mirrors[place] if each.rules[0].name == row["a"])
    provinces = tally.setup.supply.get(PROVINCE, 0)
    all_gone = int(tally.ended[0]) == tally.games
    if all_gone and provinces % 2 == 0 and only_provinces_score(tally):
        each = provinces // 2
        return f", which here means that the {provinces} Provinces are split {each}–{each}"
    return ""


def only_provinces_score(tally: Tally) -> bool:
    """Return whether no player ever got points but from Provinces, beyond the starting deck's."""
    named = {entry.card for rule in tally.rules for entry in rule.entries}
    named |= {card for rule in tally.rules for card in rule.otherwise}
    scoring = {card for card in CARDS if card.vp or card.scoring} - {PROVINCE}
    start = sum(card.vp * n for card, n in tally.setup.deck.items())
    seen = tally.vp_values[tally.vp.sum(axis=0) > 0]
    return not named & scoring and bool(((seen - start) % PROVINCE.vp == 0).all())


def _same_games(settings: Settings, rows: Sequence[Row], row: Row) -> list[Row]:
    """Return the rows of setups that differ from the row's in nothing but the tie rule."""
    rest = {setup.name: _without(setup, "tie") for setup in settings.setups}
    return [
        other
        for other in rows
        if other["a"] == row["a"]
        and other["setup"] != row["setup"]
        and rest[other["setup"]] == rest[row["setup"]]
    ]


def _other_tie(row: Row) -> Finding:
    first, second = (percent(_share(row, row[f"points_{x}"] + row[f"tie_{x}"])) for x in "ab")
    if row["tie"] == Tie.SECOND:
        return Finding(
            f"With “{row['setup']}” the same games of {row['a']} are won by the first player in "
            f"{first}, by the second in {second}.",
            "Level games all go to the second player.",
        )
    claim = (
        f"With “{row['setup']}” the same games of {row['a']} are won by the first player in "
        f"{first}, by the second in {second}, and shared in {percent(_share(row, row['shared']))}."
    )
    if not _level(row):
        return Finding(claim)
    shared, to_second = (plain_percent(row[x] / _level(row)) for x in ("shared", "tie_b"))
    return Finding(
        claim,
        f"Of the level games, {shared} end after as many turns each and are shared; in the other "
        f"{to_second} the first player took a turn more, and loses.",
    )


# -- mirrors: the buy --------------------------------------------------------------------------


def _buys(settings: Settings, rows: Sequence[Row]) -> Iterator[Finding]:
    """Yield what having to buy changes, where two setups differ in nothing else."""
    for must, may in itertools.permutations(settings.setups, 2):
        if (must.buy, may.buy) == (Buy.MANDATORY, Buy.OPTIONAL) and (
            _without(must, "buy") == _without(may, "buy")
        ):
            yield _buy(rows, must.name, may.name)
            return  # one pair of setups tells it: other tie rules play the same games


def _buy(rows: Sequence[Row], must: str, may: str) -> Finding:
    with_it = {row["a"]: row for row in rows if row["setup"] == must}
    without = {row["a"]: row for row in rows if row["setup"] == may}
    longer = {rule: with_it[rule]["mean_turns"] - without[rule]["mean_turns"] for rule in with_it}
    first = {rule: 100 * (with_it[rule]["win_rate"] - without[rule]["win_rate"]) for rule in longer}
    least, longest = min(longer, key=longer.__getitem__), max(longer, key=longer.__getitem__)
    most = max(first, key=lambda rule: abs(first[rule]))
    span = f"by {longer[longest]:+.2f} turns"
    if least != longest:
        span = f"by {longer[least]:+.2f} ({least}) to {longer[longest]:+.2f} turns ({longest})"
    return Finding(
        f"Having to buy changes the length of a game between players of the same rule {span}, both "
        "players' together.",
        f"It changes what the first turn is worth by {abs(first[most]):.1f} points at most: who "
        f"moves first wins {percent(_rate(with_it[most]))} of games of {most} against itself with "
        f"“{must}”, {percent(_rate(without[most]))} with “{may}”.",
    )


# -- pairs -------------------------------------------------------------------------------------


def _pairs(rows: Sequence[Row]) -> Finding:
    """Return whether the setup changes who wins, and where it changes most."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["a"], row["b"]), []).append(row)
    turned = [
        f"{a} v {b}"
        for (a, b), group in groups.items()
        if any(row["low"] > 0.5 for row in group) and any(row["high"] < 0.5 for row in group)
    ]
    setups = counted(len({row["setup"] for row in rows}), "setup")
    if turned:
        claim = f"Who wins depends on the setup in {listed(turned)}."
    elif len(groups) == 1:
        claim = f"The setup does not change who wins {rows[0]['a']} v {rows[0]['b']}."
    else:
        pairs = capital(counted(len(groups), "pair"))
        claim = f"{pairs}, {setups}: none of them turns a winner into a loser."
    ends = [(min(group, key=_win_rate), max(group, key=_win_rate)) for group in groups.values()]
    low, high = max(ends, key=lambda pair: _win_rate(pair[1]) - _win_rate(pair[0]))
    return Finding(
        claim,
        f"It changes the win rate most in {high['a']} v {high['b']}: {high['a']} wins "
        f"{percent(_rate(high))} with “{high['setup']}”, {percent(_rate(low))} with "
        f"“{low['setup']}”.",
    )


# -- rows of a settings_frame ------------------------------------------------------------------


def _level(row: Row) -> int:
    """Return the games that ended with equal points."""
    return int(row["tie_a"] + row["shared"] + row["tie_b"])


def _share(row: Row, games: int) -> Estimate[float]:
    return wilson(games, row["games"], level=row["level"])


def _win_rate(row: Row) -> float:
    return float(row["win_rate"])


def _rate(row: Row) -> Estimate[float]:
    return Estimate(row["win_rate"], row["standard_error"], row["low"], row["high"], row["level"])


def _without(setup: GameSetup, key: str) -> dict[str, object]:
    """Return a setup's values but for its name and one more."""
    return {k: v for k, v in setup.describe().items() if k not in ("name", key)}
