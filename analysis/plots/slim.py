"""Pictures as small as a page with many of them would have them, that look the same."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from string import ascii_lowercase
from typing import Final

#: What a browser is asked for in place of the font that the layout was made with, which is wider.
_WEB_FONTS: Final = (
    "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
)
_FONT_FAMILY: Final = re.compile(r" ?font-family: 'DejaVu Sans'[^;\"]*;?")
_NO_TURN: Final = re.compile(r' transform="rotate\(-?0 [^"]*"|^ +|\n(?= *[LCz])', re.MULTILINE)
_LONG_NUMBER: Final = re.compile(r"\b\d+\.\d{2,}\b")
_TAG: Final = re.compile(r"<[^>]*>")
_GROUP_NAME: Final = re.compile(r'(?<=<g) id="\w+_\d+"')
_GROUP: Final = re.compile(r"<g>|<g [^>]*[^/]>|<g/>|</g>")
_RECTANGLE: Final = re.compile(
    r"M (\S+) (\S+) L (\S+) \2 L \3 (\S+) L \1 \4 (?:L \1 \2 ?)?z? ?(?=\")"
)
_STYLE: Final = re.compile(r' style="([^"]*)"')
_CLASSES: Final = ["".join(letters) for letters in product(ascii_lowercase, repeat=2)]


def slim_svg(text: str) -> str:
    """Return a picture by matplotlib with letters as text, in fewer bytes.

    Numbers keep one decimal, a tenth of a point; groups without a meaning go, styles that occur
    often are written once, and letters are set in the reader's own font.
    """
    slim = _FONT_FAMILY.sub("", _NO_TURN.sub("", text))
    slim = _TAG.sub(lambda tag: _LONG_NUMBER.sub(_rounded, tag[0]), slim)
    slim = _RECTANGLE.sub(r"M\1 \2H\3V\4H\1z", slim)
    slim = _without_idle_groups(_GROUP_NAME.sub("", slim)).replace(">\n<", "><")
    slim, rules = _with_classes(slim)
    return slim.replace("<svg ", f'<svg font-family="{_WEB_FONTS}" ', 1).replace(
        "<defs>", f"<style>{rules}</style><defs>", 1
    )


def _rounded(number: re.Match[str]) -> str:
    return f"{round(float(number[0]), 1):g}"


def _without_idle_groups(text: str) -> str:
    """Leave out groups that have no attribute, and keep what they hold."""
    parts: list[str] = []
    kept: list[bool] = []
    last = 0
    for tag in _GROUP.finditer(text):
        parts.append(text[last : tag.start()])
        last = tag.end()
        if tag[0] == "</g>":
            idle = not kept.pop()
        else:
            idle = tag[0] in ("<g>", "<g/>")
            if tag[0] != "<g/>":
                kept.append(not idle)
        if not idle:
            parts.append(tag[0])
    return "".join([*parts, text[last:]])


def _with_classes(text: str) -> tuple[str, str]:
    """Return the text with a class in place of each style that occurs often, and the classes."""
    often = [style for style, n in Counter(_STYLE.findall(text)).most_common() if n > 2]
    classes = dict(zip(often, _CLASSES, strict=False))
    short = _STYLE.sub(
        lambda match: f' class="{classes[match[1]]}"' if match[1] in classes else match[0], text
    )
    return short, "".join(f".{name}{{{style}}}" for style, name in classes.items())
