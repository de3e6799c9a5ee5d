"""The rules of play, one test each, on the slow engine with stacked decks."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastsim.cards import COPPER, DUCHY, ESTATE, GOLD, PROVINCE, SILVER, Card
from fastsim.game.setup import Buy, GameSetup, Tie, basic, simplified
from fastsim.reference.draws import ShuffledDeck
from fastsim.reference.game import play_game
from fastsim.reference.log import EndReason
from fastsim.reference.phases import check_buy
from fastsim.reference.table import Table
from fastsim.reference.turn import Turn
from fastsim.rules.model import BuyRule
from fastsim.text.errors import EngineFault, InvalidInput
from tests.reference.scenario import play
from tests.strategies import matches


def small(supply: dict[Card, int], **changes: object) -> GameSetup:
    values: dict[str, object] = {"name": "small", "deck": {COPPER: 7, ESTATE: 3}}
    return GameSetup(supply=supply, **(values | changes))  # type: ignore[arg-type]


def test_the_first_hands_are_five_of_the_starting_deck() -> None:
    log = play(simplified(), "Silver", "Silver", draws="5 Copper, 2 Copper, 3 Estate")
    assert Counter(log.turns[0].hand) == {COPPER: 5}
    assert Counter(log.turns[1].hand) == {COPPER: 2, ESTATE: 3}
    assert log.turns[0].money == 5
    assert not log.turns[0].reshuffled


def test_five_cards_left_are_drawn_without_a_reshuffle() -> None:
    log = play(simplified(), "Silver", "Silver", draws="5 Copper, 5 Copper")
    second = log.turns[2]
    assert Counter(second.hand) == {COPPER: 2, ESTATE: 3}
    assert not second.reshuffled


def test_a_card_bought_is_in_the_next_reshuffle() -> None:
    # two hands empty the deck of ten; the third hand is dealt from the discards
    draws = "5 Copper, 5 Copper, 2 Copper, 3 Estate, 2 Copper, 3 Estate, 1 Silver"
    log = play(simplified(), "Silver", "Silver", draws=draws)
    third = log.turns[4]
    assert third.reshuffled
    assert SILVER in third.hand


def test_the_last_cards_of_a_deck_come_before_the_reshuffle() -> None:
    # 12 cards in turn 3, five drawn, seven left: turn 4 takes five, turn 5 the last two first
    log = play(simplified(), "Silver", "Silver")
    first_players = [turn for turn in log.turns if turn.seat == 0]
    assert [turn.reshuffled for turn in first_players[:5]] == [False, False, True, False, True]


def test_a_deck_of_fewer_than_five_is_drawn_whole() -> None:
    setup = small({COPPER: 3, PROVINCE: 1}, deck={COPPER: 2}, end_piles=1)
    log = play(setup, "Copper", "Copper")
    assert Counter(log.turns[0].hand) == {COPPER: 2}
    assert Counter(log.turns[2].hand) == {COPPER: 3}


def test_the_buy_must_be_affordable_and_the_first_that_is() -> None:
    log = play(simplified(), "Gold; Silver; Copper", "Copper", draws="4 Copper, 1 Estate")
    assert log.turns[0].bought is SILVER


def test_one_buy_a_turn() -> None:
    log = play(simplified(), "Copper", "Silver")
    assert len(log.turns) == sum(log.owned[s].total() - 10 for s in (0, 1))


def test_a_mandatory_buy_falls_back_to_the_cheapest_in_stock() -> None:
    setup = small({COPPER: 1, ESTATE: 1, PROVINCE: 1, SILVER: 9}, end_piles=3)
    log = play(setup, "Province", "Province", draws="3 Copper, 2 Estate, 3 Copper, 2 Estate")
    assert [turn.bought for turn in log.turns[:3]] == [COPPER, ESTATE, SILVER]


def test_a_rule_may_state_its_own_fallback() -> None:
    log = play(simplified(), "Province; otherwise Estate", "Province", draws="5 Copper, 5 Copper")
    assert log.turns[0].bought is ESTATE
    assert log.turns[1].bought is COPPER


def test_when_nothing_affordable_is_in_stock_the_player_passes() -> None:
    setup = small({COPPER: 1, SILVER: 9, PROVINCE: 1}, deck={COPPER: 3, ESTATE: 5}, max_turns=30)
    log = play(setup, "Silver", "Silver", draws="5 Estate, 5 Estate")
    assert log.turns[0].bought is COPPER
    assert log.turns[1].bought is None


def test_an_optional_buy_is_not_forced() -> None:
    log = play(basic(), "Province", "Silver")
    assert log.turns[0].bought is None


def test_the_last_province_ends_the_game_at_once() -> None:
    setup = small({PROVINCE: 1, COPPER: 9}, deck={GOLD: 5})
    log = play(setup, "Province", "Province")
    assert (len(log.turns), log.end, log.winners) == (1, EndReason.PROVINCES, (0,))


def test_three_other_empty_piles_end_the_game() -> None:
    setup = small({COPPER: 1, SILVER: 1, GOLD: 1, ESTATE: 9, PROVINCE: 8}, deck={GOLD: 5})
    log = play(setup, "Copper; Silver; Gold", "Copper; Silver; Gold")
    assert (len(log.turns), log.end) == (3, EndReason.PILES)


def test_the_province_pile_is_among_the_counted_piles_only_where_it_says_so() -> None:
    # the Province pile cannot be one of the empty ones without ending the game by itself
    for counts in (False, True):
        setup = small(
            {COPPER: 1, SILVER: 1, PROVINCE: 1}, deck={GOLD: 5}, end_piles=2,
            province_pile_counts=counts,
        )  # fmt: skip
        log = play(setup, "Copper; Silver", "Copper; Silver")
        assert (len(log.turns), log.end) == (2, EndReason.PILES)


def test_a_pile_that_starts_empty_counts_as_empty() -> None:
    setup = small({COPPER: 1, SILVER: 0, GOLD: 0, PROVINCE: 8})
    assert len(play(setup, "Copper", "Copper").turns) == 1


def test_a_card_without_a_pile_is_no_empty_pile() -> None:
    setup = small({COPPER: 1, SILVER: 1, PROVINCE: 8}, deck={GOLD: 5}, end_piles=2)
    assert len(play(setup, "Copper; Silver", "Copper; Silver").turns) == 2


def test_a_game_is_cut_after_max_turns() -> None:
    log = play(
        small({COPPER: 60, SILVER: 9, GOLD: 9, PROVINCE: 8}, max_turns=7), "Copper", "Copper"
    )
    assert (len(log.turns), log.end) == (7, EndReason.CUT)


def test_equal_vp_go_to_the_second_player() -> None:
    setup = small({PROVINCE: 2, COPPER: 9}, deck={GOLD: 5})
    log = play(setup, "Province", "Province")
    assert log.vp == (6, 6)
    assert log.winners == (1,)


@pytest.mark.parametrize(
    ("provinces", "winners"),
    [
        (2, (0, 1)),  # each has taken one turn: shared
        (3, (0,)),  # 12 VP against 6
    ],
)
def test_equal_vp_after_equal_turns_are_shared(provinces: int, winners: tuple[int, ...]) -> None:
    setup = small({PROVINCE: provinces, COPPER: 9}, deck={GOLD: 5}, tie=Tie.FEWER_TURNS)
    assert play(setup, "Province", "Province").winners == winners


def test_equal_vp_go_to_fewer_turns() -> None:
    # the first player's third turn ends it: 0 : 0 VP, two turns against one
    setup = small({COPPER: 3, PROVINCE: 8}, deck={GOLD: 5}, tie=Tie.FEWER_TURNS, end_piles=1)
    log = play(setup, "Copper", "Copper")
    assert len(log.turns) == 3
    assert log.winners == (1,)


def test_three_players_share_only_among_the_best() -> None:
    setup = small({DUCHY: 2, COPPER: 9, PROVINCE: 9}, deck={GOLD: 5}, players=3, end_piles=1,
                  tie=Tie.FEWER_TURNS)  # fmt: skip
    log = play(setup, "Copper", "Duchy", "Duchy")
    assert log.vp == (0, 3, 3)
    assert log.winners == (1, 2)


def test_avoid_losing_end_skips_the_last_card_when_behind() -> None:
    setup = small({PROVINCE: 1, COPPER: 9, DUCHY: 3}, deck={GOLD: 5})
    careful = "Province; Copper; avoid_losing_end"
    # after two Duchies the opponent is not behind; Province wins 6 : 0
    assert play(setup, careful, "Copper").end is EndReason.PROVINCES
    # 6 VP for the Province against 9 for three Duchies: the careful rule buys Copper instead
    behind = "Province if turn >= 4; Copper; avoid_losing_end"
    log = play(setup, behind, "Duchy")
    assert log.turns[6].bought is COPPER


def test_avoid_losing_end_counts_turns_when_vp_are_equal() -> None:
    setup = small({PROVINCE: 1, COPPER: 9, DUCHY: 2}, deck={GOLD: 5})
    first = play(setup, "Province if turn >= 3; Copper; avoid_losing_end", "Duchy")
    assert first.turns[4].bought is COPPER  # 6 : 6, and the first player has taken more turns
    second = play(setup, "Duchy", "Province if turn >= 3; Copper; avoid_losing_end")
    assert second.end is EndReason.PROVINCES  # 6 : 6 after as many turns


def test_a_rule_for_every_seat_is_needed() -> None:
    with pytest.raises(InvalidInput, match="1 rule for 2 players"):
        play(simplified(), "Copper")


def test_the_engine_notices_its_own_illegal_moves() -> None:
    table = Table(simplified(), ShuffledDeck(random.Random(1)))
    turn = Turn(table, [], table.players[0])
    turn.player.money = 5
    with pytest.raises(EngineFault, match="bought Gold with 5 coins"):
        check_buy(turn, GOLD)
    with pytest.raises(EngineFault, match="passed and could have bought"):
        check_buy(turn, None)
    table.supply[SILVER] = 0
    with pytest.raises(EngineFault, match="not in stock"):
        check_buy(turn, SILVER)
    with pytest.raises(EngineFault, match="not conserved"):
        table.check()
    table.count_cards()
    turn.draw(turn.player, 1)
    turn.move(turn.player.hand[0], turn.player.hand, turn.player.looked_at)
    with pytest.raises(EngineFault, match="beside"):
        table.check()


def test_the_record_reads_like_a_game_report() -> None:
    setup = small({PROVINCE: 1, COPPER: 9}, deck={GOLD: 5})
    text = "\n".join(play(setup, "Province", "Copper").lines())
    assert "1. seat 1, turn  1: 5 Gold" in text
    assert "15 coins, buys Province" in text
    assert "The game ends: the Province pile is empty." in text
    assert text.endswith("Won by seat 1 (rule 1).")


@given(matches(max_turns=40), st.integers(0, 2**32))
def test_any_game_on_shuffled_decks_is_legal(
    match: tuple[GameSetup, tuple[BuyRule, ...]], seed: int
) -> None:
    setup, rules = match
    log = play_game(setup, rules, ShuffledDeck(random.Random(seed)))
    assert 1 <= len(log.turns) <= setup.max_turns
    bought = Counter(turn.bought for turn in log.turns if turn.bought)
    assert all(n <= setup.supply[card] for card, n in bought.items())
    owned = sum(log.owned, Counter())
    started = Counter({card: n * setup.players for card, n in setup.deck.items() if n})
    assert owned == started + bought
    if setup.buy is Buy.OPTIONAL and setup.tie is Tie.SECOND:
        assert len(log.winners) == 1


def test_quantities_of_the_language_on_a_known_position() -> None:
    """Each quantity, by a rule that buys Gold exactly when it has the value expected."""
    setup = small({COPPER: 9, SILVER: 5, GOLD: 9, ESTATE: 2, DUCHY: 0, PROVINCE: 3})
    expected = {
        "supply(Silver)": 5, "provinces": 3, "own(Copper)": 7, "opponents(Estate)": 3,
        "hand(Copper)": 5, "treasures": 7, "actions": 0, "victories": 3, "deck_size": 10,
        "money": 5, "total_money": 7, "turn": 1, "seat": 1, "vp": 3, "opponent_vp": 3, "lead": 0,
        "empty_piles": 1, "gains_to_end": 3, "buys": 1, "action_phase": 0,
        "coins_owned": 7, "basic_cards": 10, "cyclers": 0,
    }  # fmt: skip
    for quantity, value in expected.items():
        for shift in (-1, 0, 1):
            rule = f"Silver if {quantity} == {value + shift}; Copper"
            log = play(setup, rule, "Copper", draws="5 Copper, 5 Copper")
            assert (log.turns[0].bought is SILVER) == (shift == 0), (quantity, shift)


def test_linear_conditions_are_exact() -> None:
    setup = simplified()
    for condition, holds in {
        "own(Copper) < treasures/1 + 0.5": True,
        "own(Copper)/3 == treasures/3": True,
        "3*own(Estate) == 9": True,
        "0.1*own(Copper) == 0.7": True,
        "own(Copper) - own(Estate) - 4 != 0": False,
        "-own(Copper) >= -7": True,
    }.items():
        log = play(setup, f"Silver if {condition}; Copper", "Copper", draws="5 Copper, 5 Copper")
        assert (log.turns[0].bought is SILVER) == holds, condition
