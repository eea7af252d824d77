"""Plays the tournaments of study.toml by each reading and writes report.md; stopped, it goes on where it was.

    python scripts/studies/aoap/aoap_tictactoe_factors/measure.py
"""
from pathlib import Path

from gopy.lab.study.readings import main

if __name__ == "__main__":
    main(Path(__file__).parent)
