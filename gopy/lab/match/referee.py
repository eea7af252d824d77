"""Decides who won a game that ended with two passes: by the answers of both players, a referee program, or counting.

GNU Go alone is no safe referee (it has misjudged finished positions by 90 points), and neither is one player alone. So
when both players name the same winner, their answer counts, even against the program; such a game is marked as disputed,
so that somebody looks at it. When the players differ, the program decides.
"""
import re
from dataclasses import dataclass, field

from gopy.go.geometry import BLACK, WHITE, parse_vertex, vertex_text
from gopy.go.rules import Scoring
from gopy.go.score import final_score, result_text
from gopy.lab.match.game import rules_commands
from gopy.lab.match.programs.client import EngineFault, Refused
from gopy.lab.match.programs.players import open_player

_SCORE = re.compile(r"0|([BbWw])\+(\d+(?:\.\d+)?)")

#: The --referee that counts by the rules of the match, provided that both players have named the same dead
#: stones and, where territory counts, the same stones in seki.
COUNT = "count"

#: Programs that cannot be told to count territory.
COUNT_AREAS = ("gnugo", "pachi", "fuego")

#: Time limit for a score; GNU Go takes tens of seconds for a 19x19 board.
_SCORING_SECONDS = 300.0


@dataclass
class Verdict:
    """The result of judging a game.

    `score` is Black minus White, komi included, or None if nobody could tell. `words` maps "black", "white" and "referee"
    to their answers.
    """
    score: float | None
    words: dict = field(default_factory=dict)
    disputed: bool = False


def parse_score(text) -> float | None:
    """Black's margin from a text such as "B+3.5", "W+12" or "0"; None if the text is no score."""
    found = _SCORE.fullmatch(text.strip())
    if not found:
        return None
    if not found.group(1):
        return 0.0
    return float(found.group(2)) * (1 if found.group(1) in "Bb" else -1)


def judge(played, referee) -> Verdict:
    """The Verdict on a game that ended by passes. `referee` is COUNT or a player (see gopy.lab.match.programs.peers)."""
    words = {name: _ask(player.client, "final_score") for name, player in zip(("black", "white"), played.players)}
    if referee == COUNT:
        # Where territory counts, eyes in seki are nobody's.
        asked = ("dead", "seki") if played.game.rules.scoring is Scoring.TERRITORY else ("dead",)
        named = [[_stones(player.client, status, played.game.size) for status in asked] for player in played.players]
        agreed = None not in named[BLACK] and named[BLACK] == named[WHITE]
        score = final_score(played.game, *named[BLACK]) if agreed else None
        words["referee"] = "?" if score is None else result_text(score)
    else:
        words["referee"] = program_score(played.game, referee)
    return weigh(words)


def weigh(words) -> Verdict:
    """The Verdict that follows from the answers of "black", "white" and "referee"."""
    black, white, referee = (parse_score(words[who]) for who in ("black", "white", "referee"))
    players_agree = black is not None and white is not None and _sign(black) == _sign(white)
    if players_agree and (referee is None or _sign(referee) != _sign(black)):
        return Verdict(black, words, disputed=referee is not None)
    return Verdict(referee, words, disputed=None not in (black, white) and not players_agree)


def program_score(game, referee) -> str:
    """The score text that a new process of the referee gives after it has been told all moves."""
    with open_player(referee, seed=0, size=game.size) as client:
        try:
            commands = rules_commands(game.rules, client.send("list_commands").split().__contains__)
        except (Refused, EngineFault, ValueError) as error:
            return f"? {error}"
        commands = [f"boardsize {game.size}", "clear_board", f"komi {game.komi:g}", *commands]
        if game.handicap_points:
            commands.append(f"set_free_handicap {' '.join(vertex_text(point, game.size) for point in game.handicap_points)}")
        commands += [f"play {'bw'[colour]} {vertex_text(move, game.size)}" for colour, move in game.moves]
        try:
            for command in commands:
                client.send(command)
        except (Refused, EngineFault) as error:
            return f"? {error}"
        return _ask(client, "final_score")


def _stones(client, status, size):
    """The set of points that an engine calls "dead" or "seki"; None if it cannot say."""
    try:
        return {parse_vertex(word, size) for word in _ask(client, f"final_status_list {status}").split()}
    except ValueError:
        return None


def _ask(client, command):
    try:
        return client.send(command, _SCORING_SECONDS)
    except (Refused, EngineFault) as error:
        return f"? {error}"


def _sign(score):
    return (score > 0) - (score < 0)
