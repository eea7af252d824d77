"""`scripts/fuzz PART [options]`. A part is a module of this package with `add_arguments(parser)` and `run(arguments)`,
which returns the exit code: 0 if nothing was found, else 1."""
import argparse
import importlib
import sys

#: The parts by name, and what each is about.
PARTS = {"gtp": "sessions of the Go Text Protocol beside a slow board",
         "matches": "matches and studies whose runners are killed and whose files are damaged",
         "memory": "the memory of an engine that plays and analyses for hours",
         "kills": "matches, studies, tunes, learning, reviews and self-play killed while they work"}


def main(words=None):
    """Run one part; returns its exit code."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description="Random and hostile use of gopy beside oracles.")
    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    modules = {name: importlib.import_module(f"fuzz.{name}") for name in PARTS}
    for name, about in PARTS.items():
        modules[name].add_arguments(parts.add_parser(name, help=about, description=modules[name].__doc__))
    arguments = parser.parse_args(words)
    return modules[arguments.part].run(arguments)


if __name__ == "__main__":
    sys.exit(main())
