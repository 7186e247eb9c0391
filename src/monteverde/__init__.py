"""monteverde."""
