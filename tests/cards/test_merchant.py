from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


def test_draws_a_card_and_gives_an_action(engine: Scenario) -> None:
    after = engine.play(position("Merchant", top="Gold"), "Merchant")
    after.expect(hand="Gold", in_play="Merchant")
    assert (after.actions, after.money) == (1, 0)


def test_the_first_silver_gives_one_more(engine: Scenario) -> None:
    before = position("Merchant, Silver, 2 Copper", actions=1)
    after = engine.finish(before, rule("Duchy", play="Merchant"))
    assert after.left("Duchy") == 7


def test_only_the_first_silver_does(engine: Scenario) -> None:
    # two Silvers and one Merchant: five coins, not six
    after = engine.finish(position("Merchant, 2 Silver"), rule("Gold; Duchy", play="Merchant"))
    assert (after.left("Gold"), after.left("Duchy")) == (30, 7)


def test_without_a_silver_there_is_no_coin(engine: Scenario) -> None:
    after = engine.finish(position("Merchant, 4 Copper"), rule("Duchy", play="Merchant"))
    assert after.left("Duchy") == 8


def test_two_merchants_give_the_first_silver_two_coins(engine: Scenario) -> None:
    before = position("2 Merchant, Silver, Copper")
    after = engine.finish(before, rule("Duchy", play="Merchant"))
    assert after.left("Duchy") == 7


def test_throned_it_gives_two_coins_once_for_two_silvers(engine: Scenario) -> None:
    before = position("Throne Room, Merchant, 2 Silver")
    wishes = "Province if money > 6; Gold"
    after = engine.finish(before, rule(wishes, play="Throne Room; Merchant"))
    assert after.left("Gold") == 29


def test_it_counts_without_a_card_to_draw_too(engine: Scenario) -> None:
    after = engine.play(position("Merchant"), "Merchant")
    assert (after.merchants, after.actions) == (1, 1)


def test_it_counts_once_however_many_play(engine: Scenario) -> None:
    after = engine.play(position("Merchant", seat(), seat(), seat()), "Merchant")
    assert after.merchants == 1
