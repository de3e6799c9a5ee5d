"""The same matchups in several setups."""
