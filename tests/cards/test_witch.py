from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


def test_draws_two_cards_and_the_other_gains_a_curse(engine: Scenario) -> None:
    after = engine.play(position("Witch", seat("Copper"), deck="3 Silver"), "Witch")
    after.expect(hand="2 Silver", deck="Silver", discard="")
    after.others[0].expect(hand="Copper", discard="Curse")
    assert after.left("Curse") == 9


def test_the_last_curses_go_in_turn_order(engine: Scenario) -> None:
    before = position("Witch", seat(), seat(), seat(), supply="2 Curse", to_move=2)
    after = engine.play(before, "Witch")
    left, across, right = after.others
    left.expect(discard="Curse")
    across.expect(discard="Curse")
    right.expect(discard="")
    assert after.seats[3] is left
    assert after.left("Curse") == 0


def test_a_moat_saves_a_curse_for_the_next(engine: Scenario) -> None:
    before = position("Witch", seat("Moat"), seat(), seat(), supply="1 Curse")
    after = engine.play(before, "Witch")
    assert [other.discard.total() for other in after.others] == [0, 1, 0]


def test_without_curses_the_cards_are_drawn_all_the_same(engine: Scenario) -> None:
    before = position("Witch", seat(), deck="2 Gold", supply="0 Curse")
    after = engine.play(before, "Witch")
    after.expect(hand="2 Gold")
    after.others[0].expect(discard="")


def test_draws_across_a_shuffle(engine: Scenario) -> None:
    after = engine.play(position("Witch", top="Gold", discard="2 Silver"), "Witch")
    after.expect(hand="Gold, Silver", deck="Silver", discard="")


def test_throned_with_three_curses_for_two_players(engine: Scenario) -> None:
    before = position("Throne Room, Witch", seat(), seat(), supply="3 Curse", deck="4 Copper")
    after = engine.play(before, "Throne Room", rule(play="Witch"))
    after.expect(hand="4 Copper")
    assert [other.discard.total() for other in after.others] == [2, 1]
