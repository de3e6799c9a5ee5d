from dataclasses import replace

import pytest

from fastsim.cards import find_card
from fastsim.game.kingdoms import base
from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


@pytest.mark.parametrize(("cards", "vp"), [(9, 0), (10, 1), (19, 1), (39, 3), (40, 4)])
def test_one_vp_for_every_ten_cards_rounded_down(engine: Scenario, cards: int, vp: int) -> None:
    # six Coppers in hand, a Gardens, and the rest: the Gold is bought when the VP are as said
    before = position("6 Copper", discard="Gardens", deck=f"{cards - 7} Copper")
    after = engine.finish(before, rule(f"Gold if vp == {vp}"))
    assert after.left("Gold") == 29


def test_every_gardens_counts(engine: Scenario) -> None:
    before = position("6 Copper, 2 Gardens", discard="12 Copper")
    after = engine.finish(before, rule("Gold if vp == 4"))
    assert after.left("Gold") == 29


def test_the_owners_cards_count(engine: Scenario) -> None:
    owner = seat("Gardens", deck="19 Copper")
    before = position("6 Copper", owner, deck="44 Copper")
    after = engine.finish(before, rule("Gold if opponent_vp == 2 and lead == -2"))
    assert after.left("Gold") == 29


@pytest.mark.parametrize(("cards", "bought"), [(38, 0), (39, 1)])
def test_a_losing_end_is_judged_with_the_card_that_is_gained(
    engine: Scenario, cards: int, bought: int
) -> None:
    # ten VP of the other: the Province brings 6 and, as the fortieth card, the fourth VP of Gardens
    before = position(
        "8 Copper", seat("", deck="10 Estate"), discard="Gardens", deck=f"{cards - 9} Copper",
        supply="1 Province",
    )  # fmt: skip
    careful = replace(rule("Province"), avoid_losing_end=True)
    assert engine.finish(before, careful).left("Province") == 1 - bought


def test_it_is_a_victory_card_with_a_pile_like_theirs() -> None:
    gardens = find_card("Gardens")
    assert gardens is not None
    assert gardens.is_victory
    assert [base([gardens], size=1, players=n).supply[gardens] for n in (2, 3, 4)] == [8, 12, 12]
