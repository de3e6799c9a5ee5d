"""Where chunks of games run, and where finished ones are kept: threads, a store, a cluster."""
