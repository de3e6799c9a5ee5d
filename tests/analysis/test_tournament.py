"""Tournaments: every number in its place, every statement as sure as it says."""

import itertools
import json

import numpy as np
import pandas as pd
import pytest

from analysis.frames import (
    RANKING_COLUMNS,
    TOURNAMENT_COLUMNS,
    comparison_frame,
    ranking_frame,
    tournament_frame,
)
from analysis.output.commands import tournament_command
from analysis.output.sets.tournaments import write_tournament
from analysis.plots.matrix import matrix
from analysis.questions import tournament as module
from analysis.questions.duel import duel
from analysis.questions.tournament import tournament
from fastsim.game.setup import basic, simplified
from fastsim.rules.load import load_rule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput
from tests.analysis.scripted import by_rates, named, scripted_chunks

RULES = [load_rule(name) for name in ("Big Money", "Big Money Ultimate", "Duchy dancing", "Greedy")]


@pytest.fixture(scope="module")
def played():
    return tournament(simplified(), RULES, games=4000, seed=3)


@pytest.fixture
def scripted(monkeypatch):
    """Play a tournament whose results are as the rates say."""

    def play(names, rates, games=2000, **options):
        monkeypatch.setattr(module, "matchup_chunks", scripted_chunks(by_rates(rates)))
        return tournament(simplified(), named(*names), games=games, **options)

    return play


def test_every_pair_is_the_duel_of_its_rules_in_either_order(played) -> None:
    for i, j in itertools.permutations(range(4), 2):
        alone = duel(simplified(), RULES[i], RULES[j], games=4000, seed=3)
        here = played.duel(i, j)
        assert (here.a, here.b) == (RULES[i], RULES[j])
        assert here.tally.a_first[0].to_bytes() == alone.tally.a_first[0].to_bytes()
        assert here.tally.b_first[0].to_bytes() == alone.tally.b_first[0].to_bytes()
        assert here.tally.order_products.tolist() == alone.tally.order_products.tolist()
        assert here.win_rate == alone.win_rate
        assert here.p_value == alone.p_value


def test_shared_victories_turn_round_as_well() -> None:
    found = tournament(basic(), RULES[:2], games=2000)
    alone = duel(basic(), RULES[1], RULES[0], games=2000)
    assert alone.a_first.shared[0] > 0
    assert found.duel(1, 0).win_rate == alone.win_rate


def test_rows_win_against_columns(played) -> None:
    rates = played.win_rates
    assert np.isnan(rates.value.diagonal()).all()
    for i, j in itertools.permutations(range(4), 2):
        assert rates.value[i, j] == played.duel(i, j).win_rate.value
        assert rates.value[i, j] == pytest.approx(1 - rates.value[j, i])
        assert rates.low[i, j] < rates.value[i, j] < rates.high[i, j]
    # Big Money loses to Big Money Ultimate, and beats Greedy
    assert rates.value[0, 1] < 0.25
    assert rates.value[0, 3] > 0.55


def test_classes_sum_to_games_in_every_row(played) -> None:
    frame = tournament_frame(played)
    assert list(frame.columns) == list(TOURNAMENT_COLUMNS)
    assert len(frame) == 12
    assert (frame["wins"] + frame["losses"] + frame["shared"] == frame["games"]).all()
    assert (frame["games"] == 4000).all()
    assert played.games == 6 * 4000
    order = [(a.name, b.name) for a, b in itertools.permutations(RULES, 2)]
    assert list(zip(frame["rule"], frame["opponent"], strict=True)) == order
    both = frame.set_index(["rule", "opponent"])
    for a, b in order:
        row, mirrored = both.loc[a, b], both.loc[b, a]
        assert row["wins"] == mirrored["losses"]
        assert row["p_adjusted"] == pytest.approx(mirrored["p_adjusted"])
        assert row["expected"] == pytest.approx(1 - mirrored["expected"])
        assert row["win_rate_first"] == pytest.approx(1 - mirrored["win_rate_second"])
        assert not (row["beats"] and mirrored["beats"])
    assert (frame["significant"] | ~frame["beats"]).all()


def test_frames_agree_on_what_is_significant(played) -> None:
    pairs = tournament_frame(played).set_index(["rule", "opponent"])
    for row in comparison_frame(played.duels).to_dict("records"):
        same = pairs.loc[row["a"], row["b"]]
        assert (same["p_adjusted"], same["significant"]) == (row["p_adjusted"], row["significant"])


def test_ranking_is_by_mean_win_rate_and_strength_alike(played) -> None:
    frame = ranking_frame(played.tally)
    assert sorted(frame.columns) == sorted(RANKING_COLUMNS)
    assert sorted(frame["rule"][:2]) == ["Big Money Ultimate", "Duchy dancing"]
    assert frame["rule"][2:].tolist() == ["Big Money", "Greedy"]
    assert frame["win_rate"].is_monotonic_decreasing
    assert frame["strength"].is_monotonic_decreasing
    assert frame["strength"].sum() == pytest.approx(0, abs=1e-9)
    means = np.nanmean(played.win_rates.value, axis=1)
    for row in frame.to_dict("records"):
        index = [rule.name for rule in RULES].index(row["rule"])
        assert row["win_rate"] == pytest.approx(means[index])
        assert row["best_rank"] <= row["rank"] <= row["worst_rank"]
        assert row["games"] == 12_000
    assert [rule.name for group in played.groups for rule in group] == frame["rule"].tolist()


