"""Where the repository and its tests are."""
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
