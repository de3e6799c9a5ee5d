"""A text that says something else is noticed: see `tests.cards.mutants`."""

import pytest

from fastsim.cards import KINGDOM_CARDS, Card
from tests.cards.mutants import EQUIVALENT, try_out
from tests.cards.mutations import mutants_of

#: Of all mutants, those that no game can tell from the card included.
LEAST_NOTICED = 0.95


@pytest.mark.parametrize("card", KINGDOM_CARDS, ids=str)
def test_every_change_of_a_text_is_noticed_or_has_no_effect(card: Card) -> None:
    unnoticed = {trial.mutant.what for trial in try_out(card) if not trial.noticed}
    assert unnoticed == {what for name, what in EQUIVALENT if name == card.name}


def test_few_changes_have_no_effect() -> None:
    mutants = sum(1 for card in KINGDOM_CARDS for _ in mutants_of(card))
    assert 1 - len(EQUIVALENT) / mutants >= LEAST_NOTICED
    assert {name for name, _ in EQUIVALENT} <= {card.name for card in KINGDOM_CARDS}


@pytest.mark.parametrize("card", KINGDOM_CARDS, ids=str)
def test_every_change_is_one_and_is_taken_back(card: Card) -> None:
    mutants = list(mutants_of(card))
    assert len({mutant.what for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        before = getattr(card, mutant.field)
        assert mutant.value != before, mutant.what
        with mutant.in_place():
            assert getattr(card, mutant.field) == mutant.value
        assert getattr(card, mutant.field) is before
