"""How results show in a notebook: as a small table and, where there is one, their figure."""

from __future__ import annotations


class Shown:
    """A result that a notebook shows by itself.

    What it looks like is decided elsewhere, and loaded only when a notebook asks.
    """

    def _repr_html_(self) -> str:
        from analysis.notebook import html_of

        return html_of(self)
