"""What every page has: reading, playing and showing of any parts, and the frame around them."""
