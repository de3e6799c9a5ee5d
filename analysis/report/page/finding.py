"""One thing to know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing to know: the sentence itself, and what goes with it."""

    claim: str
    detail: str = ""
