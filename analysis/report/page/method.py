"""How the numbers of a page were made, and what they do not say, for its setup and spec."""

from __future__ import annotations

from analysis.questions.provenance import Provenance
from analysis.report.page.game import game_paragraphs
from analysis.report.page.results import Results
from analysis.report.page.spec import NamedSetup, ReportSpec
from analysis.report.registry import PARTS
from analysis.statistics.words import counted, listed
from fastsim.game.streams import GENERATOR


def changed_paragraphs(spec: ReportSpec) -> list[tuple[str, list[str]]]:
    """Return the name of each setup beside the report's own, and how its game differs from that."""
    usual = game_paragraphs(spec.setup)
    alike = [part.alike for part in spec.all_parts if part.alike]
    found = [(each.name, list(each.paragraphs)) for each in alike]
    for named in other_setups(spec):
        new = [text for text in game_paragraphs(named.setup) if text not in usual]
        found.append((named.setup.name, new or ["As described above."]))
    return found


def other_setups(spec: ReportSpec) -> list[NamedSetup]:
    """Return the setups that a spec names beside its own."""
    return [named for part in spec.all_parts for named in part.setups]


def played_in(spec: ReportSpec) -> str:
    """Return in which setups the games of a report were played."""
    others = other_setups(spec)
    alike = [part.alike.number for part in spec.all_parts if part.alike]
    if not others and not alike:
        return f"of the setup {spec.setup.name}"
    named = {each.setup.digest for each in others}
    named |= {spec.setup.digest} if _own_setup(spec) else set()
    return f"in {counted(len(named) + sum(alike), 'setup')}"


def _own_setup(spec: ReportSpec) -> bool:
    """Return whether a part plays in the report's own setup."""
    return any(not part.setups and part.alike is None for part in spec.all_parts)


def method_paragraphs(results: Results) -> list[tuple[str, str]]:
    """Return what was done, each with a catchword."""
    level = f"{100 * results.spec.level:g} %"
    found = [
        (
            "Seats",
            "Every pair plays half of its games in each seat order. A win rate is over both "
            "orders together unless a column says otherwise; a shared victory is half a win.",
        ),
        (
            "Luck",
            "Game number i under a seed draws from a random stream of its own "
            f"({GENERATOR}). All pairs, all cells and both orders play the same numbers, so that "
            "much of the luck cancels in their differences. The same seed gives the same games on "
            "any machine and any number of processors.",
        ),
        (
            "Intervals",
            f"At {level}. Of a single seat order: Wilson's score interval. Of both orders "
            "together: Wilson's two intervals combined, with the covariance between the orders, "
            "which share their luck. No figure shows a digit beyond its error.",
        ),
        (
            "Significance",
            "Two-sided score tests against 50 %. Where many pairs or cells are tested at once, "
            "p-values are corrected after Holm, so that the chance of any false claim among them "
            f"is at most {100 * (1 - results.spec.level):.3g} %.",
        ),
    ]
    for part in PARTS:
        if played := part.of(results):
            found += [said for said in part.method(played).items() if said not in found]
    if any(part.names_the_best and part.of(results) for part in PARTS):
        found.append(
            (
                "The best",
                "The highest of many estimates is partly luck. The set that cannot be told from "
                f"the best holds the true best with a probability of at least {level} (Gupta's "
                "subset selection on paired differences, with Bonferroni's correction).",
            )
        )
    return found


def limit_paragraphs(results: Results) -> list[str]:
    """Return what the numbers do not say."""
    return [
        "The rules look at what they are written to look at, and do not learn or adapt. That one "
        "beats another here does not make it the best there is: only that it beats those it met.",
        "Win rates depend on the opponents; a mean over the rules of this page is a mean over "
        "this selection, with equal weight for each.",
        _scope(results.spec),
        "Errors are those of chance in the games played. Intervals on different rows share games, "
        "and are not independent of each other.",
    ]


def _scope(spec: ReportSpec) -> str:
    """Return which games the numbers are of."""
    for part in spec.all_parts:
        if part.scope:
            return part.scope
    return (
        f"Everything is for {_setups(spec)} alone: {_cards_of(spec)}, and with these pile sizes, "
        "buying, ending and tie rules."
    )


def _setups(spec: ReportSpec) -> str:
    others = other_setups(spec)
    if not others:
        return f"the setup {spec.setup.name}"
    own = _own_setup(spec) and all(named.setup != spec.setup for named in others)
    spoken = [*([spec.setup.name] if own else []), *(named.spoken for named in others)]
    return f"these setups: {listed(spoken)}"


def _cards_of(spec: ReportSpec) -> str:
    kingdom = spec.setup.kingdom
    if not kingdom:
        return "without kingdom cards"
    return f"with {counted(len(kingdom), 'kingdom card')} ({listed([c.name for c in kingdom])})"


def provenance_of(results: Results) -> Provenance:
    """Return where the numbers come from."""
    spec, rules = results.spec, list(results.rules.values())
    return Provenance.of(
        spec.setup,
        rules,
        spec.seed,
        results.games,
        results.seconds,
        kernel=results.kernels or "general",
    )


def provenance_rows(results: Results) -> list[tuple[str, str]]:
    """Return where the numbers come from, as names and values."""
    spec, origin = results.spec, provenance_of(results)
    observed = [part.kernel for part in PARTS if part.kernel and part.of(results)]
    kernel = ", ".join(filter(None, (origin.kernel, *observed)))
    return [
        ("Made", f"{results.made:%Y-%m-%d %H:%M} UTC"),
        ("fastsim", origin.version + (f", commit {origin.commit}" if origin.commit else "")),
        ("Setup", f"{origin.setup} ({origin.setup_digest})"),
        *(
            ("Setup", f"{named.setup.name}: {named.argument} ({named.setup.digest})")
            for named in other_setups(spec)
        ),
        ("Seed", str(origin.seed)),
        ("Games", f"{origin.games:,}"),
        (
            "Time",
            f"{origin.seconds:.1f} s, {origin.games / origin.seconds / 1e6:.2f} M games a second",
        ),
        ("Random streams", origin.generator),
        ("Kernel", kernel),
        ("Machine", origin.machine),
        ("Python", f"{origin.python}, numba {origin.numba}, numpy {origin.numpy}"),
    ]
