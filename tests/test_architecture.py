"""The arrows of the house: who may import whom."""

import ast
import sys
from itertools import accumulate
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# A file may import from rows above its own and from its own row. First match wins, so the more
# special place stands before its folder.
FASTSIM = [
    ["fastsim.text", "fastsim.defaults", "fastsim.stopping"],
    ["fastsim.shown"],
    ["fastsim.errors"],
    ["fastsim.files", "fastsim.toml_file", "fastsim.numbers", "fastsim.equality"],
    ["fastsim.cards", "fastsim.registers", "fastsim.kingdom_registers"],
    ["fastsim.setup", "fastsim.setup_file", "fastsim.kingdoms", "fastsim.streams"],
    ["fastsim.rules"],
    ["fastsim.values"],
    ["fastsim.reference", "fastsim.kernels"],
    ["fastsim.lookups", "fastsim.kingdom_points"],
    ["fastsim.pace"],
    ["fastsim.lowering", "fastsim.results", "fastsim.chunks"],
    [
        "fastsim.execute.jobs",
        "fastsim.execute.local",
        "fastsim.execute.packing",
        "fastsim.execute.paces",
    ],
    ["fastsim.tallies"],
    ["fastsim.lane_lowering", "fastsim.kingdom_lowering"],
    ["fastsim.engines", "fastsim.kingdom_trace"],
    ["fastsim.simulation"],
    [
        "fastsim.lineups",
        "fastsim.matches",
        "fastsim.matchups",
        "fastsim.telemetry",
        "fastsim.verify",
    ],
    ["fastsim.blocks", "fastsim.execute"],
    ["fastsim.__main__"],
]
ANALYSIS = [
    [
        "analysis.axes",
        "analysis.statistics",
        "analysis.provenance",
        "analysis.collect",
        "analysis.display",
        "analysis.games",
        "analysis.outputs",
        "analysis.csv_cells",
    ],
    ["analysis.bench", "analysis.curves", "analysis.duel", "analysis.sweep", "analysis.standings"],
    [
        "analysis.lineups",
        "analysis.match",
        "analysis.one_card",
        "analysis.refine",
        "analysis.settings",
        "analysis.tournament",
        "analysis.convergence",
        "analysis.until",
        "analysis.family",
        "analysis.opponents",
        "analysis.library_rates",
    ],
    ["analysis.payoffs", "analysis.race"],
    ["analysis.search", "analysis.solution", "analysis.solve", "analysis.evolution"],
    [
        "analysis.frames",
        "analysis.commands",
        "analysis.tables",
        "analysis.dataset",
        "analysis.runs",
    ],
    ["analysis.plots"],
    ["analysis.notebook", "analysis.report"],
    ["analysis.cli"],
]

#: What takes so long to import that no answer to bad input should wait for it.
HEAVY = {
    "numpy", "numba", "llvmlite", "pandas", "scipy", "matplotlib", "jinja2", "pyarrow", "dask",
    "distributed",
}  # fmt: skip

#: The one arrow that points up: results show by themselves, and pull the drawing in when asked to.
UPWARD = ("analysis.display", "analysis.notebook")


def modules(package: str) -> dict[str, Path]:
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path, *, top_level: bool = False) -> set[str]:
    """Every module that a file imports; with `top_level`, when it is imported itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                found.update(alias.name for alias in child.names)
            elif isinstance(child, ast.ImportFrom) and child.module:
                found.add(child.module)
                found.update(f"{child.module}.{alias.name}" for alias in child.names)
            elif _is_type_checking(child):
                continue
            if not (top_level and isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)):
                visit(child)

    visit(tree)
    return found


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def row_of(module: str, rows: list[list[str]]) -> int | None:
    for index, row in enumerate(rows):
        if any(module == place or module.startswith(f"{place}.") for place in row):
            return index
    return None


def test_the_rows_name_every_module() -> None:
    missing = [m for m in modules("fastsim") if row_of(m, FASTSIM) is None and m != "fastsim"]
    missing += [m for m in modules("analysis") if row_of(m, ANALYSIS) is None and m != "analysis"]
    assert not missing


@pytest.mark.parametrize(("package", "rows"), [("fastsim", FASTSIM), ("analysis", ANALYSIS)])
def test_arrows_point_one_way(package: str, rows: list[list[str]]) -> None:
    wrong = []
    for module, path in modules(package).items():
        own = row_of(module, rows)
        for imported in imports(path):
            other = row_of(imported, rows)
            if (module, imported.removesuffix(".html_of")) == UPWARD:
                continue
            if own is not None and other is not None and other > own:
                wrong.append(f"{module} imports {imported}")
    assert not wrong


def test_kernels_take_arrays_only() -> None:
    # layouts are those of the arrays themselves, and import nothing
    layouts = ("fastsim.registers", "fastsim.kingdom_registers")
    allowed = ("fastsim.kernels", *layouts, "numba", "numpy", "llvmlite")
    for module, path in modules("fastsim").items():
        if module.startswith("fastsim.kernels"):
            for imported in imports(path) - {"fastsim"}:
                standard = imported.split(".")[0] in sys.stdlib_module_names
                assert standard or imported.startswith(allowed), f"{module}: {imported}"


def test_numba_has_one_home() -> None:
    for package in ("fastsim", "analysis"):
        for module, path in modules(package).items():
            if not module.startswith("fastsim.kernels"):
                assert not any(i.split(".")[0] == "numba" for i in imports(path)), module


def test_the_slow_engine_knows_no_kernel_and_no_compiler() -> None:
    for module, path in modules("fastsim").items():
        if module.startswith("fastsim.reference"):
            for imported in imports(path):
                assert not imported.startswith(("fastsim.kernels", "fastsim.rules.compile")), module


def test_fastsim_starts_light() -> None:
    for module, path in modules("fastsim").items():
        heavy = {i.split(".")[0] for i in imports(path, top_level=True)}
        assert not heavy & {
            "pandas",
            "matplotlib",
            "scipy",
            "analysis",
            "rich",
            "typer",
            "dask",
            "distributed",
        }, module


def test_arguments_are_read_before_anything_heavy_is_imported() -> None:
    files = modules("fastsim") | modules("analysis")
    afterwards = {f"analysis.cli.{name}" for name in ("curves", "lineups", "numbers")}
    waiting = [name for name in files if name.startswith("analysis.cli") and name not in afterwards]
    reached = {"fastsim.__main__": "the command", **dict.fromkeys(waiting, "the command")}
    waiting.append("fastsim.__main__")
    while waiting:
        module = waiting.pop()
        for imported in sorted(imports(files[module], top_level=True)):
            top = imported.split(".")[0]
            assert top not in HEAVY, f"{module} imports {top}, and is imported by {reached[module]}"
            for place in accumulate(imported.split("."), "{}.{}".format):  # packages come with it
                if place in files and place not in reached:
                    reached[place] = module
                    waiting.append(place)


def test_plots_never_simulate() -> None:
    for module, path in modules("analysis").items():
        if module.startswith("analysis.plots"):
            for imported in imports(path):
                assert not imported.startswith(("fastsim.simulation", "fastsim.kernels")), module


def test_nobody_imports_benchmarks_or_tests() -> None:
    for package in ("fastsim", "analysis"):
        for module, path in modules(package).items():
            tops = {imported.split(".")[0] for imported in imports(path)}
            assert not tops & {"benchmarks", "tests", "reports"}, module


def test_reports_holds_no_code() -> None:
    assert not list((ROOT / "reports").rglob("*.py"))
