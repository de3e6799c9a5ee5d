"""The arrows of the house: who may import whom."""

import ast
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).parent.parent

#: The rooms, from the ground up: a file imports from its own room and from those in rows above it.
FASTSIM = [
    ["text"],
    ["cards"],
    ["game"],
    ["rules"],
    ["reference", "kernels"],
    ["lower"],
    ["execute"],
    ["play"],
    ["runs", "conformance"],
]
ANALYSIS = [
    ["statistics"],
    ["questions"],
    ["frames"],
    ["plots"],
    ["output"],
    ["report"],
    ["bench"],
    ["cli"],
]
ROWS = {"fastsim": FASTSIM, "analysis": ANALYSIS}


def modules(package: str) -> dict[str, Path]:
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


ALL = {**modules("fastsim"), **modules("analysis")}
#: What stands at the roots: packages, and the door.
DOORS = ("fastsim", "fastsim.__main__", "fastsim.door", "analysis")


def imports(path: Path, *, top_level: bool = False) -> set[str]:
    """Every module that a file imports; with `top_level`, when it is imported itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                found.update(alias.name for alias in child.names)
            elif isinstance(child, ast.ImportFrom) and child.module:
                names = [f"{child.module}.{alias.name}" for alias in child.names]
                found.update(names)
                if not all(name in ALL for name in names):  # something of the module itself
                    found.add(child.module)
            elif _is_type_checking(child):
                continue
            if not (top_level and isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)):
                visit(child)

    visit(tree)
    return found


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def row_of(module: str) -> int | None:
    """Return how high in the house a module's room is."""
    package, _, rest = module.partition(".")
    room = rest.partition(".")[0]
    for index, row in enumerate(ROWS.get(package, [])):
        if room in row:
            return index
    return None


def test_roots_hold_rooms_and_the_door_only() -> None:
    assert not [module for module in ALL if row_of(module) is None and module not in DOORS]


def test_arrows_point_one_way() -> None:
    wrong = []
    for module, path in ALL.items():
        package, own = module.partition(".")[0], row_of(module)
        if own is None:
            continue
        for imported in imports(path):
            other = row_of(imported)
            if imported.partition(".")[0] != package:
                if package == "fastsim" and imported.startswith("analysis"):
                    wrong.append(f"{module} imports {imported}")
            elif other is not None and (
                other > own or (other == own and _room(module) != _room(imported))
            ):
                wrong.append(f"{module} imports {imported}")
    assert not wrong


def _room(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_nobody_goes_in_a_circle() -> None:
    arrows = {
        module: {found for name in imports(path) if (found := _file_of(name)) not in ("", module)}
        for module, path in ALL.items()
        if module not in DOORS
    }
    assert not list(_circles(arrows))


def _file_of(name: str) -> str:
    """Return the module that a name is of, or an empty string for one from elsewhere."""
    if name in ALL:
        return name if name not in DOORS else ""
    parent = name.rpartition(".")[0]
    return parent if parent in ALL and parent not in DOORS and not _is_room(parent) else ""


def _is_room(module: str) -> bool:
    """Return whether a module is a package that says nothing but what it is."""
    return len(ast.parse(ALL[module].read_text(encoding="utf-8")).body) <= 1


def _circles(arrows: dict[str, set[str]]) -> Iterator[list[str]]:
    """Yield the groups of modules that can all be reached from each other (Tarjan)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(module: str) -> Iterator[list[str]]:
        number[module] = low[module] = len(number)
        stack.append(module)
        for other in sorted(arrows.get(module, ())):
            if other not in number:
                yield from visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], number[other])
        if low[module] == number[module]:
            group = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(group) > 1:
                yield group

    for module in arrows:
        if module not in number:
            yield from visit(module)


def test_the_finder_of_circles_finds_them() -> None:
    arrows = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}
    assert sorted(map(sorted, _circles(arrows))) == [["a", "b", "c"], ["d", "e"]]


def test_kernels_take_arrays_only() -> None:
    allowed = ("fastsim.kernels", "numba", "numpy", "llvmlite")
    for module, path in modules("fastsim").items():
        if module.startswith("fastsim.kernels"):
            for imported in imports(path) - {"fastsim"}:
                standard = imported.split(".")[0] in sys.stdlib_module_names
                assert standard or imported.startswith(allowed), f"{module}: {imported}"


def test_numba_has_one_home() -> None:
    for module, path in ALL.items():
        if not module.startswith("fastsim.kernels"):
            assert not any(i.split(".")[0] == "numba" for i in imports(path)), module


def test_the_slow_engine_knows_no_kernel_and_no_compiler() -> None:
    for module, path in modules("fastsim").items():
        if module.startswith("fastsim.reference"):
            for imported in imports(path):
                assert not imported.startswith(("fastsim.kernels", "fastsim.lower")), module


#: What no argument waits for.
HEAVY = {
    "numpy", "numba", "llvmlite", "pandas", "scipy", "matplotlib", "jinja2", "pyarrow", "dask",
    "distributed",
}  # fmt: skip


def test_fastsim_starts_light() -> None:
    heavy = {*HEAVY - {"numpy", "numba", "llvmlite"}, "analysis", "rich", "typer"}
    for module, path in modules("fastsim").items():
        assert not {i.split(".")[0] for i in imports(path, top_level=True)} & heavy, module


def test_arguments_are_read_before_anything_heavy_is_imported() -> None:
    afterwards = {f"analysis.cli.{name}" for name in ("curves", "lineups", "numbers")}
    waiting = [name for name in ALL if name.startswith("analysis.cli") and name not in afterwards]
    reached = {"fastsim.__main__": "the command", **dict.fromkeys(waiting, "the command")}
    waiting.append("fastsim.__main__")
    while waiting:
        module = waiting.pop()
        for imported in sorted(imports(ALL[module], top_level=True)):
            top = imported.split(".")[0]
            assert top not in HEAVY, f"{module} imports {top}, and is imported by {reached[module]}"
            for place in accumulate(imported.split("."), "{}.{}".format):  # packages come with it
                if place in ALL and place not in reached:
                    reached[place] = module
                    waiting.append(place)


def test_plots_never_simulate() -> None:
    for module, path in modules("analysis").items():
        if module.startswith("analysis.plots"):
            for imported in imports(path):
                assert not imported.startswith(("fastsim.play.games", "fastsim.kernels")), module


def test_nobody_imports_benchmarks_or_tests() -> None:
    for module, path in ALL.items():
        tops = {imported.split(".")[0] for imported in imports(path)}
        assert not tops & {"benchmarks", "tests", "reports"}, module


def test_reports_holds_no_code() -> None:
    assert not list((ROOT / "reports").rglob("*.py"))
