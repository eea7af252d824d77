"""The report of a tune: report.md, its plot, and the study that is to confirm what was found."""
import json
import re

from gopy.base.files import write_whole
from gopy.lab.study.curves import Curve, Point
from gopy.lab.study.pictures import Pictures
from gopy.lab.study.tables import table
from gopy.lab.tune.document import TUNED

#: The file of the study that confirms a tune, in the tune's folder; it is never written over.
CONFIRMATION = "confirm.toml"

#: The simulations of the confirming matches as a multiple of the tuned player's, the bounds and length of the test against the
#: player as it was, and the games of each of the two against another program.
TIMES, SPRT, GAMES, OTHER_GAMES = 4, "0,20", 4000, 200

#: The most values of a parameter in a plot of how it moved.
MOST_VALUES = 100

#: The name of the player as it was, in the study that confirms.
BEFORE = "before"


def write_report(tune, journal, trials, draw=True) -> None:
    """Write report.md into the tune's folder and, with `draw`, the plot of gopy.lab.study.pictures beside it."""
    path, pictures = journal.folder / "report.md", Pictures(journal.folder, "gopy tune", wanted=draw)
    picture = pictures.show("tune", lambda plots, path: plots.draw_panels(path, _panels(plots, tune, trials)))
    note = pictures.note(path, _text(tune, journal, trials, picture))
    write_whole(path, _text(tune, journal, trials, "\n\n".join(filter(None, (picture, note)))))


def recommended(tune, trials) -> dict[str, float]:
    """{name: value} of the parameters that the method recommends after these trials."""
    return tune.values(tune.new_method().best([trial.share for trial in trials]))


def write_confirmation(tune, journal, trials) -> None:
    """Write the study that confirms the values found, unless there is one.

    It is a sequential test against the player as it was, and matches of both against the other programs that the tune
    played. STUDY: scripts/studies/parameters/tuned_9x9, where values won the test and no more games from others than before.
    """
    path = journal.folder / CONFIRMATION
    if path.exists():
        return
    players = {TUNED: tune.player_with(recommended(tune, trials)), BEFORE: tune.player}
    others = {f"{name} again" if name in players else name: player for name, player in tune.opponents.items()
              if not player.startswith("gopy")}
    match = {**tune.match, **({"sims": TIMES * tune.match["sims"]} if "sims" in tune.match else {})}
    question = f"Are the values that the tune {journal.folder.name} found better than those before?"
    rule = (f"They are kept if the sequential test accepts H1 at {TIMES} times the simulations of the tune, and if they win no fewer "
            "games from other programs than the values before. A match against a program that they were not tuned on is to be "
            "added before play.")
    lines = [f"question = {_toml(question)}", f"rule = {_toml(rule)}", "", "[players]",
             *(f"{_toml(name)} = {_toml(_with_more_time(player))}" for name, player in {**players, **others}.items()), "",
             "[defaults]", *(f"{key} = {_toml(value)}" for key, value in match.items()),
             *_match("confirm", TUNED, BEFORE, GAMES), f'sprt = "{SPRT}"']
    for name in others:
        for player in players:
            lines += _match(f"{player} {name}", player, name, OTHER_GAMES)
    write_whole(path, "\n".join(lines) + "\n")


def _match(name, a, b, games):
    return ["", "[[match]]", f"name = {_toml(name)}", f"a = {_toml(a)}", f"b = {_toml(b)}", f"games = {games}"]


def _with_more_time(player):
    return re.sub(r"\b(sims)=(\d+)", lambda found: f"{found[1]}={TIMES * int(found[2])}", player)


def _text(tune, journal, trials, note):
    rows = [[str(number), *(f"{trial.values[scale.name]:g}" for scale in tune.scales), f"{100 * trial.share:.1f}",
             *(f"{100 * trial.shares[name]:.1f}" for name in tune.opponents), str(trial.games)]
            for number, trial in enumerate(trials)]
    head = ["trial", *(scale.name for scale in tune.scales), "share, %", *tune.opponents, "games"]
    found = ", ".join(f"{name} = {value:g}" for name, value in recommended(tune, trials).items())
    before = ", ".join(f"{scale.name} = {scale.start:g}" for scale in tune.scales)
    parts = [f"# {journal.folder.name}",
             f"{len(trials)} of {tune.trials} trials of {tune.player} by {tune.method}, each {tune.games} games against "
             f"each of {', '.join(tune.opponents)}.",
             f"Recommended: {found}. It began at {before}.",
             "A trial has few games, so its share is mostly luck, and the best of many shares is always too good. Whether the "
             f"values are better is decided by a study: `gopy study run {CONFIRMATION}` in this folder.",
             note, table(head, rows)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _panels(plots, tune, trials):
    """The Panels of gopy.lab.study.plots, which is `plots`: of each parameter the value recommended after each trial and the share by
    value, then the share by trial. A trial's interval is left out, for it is wider than all differences."""
    # Each value is reckoned from all trials before it, so that a long tune has fewer of them.
    step = -(-len(trials) // MOST_VALUES)
    path_of = {number: recommended(tune, trials[:number + 1]) for number in range(len(trials) - 1, -1, -step)}
    panels = []
    for scale in tune.scales:
        path = _curve("recommended", [(number, values[scale.name]) for number, values in path_of.items()])
        shares = _curve("trials", [(trial.values[scale.name], 100 * trial.share) for trial in trials])
        panels += [plots.Panel(f"{scale.name} by trial", "trial", scale.name, (path,), True, "y" if scale.log else ""),
                   plots.Panel(f"share by {scale.name}", scale.name, "points, %", (shares,), False, "x" if scale.log else "")]
    by_trial = _curve("trials", [(number, 100 * trial.share) for number, trial in enumerate(trials)])
    return [*panels, plots.Panel("share by trial", "trial", "points, %", (by_trial,), False)]


def _curve(label, points):
    return Curve(label, tuple(Point(x, y, y, y, 0) for x, y in sorted(points)))


def _toml(value):
    """A value as TOML has it. It escapes like JSON, but knows no surrogates, so other characters stand as they are."""
    return json.dumps(value, ensure_ascii=False)
