"""Looks that a test makes up, in the place of searches: what a review is told of each position."""
from gopy.desk.review.looks import Candidate, Look
from gopy.go.geometry import parse_vertex, points


def look(chance, *candidates, size=9, lead=0.0, owned=None, visits=100):
    """A Look with Black's chance. candidates: ("D4", chance, "D4 E4"), or "D4 E4" for a line with the look's own chance.

    owned: {point: Black's ownership}; of other points it is 0
    """
    found = []
    for candidate in candidates:
        text, own = (candidate, chance) if isinstance(candidate, str) else candidate
        line = tuple(parse_vertex(vertex, size) for vertex in text.split())
        found.append(Candidate(line[0], visits // 2, own, lead, line))
    return Look(visits, chance, lead, {point: (owned or {}).get(point, 0.0) for point in points(size)}, tuple(found))


def reviewed(plan, tell):
    """Answer all that a Plan asks, each Question with the Look that tell(question) returns; returns the rounds of Questions."""
    rounds = []
    while wanted := plan.wanted():
        rounds.append(wanted)
        for question in wanted:
            plan.add(question, tell(question))
    return rounds
