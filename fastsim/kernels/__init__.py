"""The fast engines: the only home of numba. They take arrays and scalars, and know no objects."""
