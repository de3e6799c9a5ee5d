from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_turns_a_card_into_one_costing_up_to_two_more(engine: Scenario) -> None:
    before = position("Remodel, Gold, Copper")
    after = engine.play(before, "Remodel", rule(trash="Gold", gain="Province"))
    after.expect(hand="Copper", trash="Gold", discard="Province")
    assert after.left("Province") == 7


def test_costs_count_not_coins(engine: Scenario) -> None:
    # an Estate for 2 becomes a card for at most 4, whatever the turn's coins
    before = position("Remodel, Estate", money=9, supply="10 Smithy")
    after = engine.play(before, "Remodel", rule(trash="Estate", gain="Duchy; Smithy"))
    after.expect(hand="", trash="Estate", discard="Smithy")


def test_cheaper_ones_and_the_same_again_can_be_gained(engine: Scenario) -> None:
    before = position("Remodel, Gold")
    engine.play(before, "Remodel", rule(trash="Gold", gain="Gold")).expect(
        hand="", trash="Gold", discard="Gold"
    )
    engine.play(before, "Remodel", rule(trash="Gold", gain="Estate")).expect(
        hand="", trash="Gold", discard="Estate"
    )


def test_the_trash_is_forced(engine: Scenario) -> None:
    after = engine.play(position("Remodel, Province"), "Remodel", rule(gain="Province"))
    after.expect(hand="", trash="Province", discard="Province")


def test_with_an_empty_hand_nothing_is_gained(engine: Scenario) -> None:
    before = position("Remodel", deck="3 Gold")
    after = engine.play(before, "Remodel", rule(trash="Gold; Remodel", gain="Province; Copper"))
    after.expect(trash="", discard="", in_play="Remodel", deck="3 Gold")


def test_another_remodel_can_be_trashed(engine: Scenario) -> None:
    after = engine.play(position("2 Remodel"), "Remodel", rule(trash="Remodel", gain="Gold"))
    after.expect(hand="", trash="Remodel", in_play="Remodel", discard="Gold")


def test_with_nothing_in_stock_the_trashed_card_is_lost(engine: Scenario) -> None:
    before = position("Remodel, Copper", supply="0 Copper, 0 Curse, 0 Estate")
    after = engine.play(before, "Remodel", rule(trash="Copper", gain="Estate; Silver"))
    after.expect(hand="", trash="Copper", discard="")
