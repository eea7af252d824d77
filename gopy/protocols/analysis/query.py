"""A query for the analysis of positions of one game: its form, and the games that it asks about."""
from dataclasses import dataclass, field

from gopy.base.documents import json_text
from gopy.engine.decision import Restriction
from gopy.go.geometry import BLACK, EMPTY, MAX_SIZE, MIN_SIZE, WHITE, pass_move, vertex_text
from gopy.go.handicap import may_be_handicap
from gopy.go.history import Game
from gopy.go.rules import HANDICAP_BONUSES, Rules, Scoring, parse_rules
from gopy.protocols.analysis import fields
from gopy.protocols.analysis.fields import FieldError
from gopy.protocols.analysis.settings import MOST_VISITS, Settings

#: The most moves that a query may have.
MAX_MOVES = 10_000

#: How many moves of a line of play are reported after the first, if a query does not say.
PV_LENGTH = 15

_MOST_KOMI = 400
_MOST_PRIORITY = (1 << 62) - 1

_SIZE = f"Must provide an integer from {MIN_SIZE} to {MAX_SIZE}"
_RULES = 'Must specify rules string, such as "chinese" or "tromp-taylor", or a JSON object with detailed rules parameters.'
_LISTS = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'"
_SECONDS = "Must be number of seconds from 0.001 to 1000000.0"

#: Fields that are read, and then have no effect: playouts have nothing to show for them, or no such parameter.
_WITHOUT_EFFECT = ("includeOwnershipStdev", "includeMovesOwnershipStdev", "includeNoResultValue", "rootFpuReductionMax",
                   "rootPolicyTemperature")

#: Names of the fields that a query may have.
KNOWN = {"id", "action", "terminateId", "turnNumbers", "boardXSize", "boardYSize", "initialStones", "moves",
          "initialPlayer", "analyzeTurns", "priorities", "rules", "komi", "whiteHandicapBonus", "overrideSettings",
          "maxVisits", "analysisPVLen", "includeMovesOwnership", "includeOwnership", "includePolicy", "includePVVisits",
          "reportDuringSearchEvery", "firstReportDuringSearchAfter", "priority", "allowMoves", "avoidMoves",
          *_WITHOUT_EFFECT}


@dataclass(frozen=True)
class Query:
    """A query that was understood. `priorities` is {turn to analyse: its priority}; turn N is the position after N moves."""
    id: str
    size: int
    komi: float
    rules: Rules
    stones: dict                    #: {point: colour} before the first move
    first_player: int
    moves: tuple                    #: (colour, move) in the order in which they were played
    priorities: dict
    settings: Settings
    pv_length: int
    ownership: bool
    moves_ownership: bool
    policy: bool
    pv_visits: bool
    every: float | None             #: seconds between reports during a search; None: there are none but maybe the first
    first: float | None             #: seconds until the first of these; None: there is none
    restrictions: dict = field(default_factory=dict)    #: {colour: Restriction of its first move}
    warnings: tuple = ()            #: (field, text) of what has no effect
    handicap: tuple | None = None   #: those points of `stones` that are a handicap; None: as the stones themselves suggest
    next_players: dict = field(default_factory=dict)    #: {turn: who is to move}, where it is not the opponent of who moved last

    def game(self, turn) -> Game:
        """The game after `turn` of its moves."""
        game = Game(self.size, self.komi, self.rules)
        black, white = ([point for point, owner in self.stones.items() if owner == colour] for colour in (BLACK, WHITE))
        handicap = self.handicap
        if handicap is None:
            handicap = tuple(black) if self.first_player == WHITE and may_be_handicap(black, white) else ()
        game.setup(black, white, self.first_player, handicap)
        for colour, move in self.moves[:turn]:
            game.record(colour, move)
        if turn in self.next_players:
            game.set_to_play(self.next_players[turn])
        return game

    def restriction(self, colour) -> Restriction:
        """The Restriction of the first move of a search with `colour` to move."""
        return self.restrictions.get(colour, Restriction())


