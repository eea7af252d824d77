"""Matches: the settings of a match, its games, the referee, openings, and where games are played."""
