"""XML as web pages and mails show it, with what they do to its characters undone.

One character stands for one, so that lines and columns stay those of the text that was given.
"""

from __future__ import annotations

import re
from typing import Final

from fastsim.text.words import BLANKS, CURLY_DOUBLE, CURLY_SINGLE

#: Quotes that pages make of straight ones.
CURLY: Final = CURLY_DOUBLE + CURLY_SINGLE
_BLANK: Final = re.compile(f"[{BLANKS}]")
#: What is looked at, from left to right: comments and values in straight quotes stay as they are.
_PIECE: Final = re.compile(
    rf"""
      <!--.*?(?:-->|\Z)
    | (?P<declaration><\?xml\s[^>]{{0,200}}\?>)
    | (?P<gap>=[\s{BLANKS}]*+)
      (?: "[^"<]*+"
        | '[^'<]*+'
        | [{CURLY_DOUBLE}](?P<double>[^"{CURLY_DOUBLE}<]*+)["{CURLY_DOUBLE}]
        | [{CURLY_SINGLE}](?P<single>[^'{CURLY_SINGLE}<]*+)['{CURLY_SINGLE}]
      )
    | (?P<blank>[{BLANKS}])
    """,
    re.DOTALL | re.VERBOSE,
)
_NOT_LINES: Final = re.compile(r"[^\r\n]")


def mended(text: str) -> str:
    r"""Return a text of XML as it was before it was pasted, where that can only be one way.

    Curly quotes around a value are straight ones again, and blanks of other kinds plain ones, but
    within values. Declarations, which may stand anywhere once files are put together, are blanks.

    Examples
    --------
    >>> mended("<buy\u00a0name=\u201cGold\u201d/>")
    '<buy name="Gold"/>'
    """
    return _PIECE.sub(_mended, text)


def _mended(match: re.Match[str]) -> str:
    piece, gap = match[0], match["gap"]
    if match["declaration"]:
        return _NOT_LINES.sub(" ", piece)
    if match["blank"]:
        return " "
    if gap is None:
        return piece
    value = piece[len(gap) :]
    if match["double"] is not None:
        value = f'"{match["double"]}"'
    elif match["single"] is not None:
        value = f"'{match['single']}'"
    return _BLANK.sub(" ", gap) + value
