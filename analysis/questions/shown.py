"""How results show: in a notebook as a small table and figure, elsewhere as some lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from analysis.statistics import Estimate, format_estimate
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput
from fastsim.text.shown import html_of, lines_of
from fastsim.text.words import shortened

#: Lines of a ranking that a `repr` shows.
_RANKS: Final = 6


class Shown:
    """A result that shows by itself.

    What it looks like in a notebook is decided elsewhere (`fastsim.text.shown.in_notebooks`). A
    class says in `_told` what its ``repr`` is: what was asked, and a line for each thing found.
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        # a dataclass keeps the `__repr__` that its class has, and makes one where it has none
        cls.__repr__ = Shown.__repr__  # type: ignore[method-assign]

    def _told(self) -> Sequence[str]:
        raise NotImplementedError

    def __repr__(self) -> str:
        head, *lines = self._told()
        return lines_of(f"{type(self).__name__}{head}", lines)

    def _repr_html_(self) -> str:
        return html_of(self)


def rate(estimate: Estimate[float]) -> str:
    """Return a win rate with its interval; of games too few for one, the rate alone."""
    try:
        return format_estimate(estimate, percent=True)
    except InvalidInput:
        return f"{100 * estimate.value:.4g} %"


def called(rule: BuyRule) -> str:
    """Return what a rule is called, on one short line."""
    return shortened(rule.name) or "a rule without a name"


def ranks(rows: Sequence[str]) -> list[str]:
    """Return the first lines of a ranking, and how many more there are."""
    more = [f"and {len(rows) - _RANKS} more"] if len(rows) > _RANKS else []
    return [f"{place}. {row}" for place, row in enumerate(rows[:_RANKS], start=1)] + more
