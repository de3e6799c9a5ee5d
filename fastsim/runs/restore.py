"""Jobs made again from what they say of themselves."""

from __future__ import annotations

import json
from typing import Any, Final

from fastsim.execute.jobs import Job
from fastsim.game.setup_file import parse_setup
from fastsim.game.streams import GENERATOR
from fastsim.play.games import TallyJob
from fastsim.play.lineups import Lineup, LineupJob
from fastsim.play.matches import MatchJob
from fastsim.play.matchups import Matchup, MatchupJob
from fastsim.play.telemetry import TelemetryJob
from fastsim.rules.decisions import defaults_digest
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import FastsimError

_OF_SEATS: Final = {job.kind: job for job in (TallyJob, TelemetryJob, MatchJob)}


def job_of(text: str, names_text: str) -> Job[Any]:
    """Return the job with these `Job.text` and `Job.names_text`.

    Raises
    ------
    ValueError
        When there is no such job, or this version of the project cannot play it.
    """
    try:
        values, names = json.loads(text), json.loads(names_text)
        if values["generator"] != GENERATOR:
            raise ValueError(f"its games are of another generator, {values['generator']!r}")
        setup = parse_setup(values["setup"], source="a stored job", name=names["setup"])
        if values.get("defaults", defaults_digest(setup)) != defaults_digest(setup):
            raise ValueError("its cards or its default plays are others")
        named = zip(values["rules"], names["rules"], strict=True)
        rules = tuple(parse_rule(rule, name=name) for rule, name in named)
        if values["kind"] == MatchupJob.kind:
            pairs = tuple(Matchup(rules[a], rules[b]) for a, b in values["pairs"])
            return MatchupJob(setup, pairs, values["seed"], paired=values["paired"])
        if values["kind"] == LineupJob.kind:
            lineups = tuple(Lineup(tuple(rules[k] for k in each)) for each in values["lineups"])
            return LineupJob(setup, lineups, values["seed"])
        return _OF_SEATS[values["kind"]](setup, rules, values["seed"])
    except (FastsimError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise ValueError(f"not a job of this version: {error}") from None