def read_query(document, defaults) -> Query:
    """The Query in a dict with an "id". FieldError.

    defaults(size)      returns the Settings of queries on boards of `size` that override nothing
    """
    size = _size(document)
    stones = dict((point, colour) for colour, point in _moves(document, "initialStones", size, passes=False))
    if "moves" not in document:
        raise FieldError("moves", "Must specify an array of [player,location] pairs")
    moves = tuple(_moves(document, "moves", size, passes=True))
    if len(moves) > MAX_MOVES:
        raise FieldError("moves", f"More than {MAX_MOVES} moves")
    first_player = fields.player(document, "initialPlayer") if "initialPlayer" in document else None
    priorities = _priorities(document, len(moves))
    rules = _rules(document)
    komi = _komi(document, rules)
    settings, unknown = defaults(size).overridden(document.get("overrideSettings", {}))
    visits = fields.whole(document, "maxVisits", 1, MOST_VISITS, "Must be an integer from 1 to 2^50")
    if visits is not None:
        settings = Settings(visits, settings.seconds, settings.perspective)
    pv_length = fields.whole(document, "analysisPVLen", 1, 1000, "Must be an integer from 1 to 1000") or PV_LENGTH
    idle = _without_effect(document)
    shown = {name: fields.flag(document, name) for name in
             ("includeMovesOwnership", "includeOwnership", "includePolicy", "includePVVisits")}
    every = fields.number(document, "reportDuringSearchEvery", 0.001, 1e6, _SECONDS)
    first = fields.number(document, "firstReportDuringSearchAfter", 0.001, 1e6, _SECONDS, every)
    priority = _priority(document)
    restrictions, deep = _restrictions(document, size)
    if first_player is None:
        black, white = (sum(owner == colour for owner in stones.values()) for colour in (BLACK, WHITE))
        first_player = moves[0][0] if moves else WHITE if black >= 2 and not white else BLACK
    query = Query(
        document["id"], size, komi, rules, stones, first_player, moves,
        {turn: priority if own is None else own for turn, own in priorities.items()}, settings, pv_length + 1,
        shown["includeOwnership"], shown["includeMovesOwnership"], shown["includePolicy"], shown["includePVVisits"],
        every, first, restrictions, tuple(_warnings(document, unknown, idle, deep)))
    _check_game(query)
    return query


def _size(document):
    width, height = (fields.whole(document, name, MIN_SIZE, MAX_SIZE, _SIZE) for name in ("boardXSize", "boardYSize"))
    for name, length in (("boardXSize", width), ("boardYSize", height)):
        if length is None:
            raise FieldError(name, _SIZE)
    if width != height:
        raise FieldError("boardYSize", "gopy plays on square boards alone: must be the same as boardXSize")
    return width


def _moves(document, name, size, passes):
    return fields.moves(document, name, size, passes) if name in document else []


def _priorities(document, count):
    """{turn to analyse: its own priority, or None}."""
    turns = [count]
    if "analyzeTurns" in document:
        turns = fields.whole_numbers(document, "analyzeTurns", "Must specify an array of integers indicating turns to analyze")
        if not turns:
            raise FieldError("analyzeTurns", "Must name at least one turn to analyze")
        for turn in turns:
            if not 0 <= turn <= count:
                raise FieldError("analyzeTurns", f"Invalid turn number: {turn}")
    if "priorities" not in document:
        return dict.fromkeys(sorted(turns))
    own = fields.whole_numbers(document, "priorities", "Must specify an array of integers indicating priorities")
    if "analyzeTurns" not in document:
        raise FieldError("priorities", "Can only specify when also specifying analyzeTurns")
    if len(own) != len(turns):
        raise FieldError("priorities", "Must be of matching length to analyzeTurns")
    for priority in own:
        if abs(priority) > _MOST_PRIORITY:
            raise FieldError("priorities", f"Invalid priority: {priority}")
    return dict(sorted(dict(zip(turns, own)).items()))


def _priority(document):
    if "priority" in document and "priorities" in document:
        raise FieldError("priority", "Cannot specify both priority and priorities")
    return fields.whole(document, "priority", -_MOST_PRIORITY, _MOST_PRIORITY, "Must be a number between -2^62 and 2^62", 0)


