"""Templates filled many times are what they are when filled once."""

import pytest

from fastsim.cards import DUCHY, GOLD
from fastsim.errors import InvalidInput
from fastsim.rules.fillings import Fillings
from fastsim.rules.parse import parse_rule

TEMPLATE = parse_rule(
    "Province if total_money > {m}; {card} if provinces <= {d}; Gold; Duchy if provinces <= {d}; "
    "Silver; [trash]; Curse; Estate if provinces > {m}",
    name="t",
)


def test_fillings_are_those_of_the_template() -> None:
    fillings = Fillings(TEMPLATE)
    for m in range(3):
        for d in (0, 2.5, 7):
            for card in (DUCHY, GOLD):
                values = {"m": m, "d": d, "card": card}
                assert fillings.at(values) == TEMPLATE.fill(values)
                assert fillings.at(values).name == "t"


def test_entries_that_come_out_the_same_are_the_same() -> None:
    fillings = Fillings(TEMPLATE)
    one, other = (fillings.at({"m": m, "d": 4, "card": DUCHY}) for m in (1, 2))
    assert [a is b for a, b in zip(one.entries, other.entries, strict=True)] == [
        False, True, True, True, True,
    ]  # fmt: skip


def test_what_has_no_value_is_left_and_what_is_none_of_it_ignored() -> None:
    assert Fillings(TEMPLATE).at({"m": 1, "other": 2}) == TEMPLATE.fill({"m": 1})
    filled = parse_rule("Province; Gold")
    assert Fillings(filled).at({"m": 1}) is filled


def test_what_cannot_be_filled_is_refused() -> None:
    with pytest.raises(InvalidInput, match="is not a card"):
        Fillings(TEMPLATE).at({"card": 3})
