"""Every page on how to add something is followed, block by block, in a copy of the project."""

from pathlib import Path

import pytest

from tests.docs.pages import DOCS, blocks
from tests.docs.workshop import Workshop

PAGES = sorted((DOCS / "how-to").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_says_works(page: Path, tmp_path: Path) -> None:
    found = blocks(page.read_text(encoding="utf-8"))
    assert found
    workshop = Workshop(tmp_path)
    for block in found:
        try:
            workshop.do(block)
        except AssertionError as error:
            pytest.fail(f"{page.name}, line {block.line}: {error}")


def test_a_page_that_is_wrong_is_noticed(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    wrong = (
        "<!-- change: fastsim/__init__.py -->\n```diff\n no such line\n+another\n```\n",
        "<!-- file: fastsim/__init__.py -->\n```python\n```\n",
        "```console\n$ fastsim --version\nfastsim 0\n```\n",
        "```sh\nfastsim no-such-command\n```\n",
        "```python\nassert 1 == 2\n```\n",
        "```rust\nfn main() {}\n```\n",
    )
    for text in wrong:
        (block,) = blocks(text)
        with pytest.raises(AssertionError):
            workshop.do(block)
