"""Matches: the settings of a match, its games, the referee, openings, and the places where games are played."""
