"""Turns the lines of a study into a table with a row per line and a column per value; nested values are flattened."""
import csv
import io
import json

from gopy.base.shape import Each
from gopy.lab.match.results.recorded import LINE

#: Keys of a game's line whose values are dicts by player. Their columns go by colour, so they are the same in all studies.
_BY_PLAYER = ("chosen", "seconds", "cpu", "cpu_first", "simulations", "least_left")
_SPEAKERS = ("black", "white", "referee")

#: The columns of games, in this order, whether a study has values for them or not.
GAME_COLUMNS = tuple(column for key, shape in LINE.keys.items() for column in (
    [f"{key}.{colour}" for colour in ("black", "white")] if key in _BY_PLAYER else
    [f"{key}.{speaker}" for speaker in _SPEAKERS] if isinstance(shape, Each) else [key]))


def rows_of(results, row) -> list[dict]:
    """The list of row(line) for all lines of a ResultsFile. OSError; ValueError, which names the file and line."""
    rows = []
    for number, line in results.numbered():
        try:
            rows.append(row(line))
        except RecursionError:
            raise ValueError(f"{results.place}, line {number}: nested too deeply") from None
    return rows


def game_row(record) -> dict[str, str]:
    """The row {column: value} of the line of a game."""
    row = dict(record)
    for key in _BY_PLAYER:
        told = record.get(key, {})
        row[key] = {colour: told[record[colour]] for colour in ("black", "white") if record[colour] in told}
    return row_of(row)


def row_of(record) -> dict[str, str]:
    """The row {column: value} of any line.

    Values in nested dicts get the column KEY.INNER. A list of plain values is written as words, another list as JSON.
    """
    row = {}
    for key, value in record.items():
        if isinstance(value, dict):
            row.update({f"{key}.{inner}": item for inner, item in row_of(value).items()})
        elif isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
            row[key] = json.dumps(value)
        elif isinstance(value, list):
            row[key] = " ".join(map(_plain, value))
        else:
            row[key] = _plain(value)
    return row


def csv_text(rows, columns=()) -> str:
    """The CSV text of rows: first the given columns, then the others in the order in which they first occur."""
    columns = list(dict.fromkeys([*columns, *(column for row in rows for column in row)]))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _plain(value):
    """A plain value as JSON writes it, but texts without quotes, and an empty text for null."""
    return value if isinstance(value, str) else "" if value is None else json.dumps(value)
