"""Lets players choose moves in positions of recorded games, and KataGo judge them.

    python scripts/studies/strength/regret/measure.py RECORDS.tsv.xz ... --size N --judge COMMAND [--only PLAYER] [--positions N]

RECORDS      tables of games (gopy/lab/learn/records.py has their form); of each game held out at most one position is taken
--size       board size
--judge      an engine that speaks KataGo's JSON analysis: "katago analysis -model MODEL -config analysis.cfg"
--only       a player of study.toml (all)
--positions  how many, if not those of study.toml: the first ones
--report     measure nothing: make report.md from the lines of results.jsonl

A run goes on after the lines that are in results.jsonl: one for each position as the judge sees it after a search and at first sight, one
for each move that it was asked about, and one for each player and position.
"""
import argparse
import random
import time
from pathlib import Path

HERE = Path(__file__).parent

#: From which move on positions are taken, by size, and how far from the end.
FIRST, BEFORE_END = {9: 6, 13: 10, 19: 20}, 4

#: Seed of the players, and of the draw of positions.
SEED = 1


def positions(paths, size, count):
    """Chosen positions, one of each game, Black having moved first."""
    from gopy.go.geometry import BLACK
    from gopy.lab.learn.network.chosen import Chosen
    from gopy.lab.learn.records import read_records

    held = [record for record in read_records(paths, [size]) if record.is_held_out and record.first == BLACK and not record.setup
            and len(record.moves) > FIRST[size] + BEFORE_END]
    held.sort(key=lambda record: record.order())
    rng = random.Random(SEED)
    return [Chosen([int(move) for move in record.moves[:rng.randrange(FIRST[size], len(record.moves) - BEFORE_END)]], 7.5, True)
            for record in held[:count]]


class Lines:
    """The lines of results.jsonl by their ids, each written as soon as it is known."""

    def __init__(self, path):
        from gopy.lab.match.results.file import ResultsFile

        self._results = ResultsFile(path)
        self.by_id = {line["id"]: line for line in self._results.read()} if self._results.place.exists() else {}

    def add(self, line):
        self.by_id[line["id"]] = line
        self._results.append(line)


def judge(lines, command, size, wanted, visits):
    """Let the judge search each of {id: (what the line says beside it, Chosen)} that has no line."""
    from gopy.lab.learn.network.teacher import Teacher

    missing = {name: each for name, each in wanted.items() if name not in lines.by_id}
    if missing:
        names = list(missing)
        with Teacher(command, size, visits, at_once=4) as teacher:
            for number, answer in teacher.judge([missing[name][1] for name in names]):
                best = max(answer["moveInfos"], key=lambda move: move["visits"], default=None)     # none after a single visit
                lines.add({"id": names[number], "size": size, **missing[names[number]][0], "winning": round(answer["rootInfo"]["winrate"], 4),
                           **({"best": best["move"]} if best else {})})


def choose(lines, name, player, size, chosen):
    """Ask a player for its move in each position that has no line of it: its name, processor time and, of gopy, the chance of winning."""
    import gopy
    from gopy.go.geometry import vertex_text
    from gopy.go.history import Game
    from gopy.lab.match.programs.inprocess import in_process_options
    from gopy.lab.match.programs.players import open_player

    missing = [number for number in range(len(chosen)) if f"{size} {number} {name}" not in lines.by_id]
    if not missing:
        return
    if player.startswith("gopy:"):
        engine = gopy.Engine(in_process_options(player, SEED, size=size).changed(resign=False))
        engine.wait_ready()
    else:
        client = open_player(player, SEED, size=size)
    for number in missing:
        game = Game(size, 7.5)
        for move in chosen[number].moves:
            game.play(game.to_play, move)
        if player.startswith("gopy:"):
            began = time.process_time()
            engine.set_game(game)
            decision = engine.genmove(game.to_play, play=False)
            found = {"move": vertex_text(decision.move, size), "cpu": round(time.process_time() - began, 3),
                     "winning": round(decision.report.value, 4)}
            if engine.options.network_on(size):
                found["first_sight"] = round(engine.raw_judgement([0]).winning, 4)
        else:
            began = client.cpu_seconds()
            lines_of_game = [f"play {'bw'[turn % 2]} {vertex_text(move, size)}" for turn, move in enumerate(chosen[number].moves)]
            for command in (f"boardsize {size}", "clear_board", "komi 7.5", *lines_of_game):
                client.send(command)
            move = client.send(f"genmove {'bw'[game.to_play]}").strip().upper()
            found = {"move": "pass" if move == "PASS" else move, "cpu": round(client.cpu_seconds() - began, 3)}
        lines.add({"id": f"{size} {number} {name}", "size": size, "player": name, "position": number, **found})


