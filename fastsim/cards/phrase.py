"""A phrase: words with slots, and the steps that they stand for; it is written and read."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from string import Formatter
from typing import Any

from fastsim.cards.slots import SLOTS, Find, Slot
from fastsim.cards.steps import (
    ANY,
    ANYTHING,
    Gain,
    GainNamed,
    Move,
    MoveRest,
    Step,
    Steps,
    Take,
    Zone,
)


@dataclass(slots=True)
class Scene:
    """What pronouns stand for, as a text is written or read from its beginning.

    Attributes
    ----------
    looked_at : int
        Cards taken from the deck that may still lie there: *it*, if it is one, or *them*.
    untouched : bool
        Whether all of them do.
    others : bool
        Whether each other player is spoken of.
    """

    looked_at: int = 0
    untouched: bool = False
    others: bool = False

    def follow(self, step: Step) -> None:
        """Go on behind a step."""
        match step:
            case Take(cards):
                self.looked_at, self.untouched = cards, True
            case Move(amount, Zone.LOOKED_AT, kind, _, may):
                if amount is ANY and kind == ANYTHING and not may:
                    self.looked_at = 0
                self.untouched = False
            case Move() | MoveRest() | Gain() | GainNamed():
                self.looked_at, self.untouched = 0, False
            case _:
                pass


def always(_: Scene) -> bool:
    """Return that a phrase has a place in any scene."""
    return True


@dataclass(frozen=True, slots=True)
class Part:
    """A step that a phrase stands for: its class, and the fields that the words settle."""

    of: type[Step]
    settled: Mapping[str, Any]

    @property
    def open(self) -> list[str]:
        """The fields that stand in slots."""
        return [field.name for field in fields(self.of) if field.name not in self.settled]


@dataclass(frozen=True)
class Phrase:
    """Words for one step, or for two in a row.

    Attributes
    ----------
    template : str
        Words and slots: ``{field}`` or ``{field:slot}``, of `fastsim.cards.slots.SLOTS`.
    parts : tuple of Part
    said, understood : callable
        Returns whether it is written, or read, in a scene.
    """

    template: str
    parts: tuple[Part, ...]
    said: Callable[[Scene], bool] = always
    understood: Callable[[Scene], bool] = always

    def write(self, steps: Steps) -> str | None:
        """Return the words for its steps, or None where it has none for them."""
        values: dict[str, Any] = {}
        for step, part in zip(steps, self.parts, strict=True):
            if type(step) is not part.of:
                return None
            if any(getattr(step, name) != value for name, value in part.settled.items()):
                return None
            values |= {name: getattr(step, name) for name in part.open} | {"bonuses": step}
        text = ""
        for words, name, slot in self._pieces:
            said = "" if slot is None else slot.say(values[name])
            if said is None:
                return None
            text += words + said
        return text

    def read(self, text: str, find: Find) -> Steps | None:
        """Return the steps that the words say, or None where these are other words.

        Raises
        ------
        UnknownNoun
            Where all is as it should be but for a noun.
        """
        match = self._pattern.fullmatch(text)
        if match is None:
            return None
        values: dict[str, Any] = {}
        slots = ((name, slot) for _, name, slot in self._pieces if slot is not None)
        for (name, slot), said in zip(slots, match.groups(), strict=True):
            value = slot.read(said, find)
            values |= value if name == "bonuses" else {name: value}
        return tuple(
            part.of(**part.settled, **{name: values[name] for name in part.open if name in values})
            for part in self.parts
        )

    @property
    def example(self) -> str:
        """Words that it could be."""
        return "".join(words + (slot.example if slot else "") for words, _, slot in self._pieces)

    @functools.cached_property
    def _pieces(self) -> list[tuple[str, str, Slot | None]]:
        """Words, each with the slot behind them and the field that stands there."""
        return [
            (words, name or "", None if name is None else SLOTS[slot or name])
            for words, name, slot, _ in Formatter().parse(self.template)
        ]

    @functools.cached_property
    def _pattern(self) -> re.Pattern[str]:
        pattern = "".join(
            re.escape(words) + (f"({slot.pattern})" if slot else "")
            for words, _, slot in self._pieces
        )
        return re.compile(pattern, re.IGNORECASE)
