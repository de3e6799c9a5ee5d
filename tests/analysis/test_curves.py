"""Curves of a matchup, and their frames: what was observed, under its rule, seat and turn."""

import numpy as np
import pytest

from analysis.frames import BUY_COLUMNS, CURVE_COLUMNS, NOTHING, buy_frame, curve_frame
from analysis.questions import curves as module
from analysis.questions.curves import Curves, observe_duel
from analysis.statistics import histogram_quantiles, histogram_shape
from fastsim.cards import GOLD, SIX_CARDS, column_of
from fastsim.game.setup import basic, simplified
from fastsim.game.setup_file import load_setup
from fastsim.play.telemetry import observe
from fastsim.rules.load import load_rule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput, Stopped

ULTIMATE, PICKY = (
    load_rule("Big Money Ultimate"),
    parse_rule("Province; Gold; Silver", name="Picky"),
)


@pytest.fixture(scope="module")
def seen() -> Curves:
    return observe_duel(basic(), ULTIMATE, PICKY, games=601, seed=2, start=9)


def test_both_orders_play_the_same_game_indices(seen) -> None:
    assert seen.games == 602
    assert seen.players == ("A", "B")
    for found, rules in ((seen.a_first, (ULTIMATE, PICKY)), (seen.b_first, (PICKY, ULTIMATE))):
        assert found.rules == rules
        assert found.to_bytes() == observe(basic(), rules, games=301, seed=2, start=9).to_bytes()


def test_a_player_is_followed_from_seat_to_seat(seen) -> None:
    for player, first, second in (
        ("A", seen.a_first, seen.b_first),
        ("B", seen.b_first, seen.a_first),
    ):
        assert np.array_equal(seen.of(player, 1).money, first.money[0])
        assert np.array_equal(seen.of(player, 2).owned, second.owned[1])
        both = seen.of(player)
        assert both.rule == (ULTIMATE if player == "A" else PICKY)
        assert both.observed == 602
        assert np.array_equal(both.vp, first.vp[0] + second.vp[1])
        assert np.array_equal(both.going, first.going[0] + second.going[1])


def test_curve_frame_summarises_every_histogram(seen) -> None:
    frame = curve_frame(seen)
    assert list(frame.columns) == list(CURVE_COLUMNS)
    assert not frame.duplicated(["player", "seat", "turn", "quantity"]).any()
    quantities = ["money", "vp", *(f"own({card})" for card in SIX_CARDS)]
    assert frame["quantity"].unique().tolist() == quantities
    for row in frame.sample(60, random_state=1).to_dict("records"):
        mine, turn = seen.of(row["player"], row["seat"]), row["turn"] - 1
        if row["quantity"] in ("money", "vp"):
            counts = getattr(mine, row["quantity"])[turn]
        else:
            counts = mine.owned[turn, quantities.index(row["quantity"]) - 2]
        assert row["rule"] == mine.rule.name
        assert row["observed"] == mine.observed
        assert row["games"] == counts.sum() == mine.going[turn]
        levels = [0.05, 0.25, 0.5, 0.75, 0.95]
        expected = histogram_quantiles(counts, levels).values.tolist()
        assert [row[name] for name in ("q05", "q25", "q50", "q75", "q95")] == expected
        if row["games"] > 1:
            mean = histogram_shape(counts).mean
            assert row["mean"] == pytest.approx(mean.value)
            assert row["standard_error"] == pytest.approx(mean.standard_error)


def test_frames_hold_every_turn_that_a_game_reached(seen) -> None:
    for frame in (curve_frame(seen), buy_frame(seen)):
        for (player, seat), rows in frame.groupby(["player", "seat"]):
            going = seen.of(player, seat).going
            assert rows["turn"].unique().tolist() == list(range(1, np.count_nonzero(going) + 1))


def test_cards_owned_sum_to_the_deck(seen) -> None:
    frame, buys = curve_frame(seen), buy_frame(seen)
    rows = frame[frame["quantity"].str.startswith("own(") & (frame["turn"] == 1)]
    owned = rows.groupby(["player", "seat"])["mean"].sum()
    passed = buys[(buys["turn"] == 1) & (buys["bought"] == NOTHING)]
    expected = 11 - passed.groupby(["player", "seat"])["share"].sum()
    assert owned.to_numpy() == pytest.approx(expected.to_numpy())


def test_buy_frame_holds_every_buy_and_pass(seen) -> None:
    frame = buy_frame(seen)
    assert list(frame.columns) == list(BUY_COLUMNS)
    shares = frame.groupby(["player", "seat", "turn"])
    assert shares["share"].sum().to_numpy() == pytest.approx(1)
    assert (shares["buys"].sum() == shares["games"].first()).all()
    golds = frame[(frame["player"] == "B") & (frame["seat"] == 2) & (frame["bought"] == "Gold")]
    bought = seen.a_first.buys[1, : len(golds), column_of(GOLD)]
    assert golds["buys"].tolist() == bought.tolist()
    assert frame[(frame["player"] == "B") & (frame["bought"] == NOTHING)]["buys"].sum() > 0
    errors = np.sqrt(frame["share"] * (1 - frame["share"]) / frame["games"])
    assert frame["standard_error"].to_numpy() == pytest.approx(errors.to_numpy())


def test_a_rule_against_itself_is_seen_from_both_seats() -> None:
    mirror = observe_duel(simplified(), PICKY, parse_rule("Province; Gold; Silver"), games=80)
    assert mirror.players == ("A",)
    assert mirror.games == 40
    assert mirror.of("A").observed == 80
    assert np.array_equal(mirror.of("A").money, mirror.a_first.money.sum(axis=0))
    frame = curve_frame(mirror)
    assert frame["player"].unique().tolist() == ["A"]
    assert frame[frame["seat"] == 0]["games"].max() == 80


def test_only_two_can_meet() -> None:
    with pytest.raises(InvalidInput, match="a matchup is of two players"):
        observe_duel(basic(3), PICKY, PICKY, games=10)


def test_games_with_kingdom_cards_are_not_observed_as_if_they_had_none() -> None:
    with pytest.raises(InvalidInput, match="turns of 'first-game' are not observed"):
        observe_duel(load_setup("first-game"), PICKY, PICKY, games=10)


def test_an_interrupt_leaves_no_half_of_the_curves(monkeypatch) -> None:
    def interrupted(*arguments, **options):
        yield observe(*arguments, **{**options, "games": 3})
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "observe_chunks", interrupted)
    with pytest.raises(Stopped, match="stopped when 3 games had been observed"):
        observe_duel(simplified(), ULTIMATE, PICKY, games=100)
