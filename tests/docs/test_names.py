"""What the pages name is there, and their walks go one way."""

import importlib
import itertools
import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, blocks, pages, prose
from tests.test_architecture import ANALYSIS, FASTSIM

TEXTS = [*pages(), ROOT / "CONTRIBUTING.md"]
_NAME = re.compile(r"\b(?:fastsim|analysis|tests|benchmarks)(?:\.\w+)*:\w+(?:\.\w+)*")
_MODULE = re.compile(r"python -m ((?:tests|benchmarks|fastsim)(?:\.\w+)*)")
_PATH = re.compile(r"`((?:\.ci|fastsim|analysis|tests|benchmarks|reports|docs)/[^`\s]*)`")
_LINK = re.compile(r"\]\(([^)#]*)(?:#([^)]*))?\)")
#: Rules go through `lower` to the kernels.
_ORDER = [f"fastsim.{room}" for row in FASTSIM for room in row] + [
    f"analysis.{room}" for row in ANALYSIS for room in row
]
_ORDER.remove("fastsim.lower")
_ORDER.insert(_ORDER.index("fastsim.kernels"), "fastsim.lower")


def each(page: Path) -> str:
    return str(page.relative_to(ROOT))


def walks(text: str) -> list[list[str]]:
    """Return the walks of a page: each its functions, in order."""
    found = [block.body.splitlines() for block in blocks(text) if block.language == "text"]
    return [[line.split()[0] for line in lines] for lines in found]


def room_of(name: str) -> int:
    return _ORDER.index(".".join(name.partition(":")[0].split(".")[:2]))


@pytest.mark.parametrize("page", TEXTS, ids=each)
def test_every_path_is_there(page: Path) -> None:
    made = {block.target for block in blocks(page.read_text("utf-8")) if block.purpose == "file"}
    for path in _PATH.findall(page.read_text("utf-8")):
        assert path in made or (ROOT / path).exists(), path


@pytest.mark.parametrize("page", TEXTS, ids=each)
def test_every_function_and_module_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    for name in _NAME.findall(text):
        module, _, inside = name.partition(":")
        found = importlib.import_module(module)
        for part in inside.split("."):
            assert hasattr(found, part), name
            found = getattr(found, part)
    for module in _MODULE.findall(prose(text)):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


@pytest.mark.parametrize("page", [*TEXTS, ROOT / "README.md"], ids=each)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, heading in _LINK.findall(prose(page.read_text("utf-8"))):
        if re.match(r"\w+:", target):
            continue
        goal = page.parent / target if target else page
        assert goal.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.*)$", goal.read_text("utf-8"), re.MULTILINE)
            assert heading in [title.lower().replace(" ", "-") for title in titles], heading


@pytest.mark.parametrize("page", pages(), ids=each)
def test_every_page_is_in_the_index(page: Path) -> None:
    index = (DOCS / "README.md").read_text("utf-8")
    assert page == DOCS / "README.md" or f"({page.relative_to(DOCS)})" in index


@pytest.mark.parametrize("page", pages(), ids=each)
def test_no_block_is_unread(page: Path) -> None:
    """Pages on how to add something are followed as a whole; elsewhere there are walks only."""
    text = page.read_text("utf-8")
    assert text.count("\n```") == 2 * len(blocks(text))
    if page.parent == DOCS:
        assert {block.language for block in blocks(text)} <= {"text"}


def test_the_tables_of_rooms_have_every_room() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    shown = text[text.index("| `text` |") : text.index("Four arrows")]
    listed = re.findall(r"^\| `(\w+)` \|", shown, re.MULTILINE)
    assert listed == [name.partition(".")[2] for name in _ORDER]


def test_walks_go_one_way() -> None:
    found = walks((DOCS / "architecture.md").read_text("utf-8"))
    assert len(found) == 6
    for walk in found:
        rooms = [room_of(name) for name in walk]
        assert rooms in (sorted(rooms), sorted(rooms, reverse=True)), walk
        modules = [name.partition(":")[0] for name in walk]
        left = [b for a, b in itertools.pairwise(modules) if a != b]
        assert len(set(left)) == len(left), f"a module is entered again: {walk}"


def test_a_walk_that_turns_back_would_be_noticed() -> None:
    text = "```text\nanalysis.cli.program:run  a\nfastsim.text.files:split_path  b\n```\n"
    ((first, second),) = walks(text)
    assert room_of(first) > room_of(second)
