"""Names that tell rules apart."""

from hypothesis import given
from hypothesis import strategies as st

from fastsim.rules.library import library
from fastsim.rules.load import load_rule
from fastsim.rules.names import text_name, told_apart
from fastsim.rules.parse import parse_rule
from fastsim.text.words import MAX_NAME

BMU = "Province if total_money > 18; Duchy if provinces <= 4; Estate if provinces <= {n}; Gold"


def names(*texts: str) -> list[str]:
    return [rule.name for rule in told_apart([load_rule(text) for text in texts])]


def test_texts_that_begin_alike_are_named_by_where_they_differ() -> None:
    assert names(BMU.replace("{n}", "2"), BMU.replace("{n}", "3")) == [
        "… Estate if provinces <= 2; Gold",
        "… Estate if provinces <= 3; Gold",
    ]


def test_an_entry_more_is_seen() -> None:
    long = "Province if total_money > 18; Duchy if provinces <= 4; Gold"
    assert names(long, f"{long}; Silver") == ["… Gold", "… Gold; Silver"]


def test_a_long_statement_is_named_by_the_words_that_differ() -> None:
    long = "Duchy if provinces <= 5 and own(Gold) >= 3 and own(Silver) >= {n}; Silver"
    first, second = names(long.replace("{n}", "2"), long.replace("{n}", "4"))
    assert first == "… own(Silver) >= 2; Silver"
    assert second == "… own(Silver) >= 4; Silver"


def test_a_long_condition_is_named_by_its_end() -> None:
    long = "Duchy if 2*own(Gold) + 3*own(Silver) - treasures/11 >= {n}; Silver"
    assert names(long.replace("{n}", "2"), long.replace("{n}", "4")) == [
        "… - treasures/11 >= 2; Silver",
        "… - treasures/11 >= 4; Silver",
    ]


def test_each_of_three_is_named_by_what_is_its_own() -> None:
    head = "Province if total_money > 18; Duchy if provinces <= "
    tail = "; Estate if provinces <= 2; Gold; Silver"
    found = names(f"{head}4{tail}", f"{head}5{tail}", f"{head}5{tail} if own(Silver) < 7")
    assert found[0].startswith("… Duchy if provinces <= 4;")
    assert found[1:] == ["… Silver", "… Silver if own(Silver) < 7"]


def test_lists_of_plays_say_what_they_are() -> None:
    head = "Province if own(Gold) > 1; Gold; Chapel if own(Chapel) < 1; Silver; [trash]; Curse; "
    assert names(f"{head}Estate", f"{head}Copper") == ["… [trash] Estate", "… [trash] Copper"]
    head = "Province if own(Gold) > 1; Gold; Chapel if own(Chapel) < 1"
    first, second = names(f"{head}; [trash]; Curse", f"{head}; [discard]; Curse")
    assert (first, second) == ("… [trash]; Curse", "… [discard]; Curse")


def test_rules_of_one_name_keep_it_and_say_how_they_differ() -> None:
    one, two = (
        parse_rule("Province; Gold", name="Mine"),
        parse_rule("Province; Silver", name="Mine"),
    )
    assert [rule.name for rule in told_apart([one, two])] == ["Mine: … Gold", "Mine: … Silver"]


def test_what_is_different_already_stays() -> None:
    rules = list(library().rules.values())
    assert [rule.name for rule in told_apart(rules)] == [rule.name for rule in rules]
    assert names("Province; Gold", "Province; Silver") == ["Province; Gold", "Province; Silver"]


def test_equal_rules_may_share_a_name() -> None:
    text = BMU.replace("{n}", "2")
    assert len(set(names(text, text))) == 1
    assert (
        names(text, text, BMU.replace("{n}", "3"))[:2] == ["… Estate if provinces <= 2; Gold"] * 2
    )
    assert names("Big Money", "Province; Gold; Silver") == ["Big Money", "Province; Gold; Silver"]


def test_rules_without_a_name_get_one() -> None:
    assert [rule.name for rule in told_apart([parse_rule("Province; Gold")])] == ["Province; Gold"]


def test_others_keep_their_names() -> None:
    first, second = (load_rule(BMU.replace("{n}", n)) for n in "23")
    (found,) = told_apart([second], among=[first])
    assert found.name == "… Estate if provinces <= 3; Gold"
    (same,) = told_apart([first], among=[first])
    assert same.name == first.name
    # seen before under its new name, it has that name again
    assert told_apart([second], among=[first, found])[0].name == found.name
    taken = parse_rule("Gold", name=found.name)
    (found,) = told_apart([second], among=[first, taken])
    assert found.name == "… Estate if provinces <= 3; Gold (2)"


entries = st.sampled_from(
    ["Province", "Duchy if provinces <= 4", "Duchy if provinces <= 5", "Gold if turn > 3", "Silver",
     "Estate if deck_size/7 + own(Silver) <= 2*own(Gold) + provinces - 3",
     "Estate if deck_size/7 + own(Silver) <= 2*own(Gold) + provinces - 4"]
)  # fmt: skip


@given(
    st.lists(
        st.tuples(st.lists(entries, min_size=1, max_size=6), st.sampled_from(["", "x", "x" * 500])),
        min_size=2,
        max_size=6,
    )
)
def test_different_rules_never_share_a_name(given_: list[tuple[list[str], str]]) -> None:
    rules = [parse_rule("; ".join(lines), name=name) for lines, name in given_]
    found = told_apart(rules)
    assert found == rules
    for k, one in enumerate(found):
        assert 0 < len(one.name) <= MAX_NAME
        for other in found[:k]:
            assert one == other or one.name != other.name
    assert [rule.name for rule in told_apart(found)] == [rule.name for rule in found]


def test_figures_that_cut_names_still_tell_texts_apart() -> None:
    texts = [BMU.replace("{n}", str(n)) for n in range(3)]
    assert len({name[:29] for name in names(*texts)}) == 3
    assert len({text_name(load_rule(text))[:29] for text in texts}) == 1
