"""Plays the tournaments of study.toml and writes report.md; stopped, it goes on where it was.

    python scripts/studies/aoap/aoap_tictactoe_orders/measure.py [--games N] [--minutes M]
"""
from pathlib import Path

from gopy.lab.study.tournaments import main

if __name__ == "__main__":
    main(Path(__file__).parent)
