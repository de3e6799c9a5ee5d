"""Figures, ``f(frame, ax=None, ...) -> Axes``, one a file: they neither show, save nor simulate."""
