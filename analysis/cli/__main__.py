"""``python -m analysis.cli``: the command ``fastsim``."""

from fastsim.__main__ import main

if __name__ == "__main__":
    main()
