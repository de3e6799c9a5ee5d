"""Figures, ``f(frame, ax=None, ...) -> Axes``, one a file: they neither show, save nor simulate.

They are files, or texts on a page: no window system, environment or matplotlibrc matters to them.
matplotlib is imported here, before any file of this package asks for it.
"""

from analysis.plots import backend

backend.import_matplotlib()
