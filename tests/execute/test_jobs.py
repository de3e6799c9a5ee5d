"""Jobs know their games by content, and can be made again from what they say of themselves."""

import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from fastsim.execute.jobs import Chunk, Job
from fastsim.execute.packing import pack, unpack
from fastsim.execute.restore import job_of
from fastsim.kingdoms import RECOMMENDED, base
from fastsim.matchups import Matchup, MatchupJob
from fastsim.rules.parse import parse_rule
from fastsim.setup import basic, simplified
from fastsim.simulation import TallyJob
from fastsim.telemetry import TelemetryJob
from tests.execute.played import PAIRS, RULES

JOBS: list[Job] = [  # type: ignore[type-arg]
    TallyJob(basic(3), tuple(RULES), 7),
    TelemetryJob(simplified(), (RULES[0], RULES[1]), 7),
    MatchupJob(simplified(), tuple(PAIRS), 7),
    MatchupJob(simplified(), tuple(PAIRS), 7, paired=False),
]


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.kind)
def test_a_job_can_be_made_again(job: Job) -> None:  # type: ignore[type-arg]
    for again in (job_of(job.text, job.names_text), pickle.loads(pickle.dumps(job))):
        assert (again.key, again.names(), again.games_each) == (
            job.key,
            job.names(),
            job.games_each,
        )
        packed = [pack(one.to_arrays(Chunk(one, 10, 200).play())) for one in (job, again)]
        assert packed[0] == packed[1]


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.kind)
def test_counts_come_back_and_add(job: Job) -> None:  # type: ignore[type-arg]
    def stored(first: int, stop: int) -> object:
        counts = Chunk(job, first, stop).play()
        return job.from_arrays(first, stop, unpack(pack(job.to_arrays(counts))))

    whole = job.to_arrays(Chunk(job, 0, 300).play())
    parts = job.to_arrays(stored(0, 100) + stored(100, 300))  # type: ignore[operator]
    assert whole.keys() == parts.keys()
    assert all(np.array_equal(whole[name], parts[name]) for name in whole)


def test_the_key_is_that_of_the_games() -> None:
    job = MatchupJob(simplified(), tuple(PAIRS), 7)
    same = [
        replace(job, kernel="general"),
        replace(job, setup=replace(simplified(), name="by another name")),
        replace(job, matchups=tuple(Matchup(replace(m.a, name="x"), m.b) for m in PAIRS)),
    ]
    assert {other.key for other in same} == {job.key}
    other = [
        replace(job, seed=8),
        replace(job, setup=basic()),
        replace(job, matchups=tuple(PAIRS[::-1])),
        replace(job, matchups=(*PAIRS[:2], Matchup(PAIRS[2].b, RULES[1]))),
        replace(job, paired=False),
        TallyJob(simplified(), (RULES[0], RULES[1]), 7),
        TelemetryJob(simplified(), (RULES[0], RULES[1]), 7),
    ]
    assert len({job.key, *(one.key for one in other)}) == 1 + len(other)


def test_chunks_that_are_kept_do_not_depend_on_the_machine() -> None:
    template = parse_rule("Gold if turn > {n}")
    for count, expected in ((1, 2**19), (50, 2**24 // 100), (2000, 2**14)):
        matchups = tuple(Matchup(template.fill({"n": Fraction(k)}), RULES[0]) for k in range(count))
        assert MatchupJob(simplified(), matchups, 0).fixed_chunk == expected


def test_kept_chunks_of_a_kingdom_are_some_seconds_of_work_too() -> None:
    setup = base(RECOMMENDED["first-game"])
    rules = tuple(parse_rule("Province; Gold; Silver", name=str(k)) for k in range(2))
    for count, expected in ((1, 2**17), (50, 2**21 // 100), (2000, 2**11)):
        assert MatchupJob(setup, (Matchup(*rules),) * count, 0).fixed_chunk == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "{}"),
        ("[]", "{}"),
        ("{}", "{}"),
        (JOBS[0].text.replace("tally", "nothing"), JOBS[0].names_text),
        (JOBS[0].text.replace("Province", "Provence"), JOBS[0].names_text),
        (JOBS[0].text.replace('"generator":"', '"generator":"not '), JOBS[0].names_text),
        (JOBS[2].text.replace('"pairs":[[0,1]', '"pairs":[[0,9]'), JOBS[2].names_text),
        (JOBS[0].text, '{"setup": "x", "rules": []}'),
    ],
    ids=range(8),
)
def test_what_is_no_job_is_refused(text: str, names: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - which of its kinds does not matter
        job_of(text, names)
