from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


def test_gives_two_coins_and_the_other_discards_down_to_three(engine: Scenario) -> None:
    before = position("Militia, 4 Copper", seat("2 Estate, Silver, Gold, Copper"))
    after = engine.play(before, "Militia", rule(), rule(discard="Estate"))
    after.expect(hand="4 Copper", in_play="Militia")
    after.others[0].expect(hand="Silver, Gold, Copper", discard="2 Estate")
    assert after.money == 2


def test_three_cards_or_fewer_stay(engine: Scenario) -> None:
    before = position("Militia", seat("3 Estate"), seat("Estate"), seat())
    after = engine.play(before, "Militia", rule(), *[rule(discard="Estate")] * 3)
    assert [sum(other.hand.values()) for other in after.others] == [3, 1, 0]
    assert not any(other.discard for other in after.others)


def test_four_players_each_discard_by_their_own_choice(engine: Scenario) -> None:
    others = seat("5 Copper"), seat("2 Estate, 2 Gold"), seat("Curse, Silver, 5 Gold")
    rules = rule(), rule(discard="Copper"), rule(discard="Gold"), rule(discard="Silver; Gold")
    after = engine.play(position("Militia", *others, to_move=2), "Militia", *rules)
    left, across, right = after.others
    left.expect(hand="3 Copper", discard="2 Copper")
    across.expect(hand="2 Estate, Gold", discard="Gold")
    right.expect(hand="Curse, 2 Gold", discard="Silver, 3 Gold")


def test_who_names_nothing_discards_what_is_worth_least(engine: Scenario) -> None:
    after = engine.play(position("Militia", seat("Gold, Silver, Copper, Estate, Curse")), "Militia")
    after.others[0].expect(hand="Gold, Silver, Copper", discard="Estate, Curse")


def test_two_moats_protect_as_one(engine: Scenario) -> None:
    others = seat("2 Moat, 3 Estate"), seat("5 Estate")
    after = engine.play(position("Militia", *others), "Militia")
    after.others[0].expect(hand="2 Moat, 3 Estate", discard="")
    after.others[1].expect(hand="3 Estate", discard="2 Estate")


def test_the_others_decks_are_left_alone(engine: Scenario) -> None:
    before = position("Militia", seat("4 Copper", top="Gold", deck="2 Silver", discard="Estate"))
    after = engine.play(before, "Militia")
    after.others[0].expect(hand="3 Copper", top="Gold", deck="2 Silver", discard="Estate, Copper")
