from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_gives_one_of_everything(engine: Scenario) -> None:
    after = engine.play(position("Market", top="Gold, Silver"), "Market")
    after.expect(hand="Gold", top="Silver")
    assert (after.actions, after.buys, after.money) == (1, 2, 1)


def test_an_empty_deck_is_shuffled_first(engine: Scenario) -> None:
    after = engine.play(position("Market", discard="2 Silver"), "Market")
    after.expect(hand="Silver", deck="Silver", discard="")


def test_without_cards_it_gives_the_rest(engine: Scenario) -> None:
    after = engine.play(position("Market"), "Market")
    after.expect(hand="", in_play="Market")
    assert (after.actions, after.buys, after.money) == (1, 2, 1)


def test_the_second_buy_can_be_used(engine: Scenario) -> None:
    after = engine.finish(position("Market, 3 Copper"), rule("Estate", play="Market"))
    assert after.left("Estate") == 6


def test_a_pile_that_runs_out_sells_no_more(engine: Scenario) -> None:
    before = position("Market, 5 Copper", supply="1 Estate")
    after = engine.finish(before, rule("Estate; Silver", play="Market"))
    assert (after.left("Estate"), after.left("Silver")) == (0, 39)
