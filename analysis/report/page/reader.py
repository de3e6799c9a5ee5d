"""Tables of a spec, checked key by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from analysis.report.page import keys
from fastsim.text.errors import InvalidInput
from fastsim.text.words import shortened, visible

#: Of any list in a spec: a page of so many parts would be beyond reading.
MAX_ITEMS: Final = 100

_KINDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
}


def checked(
    table: Mapping[str, Any], kinds: Mapping[str, type], where: str, needed: Sequence[str]
) -> dict[str, Any]:
    """Return the table when every key is known and every value of its kind."""
    for key, value in table.items():
        if key not in kinds:
            raise InvalidInput(f"{where}unknown key {shortened(key)!r}", keys.advice(key, kinds))
        kind = kinds[key]
        accepted = (int, float) if kind is float else kind
        if not isinstance(value, accepted) or isinstance(value, bool):
            raise InvalidInput(f"{where}{key} = {shortened(repr(value))} is not {_KINDS[kind]}")
        if isinstance(value, str) and visible(value) != value:
            raise InvalidInput(f"{where}{key} holds invisible characters", "Leave them out.")
        if isinstance(value, list) and len(value) > MAX_ITEMS:
            raise InvalidInput(f"{where}{key} holds {len(value)} items", f"At most {MAX_ITEMS}.")
    for key in needed:
        if key not in table:
            raise InvalidInput(f"{where}{key} is missing")
    return dict(table)


def table_of(value: Any, where: str) -> dict[str, Any]:
    """Return the value when it is a table."""
    if not isinstance(value, dict):
        raise InvalidInput(f"{where}it is not a table")
    return value


def games_of(table: Mapping[str, Any], where: str, key: str = "games") -> int:
    """Return the number of games, even: half are played in each seat order."""
    games: int = table[key]
    if games < 4:
        raise InvalidInput(f"{where}{key} = {games}", "At least 4, two in each seat order.")
    return games + games % 2


def paragraphs(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the paragraphs of a table's text, each on one line."""
    blocks = table.get("text", "").split("\n\n")
    return tuple(" ".join(block.split()) for block in blocks if block.strip())


def at(where: str, read: Any, *given: Any) -> Any:
    """Return ``read(*given)``; an error says where in the spec it was."""
    try:
        return read(*given)
    except InvalidInput as error:
        raise InvalidInput(f"{where}{without_hint(error)}", error.hint) from None


def without_hint(error: InvalidInput) -> str:
    """Return what was wrong, without what to do."""
    text = str(error)
    return text[: -len(f"\n  {error.hint}")] if error.hint else text
