"""How fast the kernels play here: games a second, start-up, and the cost of a run by its length.

Every figure is the median of several runs, shown with the fastest and the slowest. The runs of
different cases take turns (A B C, A B C, ...), so that a machine whose speed drifts, or that has
other work to do, treats all cases alike: compare figures of one report by their ratio.
"""
