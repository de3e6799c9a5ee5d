"""Report specs: what they say, and one clear error for each way to be wrong."""

import tomllib
from pathlib import Path

import pytest

from analysis.report.page.read import default_spec, load_spec, parse_spec
from analysis.report.parts.comparison.part import COMPARISON as COMPARED
from analysis.report.parts.curves import CURVES as CURVED
from analysis.report.parts.duel import DUEL as DUELLED
from analysis.report.parts.settings.part import SETTINGS as SET
from analysis.report.parts.sweeps import SWEEPS as SWEPT
from analysis.report.samples import find_spec, sample_names
from fastsim.game.setup_file import load_setup
from fastsim.text.errors import InvalidInput

DUEL = '[duel]\na = "Big Money"\nb = "BMU"\ngames = 10\n'
SWEEP = (
    '[[sweeps]]\ntemplate = "Province; Duchy if provinces <= {d}; Silver"\nagainst = "BM"\n'
    'games = 10\nx = "d=0:1"\n'
)
CURVES = '[[curves]]\na = "Big Money"\nb = "BMU"\ngames = 10\n'
SETUPS = '[[settings.setups]]\nname = "s"\n[[settings.setups]]\nname = "t"\nbuy = "optional"\n'
SETTINGS = '[settings]\nrules = ["BM", "BMU"]\npairs = [["BM", "BMU"]]\ngames = 10\n' + SETUPS
COMPARISON = '[comparison]\ngames = 10\nrules = ["BM", "BMU", "Greedy"]\n'


def parse(text):
    return parse_spec(tomllib.loads('title = "T"\n' + text), source="my.toml", name="my")


def test_the_default_report_fits_its_budget() -> None:
    spec = default_spec()
    assert spec.setup.name == "simplified"
    assert spec.total_games <= 20_000_000
    (compared,) = COMPARED.asked(spec.parts)
    assert len(compared.rules) == 8
    assert [sweep.cells for sweep in SWEPT.asked(spec.parts)] == [81]
    assert len(DUELLED.asked(spec.parts)) == 1


def test_rules_named_in_the_spec_come_before_the_library() -> None:
    spec = parse('[[rules]]\nname = "Big Money"\nrule = "Province; Silver"\n' + DUEL)
    (duel,) = DUELLED.asked(spec.parts)
    assert [entry.card.name for entry in duel.a.entries] == ["Province", "Silver"]
    assert duel.a.name == "Big Money"
    assert duel.b.name == "Big Money Ultimate"


def test_rules_have_one_name_each_in_the_whole_report() -> None:
    head = "Province if total_money > 18; Duchy if provinces <= 4; Estate if provinces <= "
    one, two = (f'"{head}{n}; Gold"' for n in (2, 3))
    spec = parse(
        f"[comparison]\ngames = 10\nrules = [{one}, {two}]\n"
        + DUEL.replace('"Big Money"', two)
        + CURVES.replace('"Big Money"', one)
        + '[[rules]]\nname = "Big Money Ultimate"\nrule = "Gold"\n'
    )
    first, second = COMPARED.asked(spec.parts)[0].rules
    assert second.name == DUELLED.asked(spec.parts)[0].a.name == "… Estate if provinces <= 3; Gold"
    assert first.name == CURVED.asked(spec.parts)[0].a.name != second.name


def test_the_baseline_is_the_second_rule_of_its_pairs() -> None:
    spec = parse(COMPARISON + 'baseline = "BM"')
    pairs = [(a.name, b.name) for a, b in COMPARED.asked(spec.parts)[0].matchups]
    assert pairs == [
        ("Big Money Ultimate", "Greedy"), ("Big Money Ultimate", "Big Money"),
        ("Greedy", "Big Money"),
    ]  # fmt: skip
    only = parse(COMPARISON + 'baseline = "BM"\npairs = "baseline"')
    matchups = COMPARED.asked(only.parts)[0].matchups
    assert [a.name for a, _ in matchups] == ["Big Money Ultimate", "Greedy"]


def test_games_are_even_and_counted() -> None:
    spec = parse(COMPARISON.replace("10", "9") + SWEEP.replace("10", "7") + DUEL.replace("10", "5"))
    assert spec.total_games == 3 * 10 + 3 * 5 + 2 * 8 + 6


