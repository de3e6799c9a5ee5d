from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_gains_a_card_costing_up_to_four(engine: Scenario) -> None:
    before = position("Workshop", supply="10 Market, 10 Smithy")
    after = engine.play(before, "Workshop", rule(gain="Gold; Market; Smithy; Silver"))
    after.expect(hand="", discard="Smithy", in_play="Workshop")
    assert after.left("Smithy") == 9


def test_coins_of_the_turn_do_not_count(engine: Scenario) -> None:
    after = engine.play(position("Workshop", money=8), "Workshop", rule(gain="Duchy; Estate"))
    after.expect(discard="Estate")
    assert (after.left("Duchy"), after.money, after.buys) == (8, 8, 1)


def test_an_empty_pile_gives_nothing(engine: Scenario) -> None:
    before = position("Workshop", supply="0 Silver")
    after = engine.play(before, "Workshop", rule(gain="Silver; Estate"))
    after.expect(discard="Estate")


def test_a_card_must_be_gained_and_a_curse_only_as_the_last(engine: Scenario) -> None:
    after = engine.play(position("Workshop"), "Workshop")
    after.expect(discard="Silver")
    only = position("Workshop", supply="0 Copper, 0 Silver, 0 Estate, 0 Workshop")
    engine.play(only, "Workshop").expect(discard="Curse")


def test_with_nothing_in_stock_nothing_is_gained(engine: Scenario) -> None:
    before = position("Workshop", supply="0 Copper, 0 Silver, 0 Estate, 0 Curse, 0 Workshop")
    after = engine.play(before, "Workshop", rule(gain="Silver; Duchy"))
    after.expect(discard="", in_play="Workshop")
