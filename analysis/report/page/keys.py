"""The keys of every table of a report spec, and the kind of value that each takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fastsim.text.errors import suggest
from fastsim.text.words import shortened

TOP: Final = {
    "title": str, "text": str, "setup": str, "seed": int, "level": float,
    "rules": list, "comparison": dict, "curves": list, "sweeps": list, "settings": dict,
    "duel": dict, "frontier": dict, "responses": list, "equilibrium": dict,
    "lineups": list, "cards": dict,
}  # fmt: skip
RULE: Final = {"name": str, "rule": str}
COMPARISON: Final = {
    "title": str, "text": str, "rules": list, "games": int, "baseline": str, "pairs": str,
}  # fmt: skip
SWEEP: Final = {
    "title": str, "text": str, "template": str, "x": str, "y": str, "against": str, "games": int,
}  # fmt: skip
DUEL: Final = {"title": str, "text": str, "a": str, "b": str, "games": int}
CURVES: Final = {**DUEL, "show": list}
SETTINGS: Final = {
    "title": str, "text": str, "rules": list, "pairs": list, "games": int, "setups": list,
}  # fmt: skip
SETUP: Final = {"name": str, "base": str}
LINEUPS: Final = {"title": str, "text": str, "setup": str, "rules": list, "games": int}
CARDS: Final = {
    "title": str, "text": str, "cards": list, "templates": list, "counts": str, "over": list,
    "against": str, "search": int, "games": int,
}  # fmt: skip
TEMPLATE: Final = {"name": str, "rule": str, "max_cost": int}
FRONTIER: Final = {
    "title": str, "text": str, "rules": str, "against": list, "games": int, "within": float,
}  # fmt: skip
FAMILY: Final = {"title": str, "text": str, "template": str, "over": list, "games": int}
RESPONSE: Final = {**FAMILY, "against": str, "fresh": int}
EQUILIBRIUM: Final = {
    **FAMILY, "with": list, "bound": float, "answer_games": int, "fresh": int,
}  # fmt: skip

#: What a table is called in a spec.
_TABLES: Final[Mapping[str, Mapping[str, type]]] = {
    "the top, before all tables": TOP, "[[rules]]": RULE, "[comparison]": COMPARISON,
    "[[sweeps]]": SWEEP, "[duel]": DUEL, "[[curves]]": CURVES, "[settings]": SETTINGS,
    "[[settings.setups]]": SETUP, "[[lineups]]": LINEUPS, "[cards]": CARDS,
    "[[cards.templates]]": TEMPLATE, "[frontier]": FRONTIER, "[[responses]]": RESPONSE,
    "[equilibrium]": EQUILIBRIUM,
}  # fmt: skip


def advice(key: str, kinds: Mapping[str, type]) -> str:
    """Return what to do about a key that is not one of these: where it belongs, or a near one."""
    places = [place for place, table in _TABLES.items() if key in table]
    if places:
        return f"It belongs to {', '.join(places)}; here are: {', '.join(kinds)}."
    return suggest(shortened(key), kinds) or f"Known: {', '.join(kinds)}."
