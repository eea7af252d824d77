"""What a node of a record does to the game: it sets up stones, it moves."""
from collections.abc import Iterator, Mapping
from itertools import islice

from gopy.base.numbers import shown
from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, WHITE, opponent
from gopy.go.handicap import may_be_handicap
from gopy.go.history import Game
from gopy.go.record.header import Header
from gopy.go.record.nodes import Node, Property, Record
from gopy.go.record.source import MAX_SETUP_NODES, SgfError
from gopy.go.record.values import colour_of, is_vertex, move_of, parts_of, points_of

COLOURS = {"B": BLACK, "W": WHITE}
LETTERS = ("B", "W")

_SETS = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}


class Replay:
    """Carries out the nodes of a record, and tells in its remarks what they get wrong.

    record, header      a gopy.go.record.nodes.Record and its gopy.go.record.header.Header
    """

    def __init__(self, record: Record, header: Header) -> None:
        self._remarks, self._header = record.remarks, header
        self._setups = 0

    def begin(self) -> Game:
        """The game before the first node, with the handicap stones that the record means and does not set up."""
        game = self._new_game()
        if self._header.stones:
            game.place_handicap(self._header.stones)
        return game

    def _new_game(self) -> Game:
        return Game(self._header.size, self._header.komi, self._header.rules)

    def move(self, node: Node) -> tuple[int, int] | None:
        """(colour, move) of a node; None if it has none, or one that is impossible."""
        for each in node.properties:
            if each.name in COLOURS:
                if len(each.values) > 1:
                    self._remarks.add("values", f"{each.name} has {len(each.values)} values; the first is taken")
                try:
                    move = move_of(each.values[0], self._header.size)
                    self._tell_vertex(each.name, each.values[0])
                    return COLOURS[each.name], move
                except ValueError as error:
                    self._remarks.add("move", f"the move {each.name} {error} and is left out")
        return None

    def sets_up(self, node: Node, game: Game) -> bool:
        """Whether a node sets up stones, or says who is to move first in a game that has not begun."""
        return node.has(*_SETS) or (node.has("PL") and not node.has(*COLOURS) and not game.moves)

    def turn(self, node: Node) -> int | None:
        """The colour that PL says is to move after a node; None without it."""
        for raw in node.values("PL")[:1]:
            try:
                return colour_of(raw)
            except ValueError as error:
                self._remarks.add("colour", f"PL {error} and is left out")
        return None

    def set_up(self, game: Game, node: Node) -> Game:
        """The game that begins with the stones that a node sets up after a game so far. SgfError after too many such nodes."""
        self._setups += 1
        if self._setups > MAX_SETUP_NODES:
            raise SgfError(f"more than {MAX_SETUP_NODES} nodes with set-up stones")
        board = game.board
        colours = {point: colour for colour in (BLACK, WHITE) for point in board.stones(colour)}
        placed = set()
        for each in node.properties:
            if each.name in _SETS:
                for point in self._points(each):
                    if point in placed and colours.get(point, EMPTY) != _SETS[each.name]:
                        self._remarks.add("twice", "a node sets up two colours on one point; the last is taken")
                    colours[point] = _SETS[each.name]
                    placed.add(point)
        to_play, stones = self.turn(node), self._stones(colours)
        handicap: list[int] = []
        if not game.moves and to_play != BLACK and may_be_handicap(*stones, self._header.handicap):
            handicap, to_play = stones[BLACK], WHITE
        to_play, begun = board.to_play if to_play is None else to_play, self._new_game()
        try:
            begun.setup(*stones, to_play, handicap)
        except ValueError:
            self._remarks.add("liberty", "set-up stones without a liberty are taken off")
            self._remove_dead(colours, to_play)
            begun.setup(*self._stones(colours), to_play, handicap)
        return begun

    @staticmethod
    def _stones(colours: Mapping[int, int]) -> tuple[list[int], list[int]]:
        black, white = (sorted(point for point, found in colours.items() if found == colour) for colour in (BLACK, WHITE))
        return black, white

    def _points(self, each: Property) -> Iterator[int]:
        size = self._header.size
        most = size * size
        parts = list(islice(self._parts(each), most + 1))
        if len(parts) > most:
            self._remarks.add("many", f"{each.name} names more points than there are; the first {most} are taken")
        for part in parts[:most]:
            try:
                yield from points_of(part, size)
                self._tell_vertex(each.name, part)
            except ValueError as error:
                if part.strip():
                    self._remarks.add("point", f"{each.name} {error} and is left out")

    def _parts(self, each: Property) -> Iterator[str]:
        for raw in each.values:
            parts = parts_of(raw)
            if len(parts) > 1:
                self._remarks.add("parts", f"{each.name} has several points in one value; they are taken one by one")
            yield from parts

    def _tell_vertex(self, name: str, raw: str) -> None:
        if is_vertex(raw):
            self._remarks.add("vertex", f"{name} {shown(raw)} names a point as people do, not as records do; it is taken")

    def _remove_dead(self, colours: dict[int, int], to_play: int) -> None:
        """Remove the chains without a liberty, first those of the player to move: a move of the opponent's takes these off."""
        board = Position(self._header.size)
        for point, colour in colours.items():
            board.set_stone(point, colour)
        for colour in (to_play, opponent(to_play)):
            seen = set()        # each chain is looked at once
            for point in board.stones(colour):
                if point not in seen:
                    stones, liberties = board.chain(point)
                    seen |= stones
                    for stone in () if liberties else stones:
                        board.set_stone(stone, EMPTY)
                        colours[stone] = EMPTY
