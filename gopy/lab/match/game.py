"""Plays one game between two GTP engines: set-up, opening, clocks, legality of moves, and the end of the game."""
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from gopy.go.geometry import opponent, parse_vertex, vertex_text
from gopy.go.handicap import fixed_handicap
from gopy.go.history import Game
from gopy.go.rules import CHINESE, Rules, Scoring
from gopy.lab.match.programs.client import EngineFault, Refused
from gopy.lab.match.programs.clock import PlayerClock
from gopy.lab.match.programs.stall import Usual, Watch

_COLOUR_WORDS = ("b", "w")

#: An engine that has not answered `genmove` after so many seconds counts as hanging, unless it has more for a move.
HANG_SECONDS = 900.0


class SetupFailed(Exception):
    """An engine does not accept the conditions of the match, so that no game can be played."""


#: Failures that lose the game by the rules of play. The other failures (crash, hang, protocol, refused, stall) make it void:
#: they say nothing about strength, and neither a bug of one engine nor a machine that stood still must be a win of the other.
LOSING_FAILURES = ("time", "illegal")


class Stopped(Exception):
    """The game was ended from outside because its result is no longer needed."""


class Failure(Exception):
    """The game ends at once. `colour` is the colour at fault, None if no player is, and `end` the kind of failure."""

    def __init__(self, colour, end, detail) -> None:
        super().__init__(detail)
        self.colour = colour
        self.end = end


@dataclass(frozen=True)
class Conditions:
    """The conditions of a game, which the players are told and by which the runner judges."""
    size: int
    komi: float
    rules: Rules = CHINESE
    time_controls: tuple = (None, None)   # Black's and White's TimeControl; None: no limit
    move_limit: int = 1000           # moves, passes included, after which a game is void
    hang_seconds: float = HANG_SECONDS      # an engine that has not answered `genmove` after so many seconds counts as hanging
    handicap: int = 0                # fixed handicap stones of Black; White then moves first

    def start(self) -> Game:
        """The Game before the first move."""
        game = Game(self.size, self.komi, self.rules)
        if self.handicap:
            game.place_handicap(fixed_handicap(self.size, self.handicap))
        return game


@dataclass
class Player:
    """One side of one game: the engine's client, its clock, and what it has used so far.

    undisturbed is a clock that leaves out the time in which the machine stood still: what `clock` says is too late may be in
    time by it.
    """
    client: Any
    colour: int
    clock: PlayerClock | None = None
    undisturbed: PlayerClock | None = None
    usual: Usual = field(default_factory=Usual)     # of all moves but the first
    commands: frozenset = frozenset()
    version: str = ""
    moves: int = 0                   # number of genmoves it has answered
    seconds: float = 0.0             # wall time of those
    cpu_first: float | None = None   # CPU seconds of the first of them, in which programs may still load; None if unknown
    cpu_before: float | None = None  # CPU seconds used when the first genmove was answered, None if unknown
    cpu: float | None = None         # CPU seconds from then to the end; loading happens before and is not counted

    def knows(self, command) -> bool:
        """Whether the engine has listed a command as known."""
        return command in self.commands


@dataclass
class Played:
    """A game while it is played and after its end.

    end      "passes", "resign", "move limit", or a failure: "time", "illegal", "refused", "crash", "protocol", "hang", "stall"
    winner   a colour; None if the result is still to be counted (after passes) or the game is void
    culprit  the colour whose failure ended the game, None if there was no failure or the machine's alone
    detail   a description of the failure
    """
    game: Game
    players: tuple
    opening: list
    end: str = ""
    winner: int | None = None
    culprit: int | None = None
    detail: str = ""


def play_game(clients, conditions, opening=(), stopped=lambda: False) -> Played:
    """Play one game. `clients` are those of Black and White; `opening` are moves played for both, Black's first without handicap.

    Raises SetupFailed, and Stopped if `stopped()` is true before a move. The engines are left running, so that the
    referee can ask them.
    """
    players = tuple(Player(client, colour) for colour, client in enumerate(clients))
    for player in players:
        _set_up(player, conditions)
    played = Played(conditions.start(), players, opening=list(opening))
    try:
        for move in opening:
            _tell_move(players, played.game, move)
        played.end, played.winner = _play_on(players, played.game, conditions, stopped)
    except Failure as failure:
        played.end, played.culprit, played.detail = failure.end, failure.colour, str(failure)
        if failure.end in LOSING_FAILURES:
            played.winner = opponent(failure.colour)
    for player in players:
        if player.cpu_before is not None:
            player.cpu = player.client.cpu_seconds() - player.cpu_before
    return played


