from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_gives_two_actions_a_buy_and_two_coins(engine: Scenario) -> None:
    after = engine.play(position("Festival, Copper", top="Gold"), "Festival")
    after.expect(hand="Copper", top="Gold", in_play="Festival")
    assert (after.actions, after.buys, after.money) == (2, 2, 2)


def test_the_coins_of_one_turn_are_shared_by_its_buys(engine: Scenario) -> None:
    before = position("Festival, 2 Copper")
    after = engine.finish(before, rule("Silver if money > 3; Estate; Copper", play="Festival"))
    assert (after.left("Silver"), after.left("Copper")) == (39, 45)


def test_two_festivals_give_three_buys(engine: Scenario) -> None:
    after = engine.finish(position("2 Festival, 2 Copper"), rule("Estate", play="Festival"))
    assert after.left("Estate") == 5


def test_an_unused_buy_is_lost(engine: Scenario) -> None:
    after = engine.finish(position("Festival, 4 Copper"), rule("Gold", play="Festival"))
    assert (after.left("Gold"), after.buys, after.money) == (29, 0, 0)
