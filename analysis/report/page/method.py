"""How the numbers of a page were made, and what they do not say, for its setup and spec."""

from __future__ import annotations

from analysis.questions.one_card import FINALISTS, SECOND_LOOK, card_setup
from analysis.questions.provenance import Provenance
from analysis.report.page.results import Results
from analysis.report.page.spec import NamedSetup, ReportSpec
from analysis.statistics.words import counted, listed
from fastsim.game.setup import FALLBACK, Buy, GameSetup, Tie
from fastsim.game.streams import GENERATOR


def game_paragraphs(setup: GameSetup) -> list[str]:
    """Return the rules of the game, as far as setups differ in them."""
    supply = ", ".join(f"{n} {card.name}" for card, n in setup.supply.items())
    deck = " and ".join(f"{n} {card.name}" for card, n in setup.deck.items() if n)
    buys = (
        "A player buys exactly one card a turn, if any card in stock can be afforded. A rule that "
        "names none that can be bought falls back, unless it states an order of its own, on the "
        f"first of {', '.join(card.name for card in FALLBACK)} that can. So a rule that ends with "
        "Silver takes a Copper with less than 3 coins: money rules do not choose to buy Copper, "
        "they have to."
        if setup.buy is Buy.MANDATORY
        else _optional_buys(setup)
    )
    counted = "" if setup.province_pile_counts else "other "
    end = (
        f"The game ends at once with the last Province, or with {setup.end_piles} {counted}piles "
        f"empty; there is no last round. After {setup.max_turns} turns, all players' together, it "
        "is cut and scored as it stands; the tables say how often."
    )
    tie = (
        "Equal points are a win for the player who moved second, so no victory is shared."
        if setup.tie is Tie.SECOND
        else "With equal points, the player who took fewer turns wins; after as many turns each, "
        "the victory is shared, which counts as half a win for either."
        + (" Among more players it counts 1/k for each of k." if setup.players > 2 else "")
    )
    return [
        f"Piles: {supply}. Each player starts with {deck}, and draws five cards a turn.",
        buys,
        end,
        tie,
    ]


def _optional_buys(setup: GameSetup) -> str:
    """Return what a player may buy and, with kingdom cards, play."""
    if setup.is_simple:
        return "A player may buy one card a turn; a rule that names none that can be bought passes."
    return (
        "A turn has an Action phase and a Buy phase, with one Action and one Buy unless cards give "
        "more; a rule that names nothing that can be bought passes. Every card does what is "
        "printed on it, in the Second Edition. What a rule does not say itself, such as which "
        "Action to play, and what to discard, trash or gain, follows defaults that are the same "
        "for all rules."
    )


def changed_paragraphs(spec: ReportSpec) -> list[tuple[str, list[str]]]:
    """Return the name of each setup of the settings, and how its game differs from the report's."""
    usual = game_paragraphs(spec.setup)
    found = []
    if spec.cards:
        card = card_setup(spec.cards.plan.cards[0])
        piles = "Piles as in the rulebook: beside the basic cards 10 of the card, 8 of Gardens."
        found.append(("Games with a single kingdom card", [piles, _optional_buys(card)]))
    for named in other_setups(spec):
        new = [text for text in game_paragraphs(named.setup) if text not in usual]
        found.append((named.setup.name, new or ["As described above."]))
    return found


def other_setups(spec: ReportSpec) -> list[NamedSetup]:
    """Return the setups that a spec names beside its own, but for those of single cards."""
    settings = spec.settings.setups if spec.settings else ()
    return [*settings, *(part.named for part in spec.lineups)]


def played_in(spec: ReportSpec) -> str:
    """Return in which setups the games of a report were played."""
    parts = [
        *filter(None, (spec.comparison, spec.duel, spec.frontier, spec.equilibrium)),
        *(*spec.sweeps, *spec.curves, *spec.responses),
    ]
    if spec.lineups or spec.cards:
        cards = len(spec.cards.plan.cards) if spec.cards else 0
        named = {each.setup.digest for each in other_setups(spec)}
        named |= {spec.setup.digest} if parts else set()
        return f"in {counted(len(named) + cards, 'setup')}"
    if spec.settings is None:
        return f"of the setup {spec.setup.name}"
    setups = f"in {counted(len(spec.settings.setups), 'setup')}"
    among = any(named.setup == spec.setup for named in spec.settings.setups)
    return setups if among or not parts else f"{setups}, and of the setup {spec.setup.name}"


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
    if results.comparison and results.comparison.tournament:
        found.append(
            (
                "Strengths and groups",
                "Strengths are those of the Bradley–Terry model, fitted to all pairs; their errors "
                "allow for the luck that pairs share. Groups, possible ranks and cycles come from "
                "tests of all pairs of rules together, after Holm.",
            )
        )
    if results.curves:
        found.append(
            (
                "Turn by turn",
                "What players hold and buy is observed in the first games of a matchup. Each turn "
                "is a player's own and over the games still going: late turns are of long games.",
            )
        )
    if results.settings:
        found.append(
            (
                "Settings",
                "All setups play the same game numbers. Two that differ in nothing but the tie "
                "rule play the very same games to the same points; only the verdict differs.",
            )
        )
    searched = results.searches
    if searched.responses or searched.equilibrium:
        found.append(
            (
                "Searches",
                "Whatever is chosen by the games that it won is flattered by them. Answers and "
                "equilibria are therefore scored on fresh games, under another seed, that chose "
                "nothing.",
            )
        )
    if results.lineups:
        found.append(
            (
                "Tables of several",
                "Every choice of as many rules as there are players sits at a table, in all seat "
                "orders over the same game numbers. An interval is over game numbers, whose games "
                "share their luck; groups and possible ranks come from tests of all pairs of rules "
                "together, after Holm; that all seats win alike is Hotelling's test.",
            )
        )
    if results.cards:
        plan = results.cards
        found.append(
            (
                "Search and fresh games",
                f"A first look gives every variant {plan.search_games:,} games; the best "
                f"{counted(FINALISTS, 'variant')} of each number of copies play "
                f"{SECOND_LOOK * plan.search_games:,} more, which choose one. Its {plan.games:,} "
                "fresh games have a seed of their own, and no choice has seen them.",
            )
        )
    if results.sweeps or results.comparison:
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
    if spec.cards:
        return (
            "The cards were studied in games whose kingdom is that one card: beside others a card "
            "may do better or worse."
        )
    return (
        f"Everything is for {_setups(spec)} alone: {_cards_of(spec)}, and with these pile sizes, "
        "buying, ending and tie rules."
    )


def _setups(spec: ReportSpec) -> str:
    if spec.lineups:
        named = [spec.setup.name, *(part.named.setup.name for part in spec.lineups)]
        return f"these setups: {listed(named)}"
    if spec.settings is None:
        return f"the setup {spec.setup.name}"
    return f"these setups: {listed([f'“{named.setup.name}”' for named in spec.settings.setups])}"


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
    kernel = ", ".join(filter(None, (origin.kernel, "general (curves)" if results.curves else "")))
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
