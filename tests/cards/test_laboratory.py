from tests.cards.engines import Scenario
from tests.cards.position import position


def test_draws_two_cards_and_gives_an_action(engine: Scenario) -> None:
    after = engine.play(position("Laboratory", top="Gold, Silver, Copper"), "Laboratory")
    after.expect(hand="Gold, Silver", top="Copper")
    assert (after.actions, after.buys, after.money) == (1, 1, 0)


def test_draws_across_a_shuffle(engine: Scenario) -> None:
    after = engine.play(position("Laboratory", deck="Gold", discard="2 Silver"), "Laboratory")
    after.expect(hand="Gold, Silver", deck="Silver", discard="")


def test_draws_what_there_is(engine: Scenario) -> None:
    after = engine.play(position("Laboratory", discard="Silver"), "Laboratory")
    after.expect(hand="Silver", deck="", discard="")


def test_without_cards_it_gives_its_action(engine: Scenario) -> None:
    after = engine.play(position("Laboratory"), "Laboratory")
    after.expect(hand="", in_play="Laboratory")
    assert after.actions == 1
