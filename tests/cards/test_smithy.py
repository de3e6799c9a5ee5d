from tests.cards.engines import Scenario
from tests.cards.position import position


def test_draws_three_cards(engine: Scenario) -> None:
    after = engine.play(position("Smithy, Estate", top="Gold, Silver, Copper, Duchy"), "Smithy")
    after.expect(hand="Estate, Gold, Silver, Copper", top="Duchy")
    assert after.actions == 0


def test_what_is_left_is_drawn_before_the_shuffle(engine: Scenario) -> None:
    after = engine.play(position("Smithy", top="Gold", discard="4 Silver"), "Smithy")
    after.expect(hand="Gold, 2 Silver", deck="2 Silver", discard="")


def test_exactly_three_left_need_no_shuffle(engine: Scenario) -> None:
    after = engine.play(position("Smithy", deck="3 Gold", discard="4 Silver"), "Smithy")
    after.expect(hand="3 Gold", deck="", discard="4 Silver")


def test_draws_what_there_is(engine: Scenario) -> None:
    after = engine.play(position("Smithy", top="Gold", discard="Silver"), "Smithy")
    after.expect(hand="Gold, Silver", deck="", discard="")


def test_cards_in_play_are_not_shuffled(engine: Scenario) -> None:
    after = engine.play(position("Smithy", in_play="2 Village"), "Smithy")
    after.expect(hand="", in_play="2 Village, Smithy")
