"""Buy rules: their model, text form, files, library, and their compilation to integer tables."""