def test_y_is_drawn_upwards_and_comes_first() -> None:
    spec = parse(SWEEP.replace("Silver", "Estate if provinces <= {e}; Silver") + 'y = "e=1:3"\n')
    (sweep,) = SWEPT.asked(spec.parts)
    assert [axis.parameter for axis in sweep.axes] == ["e", "d"]
    assert sweep.title == "d and e against Big Money"


def test_paragraphs_are_apart_by_an_empty_line() -> None:
    assert parse('text = """\none\ntwo\n\n\nthree"""\n' + DUEL).text == ("one two", "three")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "my.toml: there is nothing to report"),
        ("titel = 1", "my.toml: unknown key 'titel'\n  Did you mean 'title'?"),
        ("games = 100\n" + DUEL, "unknown key 'games'\n  It belongs to [comparison], [[lineups"),
        (DUEL + "seed = 1", "unknown key 'seed'\n  It belongs to the top, before all tables"),
        ("seed = 1.5\n" + DUEL, "my.toml: seed = 1.5 is not a whole number"),
        ("seed = true\n" + DUEL, "my.toml: seed = True is not a whole number"),
        ("seed = -1\n" + DUEL, "my.toml: seed = -1"),
        ("level = 95\n" + DUEL, "my.toml: level = 95 is not between 0 and 1"),
        ('setup = "simple"\n' + DUEL, "my.toml: no setup is named 'simple'"),
        ('setup = "basic-3"\n' + DUEL, "my.toml: setup = 'basic-3' has 3 players"),
        ("rules = 1", "my.toml: rules = 1 is not a list"),
        ("rules = [1]", "my.toml: rules, number 1: it is not a table"),
        ('[[rules]]\nname = "x"', "my.toml: rules, number 1: rule is missing"),
        ('[[rules]]\nname = " "\nrule = "Silver"', "rules, number 1: its name is empty"),
        ('[[rules]]\nname = "x"\nrule = "Silvr"', "rules, number 1: no rule is named 'Silvr'"),
        (2 * '[[rules]]\nname = "x"\nrule = "Silver"\n', "number 2: a rule named 'x' is there"),
        (DUEL.replace("10", "0"), "my.toml: duel: games = 0"),
        (DUEL.replace("BMU", "bm"), "my.toml: duel: a and b are the same rule"),
        (DUEL.replace("BMU", "Province; Gildd"), "unknown card 'Gildd'"),
        (DUEL.replace("b =", "c ="), "my.toml: duel: unknown key 'c'"),
        (DUEL.replace("BMU", "Duchy if provinces < {x}"), "no value for the parameter {x}"),
        (COMPARISON.replace('"BMU", ', '"big money", '), "the rule 'Big Money' is there twice"),
        (COMPARISON.replace(', "BMU", "Greedy"', ""), "comparison: 1 rule\n  Give 2 to "),
        (COMPARISON + 'baseline = "Capped"', "the baseline 'Capped' is not one of the rules"),
        (COMPARISON + 'pairs = "some"', "comparison: pairs = 'some'"),
        (COMPARISON + 'pairs = "baseline"', 'pairs = "baseline" needs a baseline'),
        (COMPARISON.replace('"BM"', "1"), "comparison: rules holds 1"),
        (SWEEP.replace("d=0:1", "e=0:1"), "sweeps, number 1: the template has no parameter {e}"),
        (SWEEP.replace("d=0:1", "d=1:0"), "sweeps, number 1: d=1:0: the range ends before"),
        (SWEEP.replace("Silver", "Gold if own(Gold) < {g}"), "no values for the parameter {g}"),
        (SWEEP + 'y = "d=0:1"', "sweeps, number 1: x and y both sweep d"),
        (SWEEP.replace("Silver", "Witch"), "sweeps, number 1: "),
        (CURVES.replace("10", "50_001"), "curves, number 1: games = 50002\n  At most 50000"),
        (CURVES.replace("10", "2"), "curves, number 1: games = 2"),
        (CURVES.replace("b =", "against ="), "curves, number 1: unknown key 'against'"),
        (CURVES + 'show = ["mony"]', "show holds 'mony'\n  Did you mean 'money'?"),
        (CURVES + "show = [1]", "curves, number 1: show holds 1"),
        (SETTINGS.replace(SETUPS, ""), "settings: setups is missing"),
        (SETTINGS.replace(SETUPS, SETUPS[:31]), "settings: 1 setup\n  Give 2 to 8."),
        (SETTINGS.replace('"t"', '"s"'), "the setups 's' and 's' have the same name"),
        (SETTINGS.replace("optional", "mandatory"), "the setups 's' and 't' are the same game"),
        (SETTINGS.replace("optional", "sometimes"), "setups, number 2: buy = 'sometimes'"),
        (SETTINGS.replace("buy", "bye"), "setups, number 2: unknown key 'bye'"),
        (SETTINGS.replace("buy", "base"), "setups, number 2: no setup is named 'optional'"),
        (SETTINGS + "players = 3", "setups, number 2: 3 players"),
        (SETTINGS + "supply = {Gold = -1}", "setups, number 2: the pile has -1 Gold cards"),
        (SETTINGS + "supply = 1", "setups, number 2: supply = 1 is not a table"),
        (SETTINGS.replace(', "BMU"]]', "]]"), "settings: pairs holds ['BM']"),
        (SETTINGS.replace('[["BM", "BMU"]]', '[["BM", "BM"]]'), "'Big Money' is there twice"),
        (SETTINGS.replace('"BM", "BMU"', ""), "settings: pairs holds []"),
        (SETTINGS.replace("pairs", "pars"), "settings: unknown key 'pars'"),
        (SETTINGS.replace("10", "3"), "settings: games = 3"),
    ],
)  # fmt: skip
def test_a_wrong_spec_is_one_clear_error(text, message) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("my.toml: ")


