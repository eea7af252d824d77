"""A GTP engine for matches that are killed: it starts in milliseconds, imports nothing of gopy, and repeats itself by seed.

    python -I -S quick_engine.py SEED

It passes, or resigns its first move if the seed says so, and gives Black or White half a point.
"""
import random
import sys

COMMANDS = "name version list_commands boardsize clear_board komi play genmove final_score final_status_list quit".split()


def main():
    chance = random.Random(sys.argv[1])
    resigns, score = chance.random() < 0.3, "B+0.5" if chance.random() < 0.5 else "W+0.5"
    for line in sys.stdin:
        number, command, *_ = line.split()
        answer = {"name": "quick", "version": "1", "list_commands": "\n".join(COMMANDS), "final_score": score,
                  "genmove": "resign" if resigns else "pass"}.get(command, "")
        known = command in COMMANDS
        print(f"{'=' if known else '?'}{number} {answer if known else 'unknown command'}\n", flush=True)
        if command == "quit":
            return


if __name__ == "__main__":
    main()
