"""The answers to queries, as documents that JSON can hold. Pure functions from what was found to KataGo's form of it."""
from gopy.go.geometry import BLACK, pass_move, points_from_the_top, vertex_text
from gopy.protocols.gtp.analysis_text import candidates

_LETTERS = ("B", "W")


def no_results(request) -> dict:
    """The answer to a request that was terminated before anything was found."""
    return {"id": request.query.id, "turnNumber": request.turn, "isDuringSearch": False, "noResults": True}


def refusal(identity, field, message) -> dict:
    """The answer to a query that is wrong. Without an `identity` it names neither query nor field."""
    return {name: value for name, value in (("error", message), ("field", field), ("id", identity)) if value is not None}


def warning(identity, field, message) -> dict:
    """The answer that a query has something without effect."""
    return {"warning": message, "field": field, "id": identity}


def analysis(request, game, report, priors, during) -> dict:
    """The answer that holds a Report of the position of `game`.

    priors   {move: its prior probability}, or None if they are not wanted
    during   whether the search goes on
    """
    query = request.query
    whose = report.to_play if query.settings.perspective is None else query.settings.perspective
    view = _View(report.to_play == whose, whose == BLACK, query.size)
    document = {"id": query.id, "turnNumber": request.turn, "isDuringSearch": during,
                "moveInfos": [_move_info(child, order, query, view)
                              for order, child in enumerate(candidates(report))],
                "rootInfo": _root_info(report, view)}
    if query.ownership:
        document["ownership"] = view.ownership(report.ownership)
    if priors is not None:
        document["policy"] = policy(game, report.to_play, priors)
    return document


class _View:
    """Numbers as seen by the colour that they are reported for."""

    def __init__(self, is_mover, is_black, size) -> None:
        self._is_mover, self._sign, self._size = is_mover, 1 if is_black else -1, size

    def rate(self, value):
        """A share of wins of the side to move."""
        value = min(max(float(value), 0.0), 1.0)
        return round(value if self._is_mover else 1.0 - value, 6)

    def score(self, margin):
        """Black's margin."""
        return round(self._sign * float(margin), 4)

    def ownership(self, values):
        """Black's ownership of all points, by rows from the top left."""
        return [round(self._sign * float(values[point]), 4) for point in points_from_the_top(self._size)]


def _values(winrate, lower, score, stdev, view):
    """The numbers that moves and the root have in common. Utility is the win rate from -1 to 1: only wins count here."""
    rate, bound, lead = view.rate(winrate), view.rate(lower), view.score(score)
    return {"winrate": rate, "lcb": bound, "utility": round(2 * rate - 1, 6), "utilityLcb": round(2 * bound - 1, 6),
            "scoreLead": lead, "scoreMean": lead, "scoreSelfplay": lead, "scoreStdev": round(float(stdev), 4)}


def _move_info(child, order, query, view):
    info = {"move": vertex_text(child.move, query.size), "order": order, "visits": child.visits, "edgeVisits": child.visits,
            "weight": child.visits, "edgeWeight": child.visits, "playSelectionValue": child.visits,
            "prior": round(child.prior, 6),
            **_values(child.winrate, child.lcb, child.lead, child.score_stdev, view),
            "pv": [vertex_text(move, query.size) for move in child.pv]}
    if query.pv_visits:
        info["pvVisits"] = info["pvEdgeVisits"] = list(child.pv_visits)
    if query.moves_ownership and child.ownership is not None:
        info["ownership"] = view.ownership(child.ownership)
    return info


def _root_info(report, view):
    """KataGo's thisHash and symHash are left out: Ogatak warns of a hash that is not made of KataGo's own keys."""
    from gopy.search.report import wilson_lower  # already loaded: the search made the report

    return {"currentPlayer": _LETTERS[report.to_play], "visits": report.visits, "weight": report.visits,
            **_values(report.value, wilson_lower(report.value, report.visits), report.lead, report.score_stdev, view)}


def policy(game, colour, priors) -> list[float]:
    """The prior probabilities by rows from the top left, then the pass; -1 where `colour` may not play."""
    return [round(priors[move], 6) if move in priors else 0.0 if game.legal(colour, move) else -1
            for move in [*points_from_the_top(game.size), pass_move(game.size)]]
