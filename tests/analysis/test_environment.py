"""Figures are files: whatever the environment asks of matplotlib, they are the same bytes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
INLINE = "module://matplotlib_inline.backend_inline"

#: Settings that would show in a figure: some while it is drawn, some while it is written.
SETTINGS = """\
backend: TkAgg
axes.prop_cycle: cycler('color', ['r', 'g'])
axes.facecolor: black
axes.grid: True
axes.formatter.use_mathtext: True
figure.dpi: 33
figure.figsize: 1, 1
font.family: serif
font.size: 33
image.cmap: jet
image.interpolation: bilinear
lines.antialiased: False
patch.antialiased: False
path.simplify_threshold: 1.0
path.sketch: 1, 100, 2
path.snap: False
savefig.bbox: tight
savefig.dpi: 33
savefig.facecolor: red
savefig.transparent: True
svg.fonttype: none
svg.hashsalt: other
svg.image_inline: False
text.antialiased: False
text.hinting: none
text.hinting_factor: 1
text.parse_math: False
"""

#: A map that the command draws, and what a notebook shows.
COMMAND = """
import sys
from fastsim.__main__ import main
sys.argv = [
    "fastsim", "heatmap", "Province; Duchy if provinces <= {d}; Gold; Estate if provinces <= {e}",
    "--x", "d=2:4", "--y", "e=0:1", "--against", "BM", "--games", "40", "--out", ".",
]
main()
"""
LIBRARY = """
from pathlib import Path
from analysis.sweep import parse_axis, sweep
from analysis.tournament import tournament
from fastsim.rules.load import load_rule
from fastsim.setup import simplified

template, *rules = map(load_rule, ["Province; Duchy if provinces <= {d}; Gold", "BM", "BMU"])
swept = sweep(simplified(), template, [parse_axis("d=2:4")], rules[0], games=40)
played = tournament(simplified(), rules, games=40)
Path("shown.html").write_text(swept._repr_html_() + played._repr_html_())
"""
PICTURES = (".png", ".svg", ".html")


def drawn(folder: Path, code: str, **environment: str) -> dict[str, bytes]:
    """Return the pictures that a program leaves in a folder, by name."""
    folder.mkdir(parents=True, exist_ok=True)
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in PICTURES}


@pytest.mark.parametrize("code", [COMMAND, LIBRARY], ids=["command", "library"])
def test_no_environment_shows_in_a_figure(tmp_path: Path, code: str) -> None:
    settings = tmp_path / "settings"
    settings.write_text(SETTINGS, encoding="utf-8")
    broken = tmp_path / "broken"
    broken.write_bytes(b"font.size: \xff\xfe\n")
    plain = drawn(tmp_path / "plain", code)
    assert plain
    hostile = {
        "inline": {"MPLBACKEND": INLINE},
        "nonsense": {"MPLBACKEND": "nonsense", "MATPLOTLIBRC": str(settings)},
        "settings": {"MATPLOTLIBRC": str(settings)},
        "broken": {"MATPLOTLIBRC": str(broken)},
    }
    for name, environment in hostile.items():
        assert drawn(tmp_path / "pictures" / name, code, **environment) == plain, name
    here = tmp_path / "here"
    here.mkdir()
    (here / "matplotlibrc").write_text(SETTINGS, encoding="utf-8")
    assert drawn(here, code) == plain


def test_a_notebook_keeps_its_own_settings(tmp_path: Path) -> None:
    settings = tmp_path / "settings"
    settings.write_text("backend: svg\nfont.size: 33\n", encoding="utf-8")
    code = """
import analysis.plots.save
import matplotlib
assert (matplotlib.get_backend(), matplotlib.rcParams["font.size"]) == ("svg", 33)
"""
    drawn(tmp_path / "notebook", code, MATPLOTLIBRC=str(settings))