def _rules(document):
    given = document.get("rules")
    if not isinstance(given, (str, dict)):
        raise FieldError("rules", _RULES)
    text = given if isinstance(given, str) else json_text(given)
    try:
        rules = parse_rules(text)
    except ValueError as error:
        raise FieldError("rules", f"Could not parse rules: {text[:60]}: {error}") from None
    if "whiteHandicapBonus" in document:
        bonus = document["whiteHandicapBonus"]
        if bonus not in HANDICAP_BONUSES:
            raise FieldError("whiteHandicapBonus", f"Must be a string, one of {', '.join(HANDICAP_BONUSES)}")
        rules = rules.with_value("whiteHandicapBonus", bonus)
    return rules


def _komi(document, rules):
    """The komi of a query; where it says none, what KataGo takes then."""
    message = f"Must be a integer or half-integer from -{_MOST_KOMI}.0 to {_MOST_KOMI}.0"
    usual = 6.5 if rules.scoring is Scoring.TERRITORY else 7.5
    komi = fields.number(document, "komi", -_MOST_KOMI, _MOST_KOMI, message, usual)
    if 2 * komi != int(2 * komi):
        raise FieldError("komi", message)
    return float(komi)


def _without_effect(document):
    """Names of the fields that would have an effect in KataGo and have none here."""
    found = []
    for name, low, high in (("rootFpuReductionMax", 0.0, 2.0), ("rootPolicyTemperature", 0.01, 100.0)):
        if fields.number(document, name, low, high, f"Must be a number from {low} to {high}") is not None:
            found.append(name)
    return found + [name for name in _WITHOUT_EFFECT if name.startswith("include") and fields.flag(document, name)]


def _restrictions(document, size):
    """({colour: Restriction}, the field if a restriction is meant to reach deeper than the first move, else None)."""
    names = [name for name in ("allowMoves", "avoidMoves") if name in document]
    if len(names) == 2:
        raise FieldError("allowMoves", "Cannot specify both allowMoves and avoidMoves")
    found, deep = {}, None
    for name in names:
        entries = document[name]
        if not isinstance(entries, list):
            raise FieldError(name, _LISTS)
        if name == "allowMoves" and len(entries) > 2:
            raise FieldError(name, "Currently allowMoves only allows at most one entry per player")
        for entry in entries:
            if not isinstance(entry, dict) or not {"player", "moves", "untilDepth"} <= set(entry):
                raise FieldError(name, _LISTS)
            colour = fields.player(entry, "player")
            moves = frozenset(fields.vertices(entry, "moves", size))
            if fields.whole(entry, "untilDepth", 1, 10**9, "Must be a positive integer") > 1:
                deep = name
            if name == "avoidMoves":
                found[colour] = Restriction(found.get(colour, Restriction()).avoid | moves)
            elif colour in found:
                raise FieldError(name, "Cannot specify allowMoves more than once for the same player")
            else:
                found[colour] = Restriction(allow=moves)
    return found, deep


def _warnings(document, unknown, idle, deep):
    """Yield (field, text) of all that has no effect."""
    if unknown:
        yield "overrideSettings", f"Unknown config params: {','.join(unknown)}"
    for name in idle:
        yield name, "gopy has nothing like it: no effect"
    if deep:
        yield deep, "Only the first move of the search is restricted, whatever untilDepth says"
    for name in document:
        if name not in KNOWN:
            yield name, "Unexpected or unused field, do you have a typo?"


def _check_game(query):
    """Raise a FieldError for stones without a liberty, or for a move that cannot be played at its place.

    Like KataGo, and unlike our own rules, this lets pass a suicide of several stones and whatever breaks a rule of ko:
    the game was played so.
    """
    try:
        board = query.game(0).board
    except ValueError as error:
        raise FieldError("initialStones", str(error)) from None
    passing = pass_move(query.size)
    for number, (colour, move) in enumerate(query.moves):
        occupied = move != passing and board.colours[move] != EMPTY
        if occupied or board.play(colour, move).removed == (move,):
            raise FieldError("moves", f"Illegal move {number}: {vertex_text(move, query.size)}")
