"""Bureaucrat: gain a Silver onto the deck; the others put a Victory card onto theirs."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

BUREAUCRAT: Final = Card("Bureaucrat", cost=4, types=("Action", "Attack"))
