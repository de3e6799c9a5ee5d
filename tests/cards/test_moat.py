import pytest

from tests.cards.engines import Scenario
from tests.cards.position import IDLE, position, rule, seat

#: What each Attack would do to a player with this hand and this deck.
HAND, TOP = "Estate, 4 Copper", "Gold, Silver"
ATTACKS = ["Bandit", "Bureaucrat", "Militia", "Witch"]


def test_draws_two_cards(engine: Scenario) -> None:
    after = engine.play(position("Moat", top="Gold", discard="2 Silver"), "Moat")
    after.expect(hand="Gold, Silver", deck="Silver", discard="")
    assert after.actions == 0


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_affects_who_has_none(engine: Scenario, attack: str) -> None:
    before = position(attack, seat(HAND, top=TOP, discard="Moat"))
    after = engine.play(before, attack)
    assert after.others[0] != before.others[0]


@pytest.mark.parametrize("attack", ATTACKS)
def test_in_hand_it_protects_from_every_attack(engine: Scenario, attack: str) -> None:
    before = position(attack, seat(f"{HAND}, Moat", top=TOP))
    after = engine.play(before, attack)
    after.others[0].expect(hand=f"{HAND}, Moat", top=TOP, discard="", deck="")
    assert after.left("Curse") == 10


@pytest.mark.parametrize("attack", ATTACKS)
def test_it_protects_its_owner_alone(engine: Scenario, attack: str) -> None:
    others = seat(HAND, top=TOP), seat(f"{HAND}, Moat", top=TOP), seat(HAND, top=TOP)
    before = position(attack, *others, to_move=2)
    after = engine.play(before, attack)
    hit = [old != new for old, new in zip(before.others, after.others, strict=True)]
    assert hit == [True, False, True]


@pytest.mark.parametrize("attack", ATTACKS)
def test_it_protects_from_both_plays_under_a_throne_room(engine: Scenario, attack: str) -> None:
    before = position(f"Throne Room, {attack}", seat(f"{HAND}, Moat", top=TOP))
    after = engine.play(before, "Throne Room", rule(play=attack))
    assert after.others == before.others


@pytest.mark.parametrize("zone", ["top", "deck", "discard"])
def test_it_protects_from_nowhere_else(engine: Scenario, zone: str) -> None:
    victim = seat("5 Copper", **{zone: "Moat"})
    after = engine.play(position("Militia", victim), "Militia")
    after.others[0].expect(hand="3 Copper")


def test_the_attackers_own_moat_is_of_no_matter(engine: Scenario) -> None:
    before = position("Witch, Moat", seat(), deck="4 Copper")
    after = engine.play(before, "Witch", IDLE)
    after.expect(hand="Moat, 2 Copper")
    after.others[0].expect(discard="Curse")
