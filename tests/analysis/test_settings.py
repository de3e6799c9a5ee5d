"""The same matchups in several setups: counts against direct duels, and against each other."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.frames import SETTINGS_COLUMNS, settings_frame
from analysis.plots.decided import decided as draw_decided
from analysis.questions.duel import duel
from analysis.questions.setups import decided, play_settings
from analysis.report.parts.settings.words import only_provinces_score, settings_findings
from fastsim.game.setup import Buy, Tie, basic, simplified
from fastsim.play.games import simulate, tally
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput

RULES = [load_rule(name) for name in ("Big Money", "Greedy")]
PAIR = (load_rule("Big Money Ultimate"), load_rule("Big Money"))
SETUPS = [
    replace(simplified(), name=f"{buy}, {tie}", buy=buy, tie=tie) for buy in Buy for tie in Tie
]
GAMES = 4000


@pytest.fixture(scope="module")
def settings():
    return play_settings(SETUPS, RULES, [PAIR], games=GAMES, seed=5)


@pytest.fixture(scope="module")
def frame(settings):
    return settings_frame(settings)


def test_the_frame_has_the_columns_it_says_and_every_game_once(frame) -> None:
    assert list(frame.columns) == list(SETTINGS_COLUMNS)
    assert len(frame) == 3 * len(SETUPS)
    parts = frame[["points_a", "tie_a", "shared", "tie_b", "points_b"]].sum(axis=1)
    assert (parts == frame["games"]).all()
    assert frame["games"].tolist() == [GAMES // 2] * 8 + [GAMES] * 4
    assert frame["mirror"].tolist() == [True] * 8 + [False] * 4


@pytest.mark.parametrize("place", range(4))
def test_a_pair_has_the_numbers_of_the_duel(frame, place) -> None:
    row = frame[~frame["mirror"]].iloc[place]
    alone = duel(SETUPS[place], *PAIR, games=GAMES, seed=5)
    assert row["setup"] == SETUPS[place].name
    assert (row["win_rate"], row["low"], row["high"]) == (
        alone.win_rate.value, alone.win_rate.low, alone.win_rate.high,
    )  # fmt: skip
    wins = alone.a_first.wins[0] + alone.b_first.wins[1]
    assert row["points_a"] + row["tie_a"] == wins
    assert row["shared"] == alone.a_first.shared[0] + alone.b_first.shared[0]
    assert row["first_mover"] == alone.first_player_effect.first_mover.value


@pytest.mark.parametrize("place", range(4))
def test_a_mirror_is_decided_as_its_games_say(frame, place) -> None:
    row = frame[frame["a"] == "Big Money"].iloc[place]
    batch = simulate(SETUPS[place], [RULES[0]] * 2, games=GAMES // 2, seed=5)
    lead = batch.vp[:, 0].astype(int) - batch.vp[:, 1]
    level = lead == 0
    assert row["points_a"] == np.sum(lead > 0)
    assert row["points_b"] == np.sum(lead < 0)
    assert row["tie_a"] == np.sum(level & (batch.seat_won == 0)) == 0
    assert row["tie_b"] == np.sum(level & (batch.seat_won == 1))
    assert row["shared"] == np.sum(batch.seat_won == -1)
    assert row["mean_turns"] == pytest.approx(batch.turns.mean())


def test_a_tie_rule_changes_the_verdict_and_not_the_games(frame) -> None:
    for _, rows in frame.groupby(["a", "b", "buy"]):
        assert rows["tie"].tolist() == ["second", "fewer_turns"]
        for same in ("points_a", "points_b", "mean_turns", "cut"):
            assert rows[same].nunique() == 1


def test_seats_are_not_rules() -> None:
    one = tally(simplified(), PAIR, games=500, seed=2)
    how = decided(one)
    assert how.games == one.games
    assert (how + how.reversed).points_a == how.points_a + how.points_b
    assert how.reversed.reversed == how
    assert how.level == one.equal_vp


def test_who_wins_the_mirror_and_why_is_said_from_the_numbers(settings, frame) -> None:
    found = [*settings_findings(settings)]
    said = " ".join(f"{f.claim} {f.detail}" for f in found).replace("\u00a0", " ")
    row = frame.iloc[0]
    level = row["tie_b"] / row["games"]
    assert found[0].claim.startswith("Who moves second wins 7")
    assert "although who moves first has more points more often" in found[0].claim
    assert "the 8 Provinces are split 4–4. The tie rule gives every one of those" in said
    assert f"{100 * level:.1f} % (±" in said
    assert "With “mandatory, fewer_turns” the same games of Big Money are won by the first" in said
    assert "Having to buy changes the length of a game between players of the same rule" in said
    assert "The setup does not change who wins Big Money Ultimate v Big Money." in said


def test_the_tie_rule_may_change_the_other_way() -> None:
    setups = [basic(), replace(basic(), name="to the second", tie=Tie.SECOND)]
    settings = play_settings(setups, [load_rule("Big Money")], [], games=200)
    said = " ".join(f"{f.claim} {f.detail}" for f in settings_findings(settings))
    assert "With “to the second” the same games of Big Money are won by the first player" in said
    assert "Level games all go to the second player." in said
    assert "took a turn more" not in said


def test_points_mean_provinces_only_where_nothing_else_scores() -> None:
    money, duchies = load_rule("Big Money"), load_rule("Big Money with Duchies")
    assert only_provinces_score(tally(simplified(), [money] * 2, games=200))
    assert not only_provinces_score(tally(simplified(), [duchies] * 2, games=200))
    assert not only_provinces_score(tally(simplified(), [money, duchies], games=200))


def test_the_bars_have_the_widths_of_the_shares(frame) -> None:
    mirrors = frame[frame["mirror"]]
    ax = draw_decided(mirrors)
    widths = [round(bar.get_width(), 6) for bar in ax.patches]
    shares = [
        round(100 * row[part] / row["games"], 6)
        for row in mirrors.to_dict("records")
        for part in ("points_a", "tie_a", "shared", "tie_b", "points_b")
        if row[part]
    ]
    assert widths == shares
    assert ax.get_xlabel() == "Share of games (%)"
    with pytest.raises(InvalidInput, match="of mirrors, or of pairs"):
        draw_decided(frame)