def test_a_title_is_needed() -> None:
    with pytest.raises(InvalidInput, match=r"my\.toml: title is missing"):
        parse_spec({}, source="my.toml", name="my")


def test_settings_change_the_reports_setup() -> None:
    spec = parse('setup = "basic"\n' + SETTINGS + "supply = {Gold = 3}\n")
    (settings,) = SET.asked(spec.parts)
    first, second = settings.setups
    assert first.setup == spec.setup
    assert (first.setup.name, second.setup.name) == ("s", "t")
    assert (first.argument, second.argument) == ("basic", "basic,buy=optional,supply.Gold=3")
    assert load_setup(second.argument) == second.setup
    assert settings.played == spec.total_games == 2 * (10 + 2 * 5)


def test_curves_of_a_rule_against_itself_play_half() -> None:
    spec = parse(CURVES.replace('"BMU"', '"Big Money"') + 'show = ["vp", "money"]')
    (curves,) = CURVED.asked(spec.parts)
    assert curves.a is curves.b
    assert curves.show == ("money", "vp")
    assert spec.total_games == 5


@pytest.mark.parametrize("name", ["duchies-and-estates", "fourteen-rules", "mandatory-buy"])
def test_the_sample_reports_fit_their_budget(name) -> None:
    spec = load_spec(Path(__file__).parents[2] / "reports" / f"{name}.toml")
    assert 50e6 < spec.total_games < 120e6


def test_files_are_read_and_named(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "T"\n' + DUEL)
    assert load_spec(path).name == "mine"
    path.write_text("title = ")
    with pytest.raises(InvalidInput, match="not valid TOML"):
        load_spec(path)
    with pytest.raises(InvalidInput, match="cannot be read"):
        load_spec(tmp_path / "none.toml")


# -- samples -----------------------------------------------------------------------------------

REPORTS = Path(__file__).parents[2] / "reports"


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_is_found_by_its_name_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for given in (name, f"{name}.toml", f"reports/{name}.toml"):
        assert find_spec(Path(given)) == REPORTS / f"{name}.toml"
    assert load_spec(find_spec(Path(name))).name == name
    own = tmp_path / f"{name}.toml"
    own.write_text("")
    assert find_spec(Path(own.name)) == Path(own.name)


def test_an_unknown_sample_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidInput, match="Did you mean 'first-game'") as caught:
        find_spec(Path("frist-game"))
    assert caught.value.what == "there is no spec 'frist-game', neither a file nor a sample"
    for other in ("frist-game.toml", "elsewhere/first-game.toml", "elsewhere/first-game"):
        assert find_spec(Path(other)) == Path(other)


def test_every_sample_ships_with_the_package() -> None:
    project = tomllib.loads((REPORTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    specs = {f"reports/{path.name}" for path in REPORTS.glob("*.toml")}
    assert set(shipped) == {*specs, "reports/evolved/rules.toml"}
    for name, place in shipped.items():
        assert place == name.replace("reports/", "analysis/report/sample_specs/", 1)
