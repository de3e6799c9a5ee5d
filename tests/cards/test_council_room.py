from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


def test_draws_four_cards_and_the_other_draws_one(engine: Scenario) -> None:
    before = position("Council Room", seat("5 Copper", top="Gold, Silver"), deck="5 Silver")
    after = engine.play(before, "Council Room")
    after.expect(hand="4 Silver", deck="Silver")
    after.others[0].expect(hand="5 Copper, Gold", top="Silver")
    assert (after.actions, after.buys) == (0, 2)


def test_a_moat_does_not_stop_it(engine: Scenario) -> None:
    after = engine.play(position("Council Room", seat("Moat", top="Gold")), "Council Room")
    after.others[0].expect(hand="Moat, Gold")


def test_everyone_draws_in_a_game_of_four(engine: Scenario) -> None:
    others = seat(top="Gold"), seat("7 Copper", deck="2 Silver"), seat()
    after = engine.play(position("Council Room", *others, to_move=3), "Council Room")
    left, across, right = after.others
    left.expect(hand="Gold")
    across.expect(hand="7 Copper, Silver", deck="Silver")
    right.expect(hand="", deck="")


def test_others_shuffle_for_their_card(engine: Scenario) -> None:
    after = engine.play(position("Council Room", seat(discard="3 Gold")), "Council Room")
    after.others[0].expect(hand="Gold", deck="2 Gold", discard="")


def test_draws_across_a_shuffle(engine: Scenario) -> None:
    before = position("Council Room", top="Gold, Silver", discard="5 Copper")
    after = engine.play(before, "Council Room")
    after.expect(hand="Gold, Silver, 2 Copper", deck="3 Copper", discard="")


def test_the_second_buy_can_be_used(engine: Scenario) -> None:
    before = position("Council Room, 2 Copper", deck="4 Copper")
    after = engine.finish(before, rule("Silver", play="Council Room"))
    assert after.left("Silver") == 38


def test_the_others_get_a_card_and_nothing_else(engine: Scenario) -> None:
    # a Militia in the same turn asks the other one, who has no Actions, Buys or coins
    before = position("Village, Council Room, Militia", seat("2 Gold, Estate", top="Estate"))
    wish = rule(discard="Gold if money + buys + actions_left > 0; Estate")
    after = engine.finish(before, rule(play="Village; Council Room; Militia"), wish)
    after.others[0].expect(hand="2 Gold, Estate", discard="Estate")
