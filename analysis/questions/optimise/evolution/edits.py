"""Rules changed at random, a little at a time; what comes out is always a rule of the setup.

References
----------
J. Koza, "Genetic Programming" (1992): programs varied by editing their parts. The edits here keep
to one parent, but for `_borrow`, which takes an entry from another rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from analysis.questions.optimise.evolution.chance import Chance
from analysis.questions.optimise.evolution.vocabulary import OPERATORS, Vocabulary, number
from fastsim.rules.model import BuyRule, Condition, Entry, Term

#: Most edits at a time.
_MOST_EDITS: Final = 4

_Edit = Callable[[BuyRule, Vocabulary, Chance], BuyRule]


def length(rule: BuyRule) -> int:
    """Return how much there is to read: entries, conditions, further terms, and other statements.

    "Province; Duchy if provinces <= 4; Silver" has length 4: three entries and a condition.
    """
    conditions = [condition for entry in rule.entries for condition in entry.conditions]
    further = sum(len(condition.terms) - 2 for condition in conditions)
    return (
        len(rule.entries) + len(conditions) + further
        + rule.avoid_losing_end + bool(rule.otherwise)
    )  # fmt: skip


def grow(rule: BuyRule, others: Sequence[BuyRule], words: Vocabulary, chance: Chance) -> BuyRule:
    """Return the rule after one edit or a few, half as often each one more.

    Parameters
    ----------
    rule : BuyRule
    others : sequence of BuyRule
        Rules to borrow from; at least one.
    words : Vocabulary
    chance : Chance

    Returns
    -------
    BuyRule
        Without name and source, tidy, and at times equal to `rule`.
    """
    edits = 1
    while edits < _MOST_EDITS and chance.once_in(2):
        edits += 1
    rule = replace(rule, name="", source="")
    for _ in range(edits):
        if chance.once_in(len(_EDITS) + 1):
            rule = _borrow(rule, chance.choose(others), chance)
        else:
            rule = chance.choose(_EDITS)(rule, words, chance)
    return tidy(rule)


def tidy(rule: BuyRule) -> BuyRule:
    """Return the rule without what can never matter: it plays the same.

    That is a condition that an entry states twice, and an entry that asks for all that an earlier
    entry of the same card asks for.
    """
    kept: list[Entry] = []
    for entry in rule.entries:
        conditions = tuple(dict.fromkeys(entry.conditions))
        if not any(
            earlier.card is entry.card and set(earlier.conditions) <= set(conditions)
            for earlier in kept
        ):
            kept.append(Entry(entry.card, conditions))
    return replace(rule, entries=tuple(kept))


def _insert(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    conditions = tuple(words.condition(chance) for _ in range(chance.choose((0, 1, 1, 2))))
    return _put(rule, Entry(chance.choose(words.cards), conditions), chance)


def _drop(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    if len(rule.entries) == 1:
        return rule
    at = chance.below(len(rule.entries))
    return replace(rule, entries=rule.entries[:at] + rule.entries[at + 1 :])


def _swap(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    if len(rule.entries) == 1:
        return rule
    at = chance.below(len(rule.entries) - 1)
    first, second = rule.entries[at : at + 2]
    return replace(rule, entries=(*rule.entries[:at], second, first, *rule.entries[at + 2 :]))


def _move(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    at = chance.below(len(rule.entries))
    rest = replace(rule, entries=rule.entries[:at] + rule.entries[at + 1 :])
    return _put(rest, rule.entries[at], chance)


def _card(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    at = chance.below(len(rule.entries))
    return _with_entry(rule, at, replace(rule.entries[at], choice=chance.choose(words.cards)))


def _condition(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    at = chance.below(len(rule.entries))
    entry = rule.entries[at]
    conditions = (*entry.conditions, words.condition(chance))
    return _with_entry(rule, at, replace(entry, conditions=conditions))


def _drop_condition(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    return _change(rule, chance, lambda condition: ())


def _other_condition(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    return _change(rule, chance, lambda condition: (words.condition(chance),))


def _operator(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    operator = chance.choose(OPERATORS)
    return _change(rule, chance, lambda condition: (replace(condition, operator=operator),))


def _threshold(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    """Move a number by one, or half as often each one more."""
    step = 1
    while step < 8 and chance.once_in(2):
        step += 1
    step = step if chance.once_in(2) else -step
    return _change(rule, chance, lambda condition: (_shifted(condition, step),))


def _shifted(condition: Condition, step: int) -> Condition:
    """Return the condition with the number on its right moved; a missing one counts as 0."""
    *terms, last = condition.right
    value = step
    if last.quantity is None:
        value += int(last.coefficient)
    else:
        terms.append(last)
    # a number alone may be 0; beside a quantity it would say nothing
    constant: tuple[Term, ...] = number(value) if value or not terms else ()
    return replace(condition, right=(*terms, *constant))


def _careful(rule: BuyRule, words: Vocabulary, chance: Chance) -> BuyRule:
    return replace(rule, avoid_losing_end=not rule.avoid_losing_end)


def _borrow(rule: BuyRule, other: BuyRule, chance: Chance) -> BuyRule:
    return _put(rule, chance.choose(other.entries), chance)


#: Often used ones stand here more than once.
_EDITS: Final[tuple[_Edit, ...]] = (
    _insert, _insert, _drop, _swap, _move, _card, _condition, _condition, _drop_condition,
    _other_condition, _operator, _threshold, _threshold, _threshold, _careful,
)  # fmt: skip


def _put(rule: BuyRule, entry: Entry, chance: Chance) -> BuyRule:
    at = chance.below(len(rule.entries) + 1)
    return replace(rule, entries=(*rule.entries[:at], entry, *rule.entries[at:]))


def _with_entry(rule: BuyRule, at: int, entry: Entry) -> BuyRule:
    return replace(rule, entries=(*rule.entries[:at], entry, *rule.entries[at + 1 :]))


def _change(
    rule: BuyRule, chance: Chance, change: Callable[[Condition], tuple[Condition, ...]]
) -> BuyRule:
    """Return the rule with any one of its conditions replaced; as it is when it has none."""
    places = [(e, c) for e, entry in enumerate(rule.entries) for c in range(len(entry.conditions))]
    if not places:
        return rule
    at, c = chance.choose(places)
    entry = rule.entries[at]
    conditions = (*entry.conditions[:c], *change(entry.conditions[c]), *entry.conditions[c + 1 :])
    return _with_entry(rule, at, replace(entry, conditions=conditions))
