"""A template filled many times: entries that come out the same are shared, and made once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from fastsim.cards import Card
from fastsim.rules.model import BuyRule, Entry

Value = int | float | Fraction | Card


class Fillings:
    """The fillings of a template.

    Parameters
    ----------
    template : BuyRule
    """

    def __init__(self, template: BuyRule) -> None:
        self._template = template
        self._entries = [_Slot(entry) for entry in template.entries]
        self._lists = {
            str(kind): [_Slot(entry) for entry in entries]
            for kind, entries in template.plays.lists.items()
        }
        self._is_filled = not template.parameters

    def at(self, values: Mapping[str, Value]) -> BuyRule:
        """Return the template with those of its parameters filled that have a value.

        Raises
        ------
        InvalidInput
            As `BuyRule.fill`.
        """
        if self._is_filled:
            return self._template
        entries = tuple([slot.at(values) for slot in self._entries])
        if not self._lists:
            return replace(self._template, entries=entries)
        lists = {kind: tuple([s.at(values) for s in slots]) for kind, slots in self._lists.items()}
        plays = replace(self._template.plays, **lists)
        return replace(self._template, entries=entries, plays=plays)


class _Slot:
    """An entry of a template, and what it has become so far."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._names = BuyRule((entry,)).parameters
        self._known: dict[tuple[Value | None, ...], Entry] = {}

    def at(self, values: Mapping[str, Value]) -> Entry:
        if not self._names:
            return self._entry
        key = tuple([values.get(name) for name in self._names])
        found = self._known.get(key)
        if found is None:
            own = {name: values[name] for name in self._names if name in values}
            (found,) = BuyRule((self._entry,)).fill(own).entries
            self._known[key] = found
        return found
