"""The sample specs that ship with the project, by name."""

from __future__ import annotations

from pathlib import Path

from fastsim.text.errors import InvalidInput, suggest

_HERE = Path(__file__).parent


def sample_folder() -> Path:
    """Return the folder of the samples: an installed package has its own, a checkout `reports`."""
    installed = _HERE / "sample_specs"
    return installed if installed.is_dir() else _HERE.parent.parent / "reports"


def sample_names() -> list[str]:
    """Return the names of the samples."""
    return sorted(path.stem for path in sample_folder().glob("*.toml"))


def find_spec(name: Path) -> Path:
    """Return the spec of that name: a file, or else a sample, with or without its ending.

    Raises
    ------
    InvalidInput
        For a name without an ending that is neither.
    """
    stem = name.name.removesuffix(".toml")
    try:
        there = name.exists()
    except (OSError, ValueError):  # what can be no file is read, for the word on it
        there = True
    if there or (len(name.parts) > 1 and name.parts[:-1] != ("reports",)):
        return name
    if stem in sample_names():
        return sample_folder() / f"{stem}.toml"
    if not name.suffix:
        known = sample_names()
        raise InvalidInput(
            f"there is no spec {str(name)!r}, neither a file nor a sample",
            suggest(str(name), known) or f"Samples: {', '.join(known)}.",
        )
    return name
