"""Boards that several games are played on: what moves do to them, and none of the games' own rules."""