def errors(winning, truth):
    """Two cells: the mean squared error of chances of winning, and the least when their log-odds are multiplied by a slope, with this slope."""
    import numpy as np

    odds = np.log(winning / (1 - winning))
    least, slope = min((np.mean((1 / (1 + np.exp(-slope * odds)) - truth) ** 2), slope) for slope in np.arange(0.3, 2.01, 0.05))
    return [f"{np.mean((winning - truth) ** 2):.4f}", f"{least:.4f} ({slope:.2f})"]


def report(study, lines):
    """The text of report.md."""
    import numpy as np

    from gopy.lab.study.document import read_notes

    text = [f"# {HERE.name}", study["question"].strip(), f"Decided by: {study['rule'].strip()}", read_notes(HERE).strip(), "## What was found"]
    for size in sorted({line["size"] for line in lines.by_id.values()}):
        numbers = [line["position"] for line in lines.by_id.values() if line["size"] == size and "winning" in line and "player" not in line
                   and not {"after", "sight"} & line.keys()]
        worth = {}          # {position: {move: the chance of the player to move after it}}
        for line in lines.by_id.values():
            if line["size"] == size and "after" in line:
                worth.setdefault(line["position"], {})[line["after"]] = 1 - line["winning"]
        rows = ["| player | positions | regret | 95 % | KataGo's best move | processor time | correlation of the chance | of the first sight "
                "| its squared error | with the best slope |", "|---|---|---|---|---|---|---|---|---|---|"]
        for name in study["settings"]["players"][str(size)]:
            found = [(number, lines.by_id[f"{size} {number} {name}"]) for number in numbers if f"{size} {number} {name}" in lines.by_id]
            found = [(number, line) for number, line in found if line["move"] in worth.get(number, {})]
            if not found:
                continue
            lost = np.array([max(worth[number].values()) - worth[number][line["move"]] for number, line in found])
            agreed = np.mean([lines.by_id[f"{size} {number}"]["best"] == line["move"] for number, line in found])
            truth = [lines.by_id[f"{size} {number}"]["winning"] for number, _ in found]
            told = []
            for key in ("winning", "first_sight"):
                values = [line.get(key) for _, line in found]
                told.append(f"{np.corrcoef(truth, values)[0, 1]:.3f}" if None not in values else "")
            told += errors(np.array(values), np.array(truth)) if None not in values else ["", ""]
            rows.append(f"| {name}: `{study['settings']['players'][str(size)][name]}` | {len(found)} | {100 * lost.mean():.2f} % | "
                        f"{196 * lost.std() / len(found) ** 0.5:.2f} | {100 * agreed:.0f} % | {np.mean([line['cpu'] for _, line in found]):.2f} s | "
                        f"{' | '.join(told)} |")
        if len(rows) > 2:
            text += [f"On {size}x{size}:", "\n".join(rows)]
        seen = [number for number in numbers if f"{size} {number} sight" in lines.by_id]
        if seen:
            sights, truth = ([lines.by_id[f"{size} {number}{of}"]["winning"] for number in seen] for of in (" sight", ""))
            text.append(f"KataGo's own network at first sight, without a search, on {len(seen)} of these positions: a correlation of the chance of "
                        f"{np.corrcoef(sights, truth)[0, 1]:.3f}.")
    return "\n\n".join(filter(None, text)) + "\n"


def main():
    from gopy.go.geometry import parse_vertex
    from gopy.lab.study.document import read_document

    study = read_document(HERE)
    settings = study["settings"]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", nargs="*", type=Path, help="tables of games")
    parser.add_argument("--size", type=int, choices=sorted(map(int, settings["players"])), help="board size")
    parser.add_argument("--judge", help="command of an engine that speaks KataGo's JSON analysis")
    parser.add_argument("--only", help="a player of study.toml (all)")
    parser.add_argument("--positions", type=int, help="how many, if not those of study.toml")
    parser.add_argument("--report", action="store_true", help="measure nothing: remake the report")
    given = parser.parse_args()
    lines = Lines(HERE / "results.jsonl")
    if not given.report:
        size = given.size
        chosen = positions(given.records, size, given.positions or settings["positions"][str(size)])
        players = {name: player for name, player in settings["players"][str(size)].items() if given.only in (None, name)}
        for name, player in players.items():
            choose(lines, name, player, size, chosen)
        judge(lines, given.judge, size, {f"{size} {number}": ({"position": number}, each) for number, each in enumerate(chosen)},
              settings["truth"])
        judge(lines, given.judge, size, {f"{size} {number} sight": ({"position": number, "sight": True}, each) for number, each in enumerate(chosen)},
              1)
        after = {}
        for number, each in enumerate(chosen):
            moves = {lines.by_id[f"{size} {number}"]["best"]}
            moves |= {lines.by_id[name]["move"] for player in settings["players"][str(size)] if (name := f"{size} {number} {player}") in lines.by_id}
            for move in moves - {"RESIGN"}:
                after[f"{size} {number} after {move}"] = ({"position": number, "after": move},
                                                          each._replace(moves=[*each.moves, parse_vertex(move, size)]))
        judge(lines, given.judge, size, after, settings["after"])
    (HERE / "report.md").write_text(report(study, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