def _play_on(players, game, conditions, stopped):
    """Play to the end; returns (end, winner or None). Raises Failure and Stopped."""
    while len(game.moves) < conditions.move_limit:
        if stopped():
            raise Stopped
        mover = players[game.to_play]
        move = _ask_move(mover, game, conditions)
        if move is None:
            return "resign", opponent(mover.colour)
        _tell_move([players[opponent(mover.colour)]], game, move)
        if game.is_over:
            return "passes", None
    return "move limit", None


def rules_commands(rules, knows) -> list[str]:
    """The commands that tell a program the rules. Programs play Chinese rules unless they are told others.

    `knows` says whether the program knows a command. ValueError if it cannot be told how points are counted.
    """
    if rules == CHINESE:
        return []
    if knows("kata-set-rules"):
        return [f"kata-set-rules {rules}"]
    if rules.scoring is Scoring.TERRITORY:
        raise ValueError("it does not know kata-set-rules, so it cannot be told to count territory")
    return []


def _set_up(player, conditions):
    client = player.client
    try:
        player.commands = frozenset(client.send("list_commands").split())
        player.version = f"{client.send('name')} {client.send('version')}".strip()
        commands = [f"boardsize {conditions.size}", "clear_board", f"komi {conditions.komi:g}"]
        commands += rules_commands(conditions.rules, player.knows)
        if conditions.handicap:
            commands.append(f"fixed_handicap {conditions.handicap}")
        control = conditions.time_controls[player.colour]
        if control:
            player.clock, player.undisturbed = PlayerClock(control), PlayerClock(control)
            commands += control.settings(player.knows)
        for command in commands:
            client.send(command)
        if control and player.knows("reg_genmove"):
            # Let the program load before its clock starts, as before a game on a server.
            client.send("reg_genmove b", conditions.hang_seconds)
    except (Refused, EngineFault, ValueError) as error:
        raise SetupFailed(f"{' '.join(client.words)}: {error}") from error


def _ask_move(player, game, conditions):
    """The player's legal move, or None if it resigns; raises Failure."""
    colour_word = _COLOUR_WORDS[player.colour]
    if player.clock and player.clock.control.told:
        seconds, stones = player.clock.time_left(player.knows)
        _send(player, f"time_left {colour_word} {seconds} {stones}")
    cpu_before = player.client.cpu_seconds()
    with Watch(player.client.is_stopped) if player.clock else nullcontext() as watch:
        answer = _send(player, f"genmove {colour_word}", conditions.hang_seconds)
    cpu_after = player.client.cpu_seconds()
    cpu = None if cpu_before is None or cpu_after is None else cpu_after - cpu_before
    player.moves += 1
    player.seconds += player.client.seconds
    if player.clock:
        _spend(player, player.client.seconds, cpu, watch.seconds, len(game.moves) + 1)
    if player.moves == 1:
        player.cpu_first, player.cpu_before = cpu, cpu_after
    else:
        player.usual.add(cpu, player.client.seconds)
    if answer.lower() == "resign":
        return None
    try:
        move = parse_vertex(answer, game.size)
    except ValueError:
        raise Failure(player.colour, "protocol", f"genmove was answered {answer[:80]!r}") from None
    reason = game.illegality(player.colour, move)
    if reason:
        raise Failure(player.colour, "illegal", f"move {len(game.moves) + 1} {answer}: {reason}")
    return move


def _spend(player, seconds, cpu, stood_still, number):
    """Let the clocks of a player run for the move `number`. Failure if it is too late; by whose fault, the other clock tells."""
    lost = min(seconds, max(stood_still, player.usual.missing(cpu, seconds)))
    in_time, undisturbed = player.clock.spend(seconds), player.undisturbed.spend(seconds - lost)
    if in_time:
        return
    if undisturbed:
        raise Failure(None, "stall", f"move {number} took {seconds:.2f} s; without the time in which the machine stood still, "
                                     f"{lost:.2f} s of this move, it was in time")
    raise Failure(player.colour, "time", f"move {number} took {seconds:.2f} s")


def _tell_move(listeners, game, move):
    """Play the next move in the runner's own game and tell it to the players `listeners`."""
    colour = game.to_play
    game.play(colour, move)
    for player in listeners:
        _send(player, f"play {_COLOUR_WORDS[colour]} {vertex_text(move, game.size)}")


def _send(player, command, timeout=60.0):
    try:
        return player.client.send(command, timeout)
    except Refused as refusal:
        raise Failure(player.colour, "refused", f"`{command}` was refused: {refusal}") from None
    except EngineFault as fault:
        raise Failure(player.colour, fault.kind, str(fault)) from None
