"""Results as files whole or not at all: pictures, tables, datasets, and notebooks."""
