"""The lane kernel: sixty-four games in lockstep, one a lane. It begins in `play`."""
