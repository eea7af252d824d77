"""What a client asks of an analysis: `[colour] [interval] (key value)*`, as in lz-analyze and kata-analyze."""
from dataclasses import dataclass, field

from gopy.base.numbers import parse_number
from gopy.engine.decision import Restriction
from gopy.protocols.gtp.arguments import is_colour, read_boolean, read_colour, read_integer, read_move, read_number, syntax_error
from gopy.protocols.gtp.protocol import GtpError

#: Seconds between reports if the client names none.
DEFAULT_INTERVAL = 1.0

#: There is at most one report in so many seconds, however often a client wants them.
SHORTEST_INTERVAL = 0.01

_SHOWN = {"ownership": "ownership", "rootInfo": "root_info", "movesOwnership": "moves_ownership", "pvVisits": "pv_visits",
          "pvEdgeVisits": "pv_edge_visits"}

# Clients may switch these on without a need for them. A search by playouts has nothing to show for them.
_WITHOUT_EFFECT = {"ownershipStdev", "noResultValue"}


@dataclass
class AnalysisRequest:
    """The parsed request. `interval` is in seconds; `restrict` is None if every move is wanted."""
    colour: int
    interval: float = DEFAULT_INTERVAL
    min_moves: int = 0
    max_moves: int | None = None
    ownership: bool = False
    root_info: bool = False
    moves_ownership: bool = False
    pv_visits: bool = False
    pv_edge_visits: bool = False
    restrict: Restriction | None = field(default=None)


def parse_analysis(words, to_play, size) -> AnalysisRequest:
    """The AnalysisRequest in a command's words. Unknown keys are a syntax error."""
    words = list(words)
    request = AnalysisRequest(to_play)
    while words and (is_colour(words[0]) or _is_number(words[0])):
        word = words.pop(0)
        if is_colour(word):
            request.colour = read_colour(word)
        else:
            _set_interval(request, word)
    avoid, allow = set(), None
    while words:
        key, values = words[0], words[1:]
        taken = 4 if key in ("avoid", "allow") else 2
        if len(values) < taken - 1:
            raise syntax_error()
        if key == "interval":
            _set_interval(request, values[0])
        elif key == "minmoves":
            request.min_moves = _count(values[0])
        elif key == "maxmoves":
            request.max_moves = _count(values[0])
        elif key in ("avoid", "allow"):
            moves = {read_move(text, size) for text in values[1].split(",")}
            # Only the first move of the analysis is restricted, so a restriction of the other side has no effect.
            applies = read_colour(values[0]) == request.colour and _count(values[2]) > 0
            if applies and key == "avoid":
                avoid |= moves
            elif applies:
                allow = moves if allow is None else allow | moves
        elif key in _SHOWN:
            setattr(request, _SHOWN[key], read_boolean(values[0]))
        elif key in _WITHOUT_EFFECT:
            read_boolean(values[0])
        elif key == "movesOwnershipStdev":
            if read_boolean(values[0]):
                raise GtpError(f"{key} is not supported")
        else:
            raise syntax_error()
        words = words[taken:]
    if avoid or allow is not None:
        request.restrict = Restriction(frozenset(avoid), None if allow is None else frozenset(allow))
    return request


def _is_number(word):
    try:
        parse_number(word)
    except ValueError:
        return False
    return True


def _set_interval(request, word):
    centiseconds = read_number(word)
    if centiseconds < 0:
        raise syntax_error()
    request.interval = max(centiseconds / 100, SHORTEST_INTERVAL)


def _count(word):
    number = read_integer(word)
    if number < 0:
        raise syntax_error()
    return number
