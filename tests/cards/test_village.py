from tests.cards.engines import Scenario
from tests.cards.position import position


def test_draws_a_card_and_gives_two_actions(engine: Scenario) -> None:
    after = engine.play(position("Village", top="Gold", deck="Copper"), "Village")
    after.expect(hand="Gold", in_play="Village", deck="Copper")
    assert (after.actions, after.buys, after.money) == (2, 1, 0)


def test_an_empty_deck_is_shuffled_first(engine: Scenario) -> None:
    after = engine.play(position("Village", discard="2 Gold"), "Village")
    after.expect(hand="Gold", deck="Gold", discard="")


def test_the_last_card_of_the_deck_needs_no_shuffle(engine: Scenario) -> None:
    after = engine.play(position("Village", deck="Gold", discard="2 Estate"), "Village")
    after.expect(hand="Gold", deck="", discard="2 Estate")


def test_it_is_not_in_the_shuffle_itself(engine: Scenario) -> None:
    after = engine.play(position("Village", in_play="Village"), "Village")
    after.expect(hand="", in_play="2 Village")
    assert after.actions == 2