def test_errors_of_means_allow_for_the_luck_in_common(played) -> None:
    # the same from scores game by game: what a rule makes of each index against all others
    frame = ranking_frame(played.tally).set_index("rule")
    parts = [
        tournament(simplified(), RULES, games=40, seed=3, start=20 * k) for k in range(100)
    ]  # fmt: skip
    means = np.array([np.nanmean(part.win_rates.value, axis=1) for part in parts])
    for k, rule in enumerate(RULES):
        row = frame.loc[rule.name]
        assert means[:, k].mean() == pytest.approx(row["win_rate"])
        assert means[:, k].std(ddof=1) / 10 == pytest.approx(row["standard_error"], rel=0.3)


def test_threads_change_nothing_and_the_seed_does() -> None:
    def tallies(**options):
        found = tournament(simplified(), RULES[:3], games=3000, **options)
        return [t.to_bytes() for t in (*found.tally.a_first, *found.tally.b_first)]

    assert tallies(threads=1) == tallies(threads=2)
    assert tallies(seed=1) != tallies(seed=0)


def test_rules_whose_results_are_certain() -> None:
    # when no Copper is left, one must buy Estates, and the other has Silvers to buy instead
    weak = [parse_rule(text, name=text) for text in ("Copper", "Copper; Silver")]
    found = tournament(simplified(), [weak[1], RULES[0], weak[0]], games=400)
    assert found.win_rates.value[~np.eye(3, dtype=bool)].tolist() == [0, 0, 1, 1, 1, 0]
    assert [[rule.name for rule in group] for group in found.groups] == [
        ["Big Money"], ["Copper"], ["Copper; Silver"],
    ]  # fmt: skip
    frame = ranking_frame(found.tally)
    assert frame["win_rate"].tolist() == [1, 0.5, 0]
    assert frame["standard_error"].tolist() == [0, 0, 0]
    assert frame["low"].iloc[0] < 1
    assert frame["high"].iloc[2] > 0
    assert frame["best_rank"].tolist() == frame["worst_rank"].tolist() == [1, 2, 3]
    assert frame["strength"].isna().all()  # nobody lost to anybody it beat
    assert found.cycles == ()


def test_a_handful_of_games_proves_nothing() -> None:
    weak = parse_rule("Copper", name="Copper")
    found = tournament(simplified(), [RULES[0], weak], games=4)
    assert found.win_rates.value[0, 1] == 1
    assert len(found.groups) == 1


def test_a_rule_under_two_names_is_never_told_apart() -> None:
    twins = [parse_rule("Province; Gold; Silver", name=name) for name in ("One", "Other")]
    for seed in range(20):
        found = tournament(simplified(), [*twins, RULES[1]], games=400, seed=seed)
        assert found.duel(0, 1).p_value == 1
        assert not found.beats[0, 1]
        assert not found.beats[1, 0]
        assert not found.standings.ranking.above[:2, :2].any()
        frame = ranking_frame(found.tally)
        assert frame["strength"].iloc[1] == pytest.approx(frame["strength"].iloc[2])


def test_a_planted_cycle_is_found(scripted) -> None:
    rates = {("A", "B"): 0.6, ("B", "C"): 0.6, ("C", "A"): 0.6}
    rates |= {(name, "D"): 0.8 for name in "ABC"}
    found = scripted("ABCD", rates)
    assert [[rule.name for rule in cycle] for cycle in found.cycles] == [["A", "B", "C"]]
    assert [[rule.name for rule in group] for group in found.groups][-1] == ["D"]
    assert found.groups[0] != found.rules[:1]
    other = scripted("ABCD", rates | {("C", "A"): 0.4})
    assert other.cycles == ()


def test_a_cycle_that_luck_may_have_made_is_not_listed(scripted) -> None:
    rates = {("A", "B"): 0.52, ("B", "C"): 0.52, ("C", "A"): 0.52}
    assert scripted("ABC", rates, games=200).cycles == ()


def test_two_rules_are_a_tournament() -> None:
    found = tournament(simplified(), RULES[:2], games=2000, seed=1)
    assert found.games == found.games_per_pair == 2000
    rate = duel(simplified(), *RULES[:2], games=2000, seed=1).win_rate
    frame = ranking_frame(found.tally)
    assert frame["win_rate"].tolist() == [1 - rate.value, rate.value]
    strength = np.log(rate.value / (1 - rate.value)) / 2
    assert frame["strength"].tolist() == pytest.approx([-strength, strength])


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        ([], {}, "a tournament of 0 rules"),
        (RULES[:1], {}, "a tournament of 1 rule"),
        ([*RULES, RULES[0]], {}, "the rule 'Big Money' is there twice"),
        (RULES, {"games": 3}, "3 games a pair"),
        (named(*map(str, range(65))), {}, "65 rules are 2,080 pairs"),
        (RULES, {"threads": 0}, "0 threads"),
    ],
)
def test_impossible_tournaments_are_refused(rules, options, message) -> None:
    with pytest.raises(InvalidInput, match=message):
        tournament(simplified(), rules, **{"games": 100, **options})


