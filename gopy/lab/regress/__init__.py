"""Regression files: GTP scripts with the answers that are expected."""
