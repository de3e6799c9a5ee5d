"""From setups, rules and cards to the numbers that kernels play from: one file a kernel."""