def test_a_rule_does_not_play_itself(played) -> None:
    with pytest.raises(InvalidInput, match="does not play itself"):
        played.duel(1, 1)


def test_an_interrupt_keeps_whole_chunks(monkeypatch) -> None:
    real = module.matchup_chunks

    def interrupted(*arguments, **options):
        parts = real(*arguments, **options)
        yield next(parts)
        next(parts)
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "matchup_chunks", interrupted)
    seen = []
    found = tournament(simplified(), RULES[:3], games=100_000, threads=1, progress=seen.append)
    assert 0 < found.games_per_pair < 100_000
    assert seen == [found.games]
    assert {t.games for t in (*found.tally.a_first, *found.tally.b_first)} == {found.tally.games}


def test_the_matrix_has_rules_in_the_order_given_and_is_not_transposed(scripted) -> None:
    rates = {("A", "B"): 0.9, ("B", "C"): 0.7, ("A", "C"): 0.6}
    found = scripted("ABC", rates, games=20_000)
    order = ["B", "C", "A"]
    ax = matrix(comparison_frame(found.duels), order=order)
    assert [t.get_text() for t in ax.get_yticklabels()] == order
    assert [t.get_text() for t in ax.get_xticklabels()] == order
    low, high = ax.get_ylim()
    assert low > high  # rows from the top
    shown = {
        (round(t.get_position()[1]), round(t.get_position()[0])): float(t.get_text())
        for t in ax.texts
        if t.get_text().replace(".", "").isdigit()
    }
    expected = {(a, b): 100 * r for (a, b), r in rates.items()}
    expected |= {(b, a): 100 - r for (a, b), r in list(expected.items())}
    for (a, b), rate in expected.items():
        assert shown[order.index(a), order.index(b)] == pytest.approx(rate, abs=2)
    mesh = ax.collections[0].get_array()
    assert mesh[0, 1] == pytest.approx(70, abs=2)  # row B, column C
    assert mesh[0, 2] == pytest.approx(10, abs=2)  # row B, column A


def test_files_hold_the_tables_and_the_commands(played, tmp_path) -> None:
    written = write_tournament(played, tmp_path / "out", setup="simplified")
    assert [path.name for path in written] == [
        "matrix.png", "matrix.svg", "matrix.csv", "ranking.csv", "tournament.json",
    ]  # fmt: skip
    assert written[0].read_bytes().startswith(b"\x89PNG")
    back = pd.read_csv(written[2])
    pd.testing.assert_frame_equal(back, tournament_frame(played))
    ranked = pd.read_csv(written[3])
    pd.testing.assert_frame_equal(ranked, ranking_frame(played.tally))
    document = json.loads(written[4].read_text(encoding="utf-8"))
    assert document["win_rates"][0][0] is None
    assert document["win_rates"][1][0] == played.duel(1, 0).win_rate.value
    assert document["command"] == tournament_command(played)
    assert document["command"].startswith('fastsim tournament "Big Money" "Big Money Ultimate"')
    assert document["duels"][0]["command"] == (
        'fastsim duel "Big Money" "Big Money Ultimate" --games 4000 --seed 3 --setup simplified'
    )
    assert document["provenance"]["games"] == 24_000
    assert set(document["columns"]["pairs"]) == set(back.columns)


def test_what_is_no_number_is_null_in_json(tmp_path) -> None:
    weak = parse_rule("Copper", name="Copper")
    found = tournament(simplified(), [*RULES[:2], weak], games=400)
    text = write_tournament(found, tmp_path)[-1].read_text(encoding="utf-8")
    document = json.loads(text)
    assert "Infinity" not in text
    assert document["on_scale"] == [True, True, False]
    assert document["ranking"][2]["strength"] is None


def test_games_that_do_not_begin_at_the_start_have_no_command() -> None:
    found = tournament(simplified(), RULES[:2], games=100, start=7)
    assert tournament_command(found) is None


def test_rules_given_by_texts_that_begin_alike_are_told_apart() -> None:
    head = "Province if total_money > 18; Duchy if provinces <= 4; Estate if provinces <= "
    texts = [load_rule(f"{head}{n}; Gold; Silver") for n in (2, 3)]
    names = [f"… Estate if provinces <= {n}; Gold; Silver" for n in (2, 3)]
    found = tournament(simplified(), texts, games=100)
    assert [rule.name for rule in found.rules] == names
    assert list(found.standings.names) == names
    one = duel(simplified(), *texts, games=100)
    assert [one.a.name, one.b.name] == names
    assert one.to_json()["rules"] == names
