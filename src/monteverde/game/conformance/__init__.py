"""The parts of the conformance test, in the order in which `monteverde.game.check` uses them."""
