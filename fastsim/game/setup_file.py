"""Setups by name and from TOML files.

A file says everything, or names a kingdom and says what differs from the rulebook's preparation::

    kingdom = ["Smithy", "Witch"]    # and the basic cards
    players = 3                      # decides the pile sizes
    supply = {Province = 10}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from fastsim.cards import Card, find_card
from fastsim.cards.other_sets import explain_unknown
from fastsim.game.kingdoms import RECOMMENDED, base, kingdom_cards, kingdom_named
from fastsim.game.setup import PRESETS, Buy, GameSetup, Tie
from fastsim.text.errors import SetupError, suggest
from fastsim.text.files import split_path
from fastsim.text.toml_file import read_toml
from fastsim.text.words import is_plain_number, shortened

_KINDS: Final[dict[str, type]] = {
    "name": str,
    "kingdom": list,
    "kingdom_size": int,
    "players": int,
    "buy": str,
    "supply": dict,
    "deck": dict,
    "end_piles": int,
    "province_pile_counts": bool,
    "tie": str,
    "max_turns": int,
}
_TOML_NAMES: Final = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    dict: "a table",
    list: "a list of names",
}
#: Digits of a number in a change: what the reader of TOML files holds numbers to, nearly.
_MAX_DIGITS: Final = 18
#: What decides the piles of a kingdom, with its cards.
_SIZES: Final[tuple[str, ...]] = ("players", "kingdom_size")


def load_setup(text: str) -> GameSetup:
    """Return the preset of that name, or the setup in that TOML file, with changes if any.

    Parameters
    ----------
    text : str
        ``simplified``, ``mine.toml``, or with changes ``simplified,buy=optional,deck.Copper=6``;
        a kingdom: ``first-game``, ``base(Smithy, Witch, ...)``, ``base-random(7)``; for another
        number of players ``base(Smithy),players=3``, of cards ``base-random(7),kingdom_size=3``.

    Raises
    ------
    SetupError
        For an unknown preset or change, or what does not describe a possible setup.
    InvalidInput
        For a file that cannot be read.
    """
    if text in PRESETS:
        return PRESETS[text]()
    in_file = split_path(text, ",", [".toml"])
    if in_file is not None:
        named, rest = in_file
        changes = {} if rest is None else _read_changes(rest.split(","))
        found: GameSetup | None = _file(named, changes)
    else:
        named, changes = _split_changes(text)
        found = _kingdom(named, changes)
    if found is not None:
        return changed_setup(found, changes, name=text) if changes else found
    if changes:
        return changed_setup(load_setup(named), changes, name=text)
    raise SetupError(
        f"no setup is named {shortened(text)!r}",
        suggest(shortened(text), [*PRESETS, *RECOMMENDED])
        or f"Known: {', '.join([*PRESETS, *RECOMMENDED])}, base(CARD, ...), base-random(SEED); "
        "or name a file that ends in .toml.",
    )


def _split_changes(text: str) -> tuple[str, dict[str, Any]]:
    """Return the base, which may hold commas in parentheses, and the changes behind it."""
    inside = text.rfind(")") + 1
    name, *changes = text[inside:].split(",")
    return text[:inside] + name, _read_changes(changes)


def _file(name: str, changes: dict[str, Any]) -> GameSetup:
    """Return the setup of that file; where it names a kingdom, of the sizes in the changes.

    Those are taken out of `changes`: they decide what else is in the setup.
    """
    path = Path(name)
    values = read_toml(path, "setup")
    if "kingdom" in values:
        values |= {key: changes.pop(key) for key in _SIZES if key in changes}
    return parse_setup(values, source=str(path), name=path.stem)


def _kingdom(name: str, changes: dict[str, Any]) -> GameSetup | None:
    """Return the kingdom of that name, of the sizes in the changes, which are taken out of them."""
    sizes = {key: changes[key] for key in _SIZES if key in changes}
    _check_kinds(sizes)
    found = kingdom_named(name, players=sizes.get("players", 2), size=sizes.get("kingdom_size"))
    if found is not None:
        for key in sizes:
            del changes[key]
    return found


def changed_setup(base: GameSetup, changes: Mapping[str, Any], *, name: str) -> GameSetup:
    """Return a setup that differs from another one.

    Parameters
    ----------
    base : GameSetup
    changes : mapping
        In the shape of a setup file; ``supply`` and ``deck`` need only say which counts change.
    name : str
        Of the new setup.

    Raises
    ------
    SetupError
        For an unknown key, a value of the wrong kind, or an impossible setup.
    """
    values = base.describe()
    for key, value in changes.items():
        if key == "kingdom":
            raise SetupError("a kingdom is no change of a setup", "Begin with it: base(CARD, ...).")
        if key in ("supply", "deck") and isinstance(value, Mapping):
            counts = {str(card): n for card, n in _counts(key, value).items()}
            values[key] = {**values[key], **counts}
        else:
            values[key] = value
    return _parse({**values, "name": name}, name)


def setup_text(base: str, changes: Mapping[str, Any]) -> str:
    """Return how `load_setup` is told of a base with changes.

    Examples
    --------
    >>> setup_text("simplified", {"buy": "optional", "supply": {"Gold": 10}})
    'simplified,buy=optional,supply.Gold=10'
    """
    parts = [base]
    for key, value in changes.items():
        if isinstance(value, Mapping):
            parts += [f"{key}.{card}={n}" for card, n in value.items()]
        else:
            parts.append(f"{key}={str(value).lower() if isinstance(value, bool) else value}")
    return ",".join(parts)


def _read_changes(changes: Sequence[str]) -> dict[str, Any]:
    """Return changes written ``key=value`` or ``supply.Card=n`` in the shape of a setup file."""
    found: dict[str, Any] = {}
    for change in changes:
        place, equals, text = (part.strip() for part in change.partition("="))
        if not (place and equals and text):
            raise SetupError(
                f"{shortened(change)!r} is not a change of a setup", "Example: buy=optional."
            )
        value: Any = {"true": True, "false": False}.get(text, text)
        if is_plain_number(text) and len(text) <= _MAX_DIGITS:
            value = int(text)
        key, dot, card = place.partition(".")
        if dot:
            if key not in ("supply", "deck"):
                raise SetupError(f"unknown key {shortened(place)!r}", "Example: supply.Gold=10.")
            found.setdefault(key, {})[card] = value
        else:
            found[key] = value
    return found


def parse_setup(values: Mapping[str, Any], *, source: str, name: str) -> GameSetup:
    """Return the setup that `values` (the shape of a setup file) describes.

    Parameters
    ----------
    values : mapping
        Either ``supply`` and ``deck``, and everything else has the simplified game's value; or
        ``kingdom``, and everything else has the base game's.
    source : str
        What an error calls the place the values came from.
    name : str
        The setup's name when the values give none.
    """
    try:
        return _parse(values, name)
    except SetupError as error:
        raise SetupError(f"{source}: {error.what}", error.hint) from None


def _parse(values: Mapping[str, Any], name: str) -> GameSetup:
    _check_kinds(values)
    if "kingdom" in values:
        return _around_kingdom(values, name)
    if "kingdom_size" in values:
        raise SetupError(
            "kingdom_size without a kingdom", 'Example: kingdom = ["Smithy", "Witch"].'
        )
    for key in ("supply", "deck"):
        if key not in values:
            raise SetupError(f"{key} is missing", f"Example: {key} = {{Copper = 7, Estate = 3}}.")
    counts = {key: _counts(key, values[key]) for key in ("supply", "deck")}
    return GameSetup(**{"name": name, **values, **counts})


def _around_kingdom(values: Mapping[str, Any], name: str) -> GameSetup:
    """Return the base game with that kingdom, and with what else the values say."""
    for card in values["kingdom"]:
        if not isinstance(card, str):
            raise SetupError(f"kingdom holds {card!r}, which is not the name of a card")
    found = base(
        kingdom_cards(values["kingdom"]),
        players=values.get("players", 2),
        size=values.get("kingdom_size"),
        name=values.get("name", name),
    )
    changes = {key: n for key, n in values.items() if key not in ("kingdom", "name", *_SIZES)}
    return changed_setup(found, changes, name=found.name) if changes else found


def _check_kinds(values: Mapping[str, Any]) -> None:
    """Raise SetupError for an unknown key, or a value that no setup can have under it."""
    for key, value in values.items():
        if key not in _KINDS:
            raise SetupError(
                f"unknown key {shortened(key)!r}",
                suggest(shortened(key), _KINDS) or f"Known: {', '.join(_KINDS)}.",
            )
        kind = _KINDS[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise SetupError(f"{key} = {shortened(repr(value))} is not {_TOML_NAMES[kind]}")
    for key, choices in (("buy", Buy), ("tie", Tie)):
        if key in values and values[key] not in list(choices):
            raise SetupError(
                f"{key} = {shortened(repr(values[key]))}", f"It is one of: {', '.join(choices)}."
            )


def _counts(key: str, table: Mapping[str, Any]) -> dict[Card, int]:
    counts: dict[Card, int] = {}
    for name, n in table.items():
        card = find_card(name)
        if card is None:
            what, hint = explain_unknown(shortened(name))
            raise SetupError(f"{key}: {what}", hint)
        if card in counts:
            raise SetupError(f"{key}: {card} is given twice")
        if not isinstance(n, int) or isinstance(n, bool):
            raise SetupError(f"{key}: {card} = {shortened(repr(n))} is not a whole number")
        counts[card] = n
    return counts
