"""Whether scenarios notice a wrong text of a card: `python -m tests.cards.mutants [CARD...]`.

Engines that read the same text agree about a wrong one. So each text is changed in every way that
`tests.cards.mutations` knows, one change at a time, and something in the card's own file of tests,
or in the table of what is printed, must fail then. They run on the slow engine.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.table import Table

from fastsim.cards import KINGDOM_CARDS, Card, find_card
from fastsim.reference.events import EventKind
from fastsim.reference.table import Player
from fastsim.reference.turn import Turn
from fastsim.text.errors import EngineFault
from tests.cards.engines import Scenario
from tests.cards.mutations import Mutant, mutants_of
from tests.cards.slow import SlowEngine
from tests.cards.test_every_card import test_every_card_is_as_printed

_NOTHING_BEFORE: Final = "no step before it moves a card that costs could be compared with"
_ONE_CARD: Final = "one card at a time is looked at, and it goes away before the next one"
#: Mutants that no game can tell from the card, and why: by card, and by what was changed.
EQUIVALENT: Final[Mapping[tuple[str, str], str]] = {
    ("Workshop", "step 1, more: False → True"): _NOTHING_BEFORE,
    ("Artisan", "step 1, more: False → True"): _NOTHING_BEFORE,
    ("Library", "step 1.1, amount: 1 → 2"): _ONE_CARD,
    ("Library", "step 1.1, amount: 1 → any number"): _ONE_CARD,
    ("Mine", "step 2.1, coins: 3 → 4"): "Treasures cost 0, 3 and 6: none costs 4 more than another",
    ("Sentry", "step 2, amount: any number → moved"): "as many as were looked at are all of them",
}

#: Events of a turn after which it will not end any more.
_MOST_EVENTS: Final = 1000
#: How the engine refuses a text: cards are left beside, or one is not where a step wants it.
_REFUSALS: Final = (EngineFault, ValueError, RecursionError)

Check = Callable[[], None]


class _PatientTurn(Turn):
    """A turn that does not go on for ever."""

    def note(self, kind: EventKind, player: Player, card: Card | None = None) -> None:
        super().note(kind, player, card)
        if len(self.events) > _MOST_EVENTS:
            raise EngineFault("the turn does not end")


@dataclass(frozen=True)
class Trial:
    """What became of a mutant.

    Attributes
    ----------
    mutant : Mutant
    wrong : bool
        Whether a test failed.
    refused : bool
        Whether no test failed, but the engine could not do what the text says.
    """

    mutant: Mutant
    wrong: bool = False
    refused: bool = False

    @property
    def noticed(self) -> bool:
        return self.wrong or self.refused

    @property
    def why_not(self) -> str | None:
        """Why it is right that nobody notices, as far as it is."""
        return EQUIVALENT.get((self.mutant.card.name, self.mutant.what))


def try_out(card: Card) -> list[Trial]:
    """Return what becomes of each mutant of a card."""
    checks = checks_of(card)
    for check in checks:
        check()  # nothing fails as the card is
    return [_tried(mutant, checks) for mutant in mutants_of(card)]


def checks_of(card: Card) -> list[Check]:
    """Return what is to hold of a card, as functions without parameters."""
    module = importlib.import_module(f"tests.cards.test_{card.name.lower().replace(' ', '_')}")
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    return [test_every_card_is_as_printed, *(check for test in tests for check in _checks(test))]


def _checks(test: Callable[..., None]) -> Iterator[Check]:
    """Yield a test once for each set of its parameters."""
    fixtures: dict[str, object] = {}
    if "engine" in inspect.signature(test).parameters:
        fixtures["engine"] = Scenario(SlowEngine(_PatientTurn))
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    for row in itertools.product(*(mark.args[1] for mark in marks)):
        given = dict(fixtures)
        for mark, value in zip(marks, row, strict=True):
            names = mark.args[0]
            given |= {names: value} if isinstance(names, str) else zip(names, value, strict=True)
        yield lambda given=given: test(**given)


def _tried(mutant: Mutant, checks: Sequence[Check]) -> Trial:
    refused = False
    with mutant.in_place():
        for check in checks:
            try:
                check()
            except AssertionError:
                return Trial(mutant, wrong=True)
            except _REFUSALS:
                refused = True
    return Trial(mutant, refused=refused)


def main(names: Sequence[str]) -> int:
    """Print what becomes of these cards' mutants, or of all; return 1 when one goes unnoticed."""
    chosen = [find_card(name) for name in names] or KINGDOM_CARDS
    trials = {card.name: try_out(card) for card in chosen if card}
    every = list(itertools.chain.from_iterable(trials.values()))
    table = Table("card", "mutants", "wrong", "refused", "unnoticed", box=None)
    for name, tried in (*trials.items(), ("all", every)):
        numbers = (
            len(tried),
            sum(trial.wrong for trial in tried),
            sum(trial.refused for trial in tried),
            sum(not trial.noticed for trial in tried),
        )
        table.add_row(name, *map(str, numbers))
    console = Console()
    console.print(table)
    unnoticed = [trial for trial in every if not trial.noticed]
    for trial in unnoticed:
        console.print(
            f"{trial.mutant.card}, {trial.mutant.what}: {trial.why_not or 'NOBODY NOTICES'}",
            soft_wrap=True,
        )
    return int(any(trial.why_not is None for trial in unnoticed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
