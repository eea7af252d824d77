"""The forms of study.toml that stand for many matches: round robins, gauntlets, sweeps and doublings.

    [round_robin]   players = ["a", "b", "c"]     each against each
    [gauntlet]      player = "a", field = ["b", "c"]      one against each of a field
    [sweep]         player = "gopy:sims=3000,equivalence={value}", values = [300, 1000], against = "gnugo"
    [doublings]     player = "gopy:sims={value}", from = 250, to = 4000; each against the one below, or all
                    against = "gnugo"; against = "next" adds the one below that, against = "all" all below

A form may also be written several times as [[sweep]]; then each has a `name`, with which the names of its matches begin.
A sweep or doublings makes a player for every value; the player and its match are called NAME_VALUE. The players form a
curve called `label` in the figure called `figure` (both are NAME by default). All other keys are those of a match.
"""
from dataclasses import dataclass

#: The opponent in doublings in which each player meets the player with the next lower value.
BELOW = "below"

#: How many of the next lower values each player meets in other forms of doublings, by what stands for the opponent.
_MEETS = {BELOW: 1, "next": 2, "all": None}

_FORMS = ("round_robin", "gauntlet", "sweep", "doublings")
_OWN_KEYS = {"round_robin": ("players",), "gauntlet": ("player", "field"),
             "sweep": ("player", "values", "against", "figure", "label"),
             "doublings": ("player", "from", "to", "against", "figure", "label")}


@dataclass(frozen=True)
class Series:
    """A curve: players that differ in one value.

    form      "sweep" or "doublings"
    steps     ((value, name of the player, name of its match or None), ...) in the order of rising values; the match is that
              against the next lower value if players of the curve meet each other
    """
    form: str
    label: str
    figure: str
    steps: tuple


def expand(document, players) -> tuple[list[dict], list[Series]]:
    """(entries, series) of the forms in a study's document. An entry is a dict like a table [[match]]; series are Series.

    players   the dict from names to players; the players of sweeps and doublings are added to it

    ValueError says what is wrong.
    """
    entries, series = [], []
    for form in _FORMS:
        tables = document.get(form, [])
        for table in [tables] if isinstance(tables, dict) else tables:
            found, curve = _expand_one(form, dict(table), players)
            entries += found
            series += [curve] if curve else []
    return entries, series


def value_text(value) -> str:
    """A value as it is written in a player's text and name, for example 1000 or 0.125."""
    return f"{value:.10g}"


#: The most players of a round robin: more make more matches than a study may have.
_MOST_IN_A_ROUND_ROBIN = 1000


def _expand_one(form, table, players):
    """(entries, Series or None) of one table of a form."""
    prefix = table.pop("name", None)
    own = {key: table.pop(key) for key in _OWN_KEYS[form] if key in table}
    where = f"[{form}] {prefix or ''}".rstrip()
    try:
        if form == "round_robin":
            names = own.get("players", list(players))
            if len(names) > _MOST_IN_A_ROUND_ROBIN:
                raise ValueError(f"{where}: more than {_MOST_IN_A_ROUND_ROBIN} players")
            pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1:]]
        elif form == "gauntlet":
            pairs = [(own["player"], other) for other in own["field"]]
        else:
            return _curve(form, prefix or form, own, table, players)
    except KeyError as error:
        raise ValueError(f"{where}: no {error.args[0]!r}") from None
    start = f"{prefix}_" if prefix else ""
    return [{**table, "name": f"{start}{a}_v_{b}", "a": a, "b": b} for a, b in pairs], None


def _curve(form, name, own, table, players):
    """(entries, Series) of one table of a sweep or doublings."""
    values = sorted(own["values"]) if form == "sweep" else _doubled(name, own["from"], own["to"])
    if len(set(values)) != len(values) or not values:
        raise ValueError(f"[{form}] {name}: values come once each, and there is at least one")
    if "{value}" not in own["player"]:
        raise ValueError(f"[{form}] {name}: {{value}} is nowhere in player = {own['player']!r}")
    against = own["against"] if form == "sweep" else own.get("against", BELOW)
    if form == "sweep" and against in _MEETS:
        raise ValueError(f"[{form}] {name}: against = {against!r} goes with doublings")
    entries, steps, made = [], [], []
    for value in values:
        player = f"{name}_{value_text(value)}"
        if player in players:
            raise ValueError(f"[{form}] {name}: there is already a player {player!r}")
        players[player] = own["player"].replace("{value}", value_text(value))
        others = [against]
        if against in _MEETS:
            others = made[::-1][:_MEETS[against]]
        for number, other in enumerate(others):
            match = player if number == 0 else f"{player}_v_{other}"
            entries.append({**table, "name": match, "a": player, "b": other})
        steps.append((value, player, player if others else None))
        made.append(player)
    return entries, Series(form, own.get("label", name), own.get("figure", name), tuple(steps))


def _doubled(name, first, last):
    """The list first, 2 first, 4 first ... last. ValueError if doubling does not lead to `last`."""
    values = [first]
    while 0 < values[-1] < last:
        values.append(2 * values[-1])
    if values[-1] != last or len(values) < 2:
        raise ValueError(f"[doublings] {name}: doubling {first} does not come to {last}")
    return values
