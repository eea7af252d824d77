"""Whether an engine's answers can be true: each is held against the slow game that the session has made so far."""
import json
import re

from fuzz.framing import Wrong, shortened
from fuzz.slow_game import SlowGame
from fuzz.words import Bad, Unsure

#: Judgements by command: functions (judge, request, ok, text) that raise Wrong, Bad or Unsure.
JUDGEMENTS = {}

#: Commands that only look: asked twice with nothing changed between, they answer the same.
STEADY = set()

#: Commands that leave game, rules and parameters as they are, whatever they answer.
QUIET = set()

#: What is sent to learn the engine's state. The order matters: each is judged with what came before it.
QUESTIONS = ("kata-get-rules", "kata-get-params", "printsgf", "showboard")


def judges(*names, steady=False, quiet=False):
    """Register a judgement under the commands' names."""
    def register(function):
        JUDGEMENTS.update(dict.fromkeys(names, function))
        STEADY.update(names if steady else ())
        QUIET.update(names if steady or quiet else ())
        return function
    return register


class Judge:
    """All that is known of the engine's state.

    game        the SlowGame, True to the engine unless `unsure`
    unsure      the engine accepted what it need not have: its next record (printsgf) is taken over
    rules_unsure   the same of its rules (kata-get-rules)
    parameters  its parameters as the dict it answers, or None if not known
    files       {name: bytes} of the files in its working directory; `folder` is that directory
    """

    def __init__(self, folder, size=9):
        self.folder, self.files = folder, {}
        self.game = SlowGame(size, 7.5)
        self.unsure = self.rules_unsure = True
        self.parameters = None
        self.sigint_interrupts = False
        self.commands = set()
        self.genmoves = 0
        self._seen = {}

    def judge(self, request, ok, text):
        """Learn from an answer; Wrong if it cannot be."""
        self._repeats(request, ok, text)
        if self.unsure and request.name not in (*QUESTIONS, "list_commands"):
            self.sigint_interrupts = self.sigint_interrupts or request.name == "gogui-sigint"
            self._forget_seen(request, ok)
            return          # of no use before the record is known that the other commands are judged by
        judgement = JUDGEMENTS.get(request.name)
        if judgement is None:
            if request.name in self.commands:
                raise Wrong("wrong answer", f"{request.name} is listed, and nothing here judges it")
            self.require(not ok and text == "unknown command", request, text)
            return
        try:
            judgement(self, request, ok, text)
        except Bad as reason:
            self.require(not ok, request, text, f"accepted ({reason})")
        except Unsure:
            if ok and request.name not in QUIET:
                self.unsure = self.rules_unsure = True
        self._forget_seen(request, ok)

    def _forget_seen(self, request, ok):
        if ok and not self._is_quiet(request):
            self._seen.clear()

    def _is_quiet(self, request):
        return request.name in QUIET and not (request.name.startswith("gopy-param") and request.text)

    def _repeats(self, request, ok, text):
        if request.name in STEADY and self._is_quiet(request):
            before = self._seen.setdefault((request.name, request.text), (ok, text))
            if before != (ok, text):
                raise Wrong("wrong state", f"{request.name} {shortened(request.text)} was {shortened(before[1], 1500)}, and "
                                           f"with nothing changed since is {shortened(text, 1500)}")

    def require(self, condition, request, text, what="answered", kind="wrong answer"):
        if not condition:
            raise Wrong(kind, f"{shortened(f'{request.name} {request.text}')} {what}: {shortened(text, 1500)}")

    def accepted(self, request, ok, text, expected=True):
        """Whether it was; Wrong unless that was `expected`."""
        if not self.unsure:
            self.require(ok == expected, request, text, "answered, though it had to be "
                         + ("accepted" if expected else "refused"))
        return ok

    def same(self, name, found, expected):
        """Wrong unless the engine's state is as expected; silent while that is unsure."""
        if not self.unsure and found != expected:
            raise Wrong("wrong state", f"{name} is {found!r} and should be {expected!r}")

    def allowed(self, colour, move, request):
        """Wrong unless the rules in force let the engine choose this move."""
        if not self.unsure and not self.rules_unsure and not self.game.allows(colour, move):
            raise Wrong("illegal move", f"{request.name} {shortened(request.text)}: {colour} {move!r} is not legal")

    # What the engine says of its state ------------------------------------------------------------------

    def take_rules(self, text):
        """Compare the answer of kata-get-rules, or take it over."""
        rules = json.loads(text)
        if not self.rules_unsure:
            self.same("ko", rules["ko"].lower(), self.game.ko)
            self.same("suicide", rules["suicide"], self.game.suicide)
        self.game.set_rules(rules)
        self.rules_unsure = False

    def take_record(self, record):
        """Compare a Record with the game, or take it over while the game is unsure."""
        game = self.game
        first = record.size, record.black, record.white, record.to_play or "b"
        if self.unsure:
            game.start(*first)
            game.komi = record.komi
            for colour, move in record.moves:
                game.play(colour, move)
            self.unsure = False
        self.same("the position before the first move", first, game.first)
        self.same("the game", list(record.moves), game.moves)
        self.same("komi", f"{record.komi:g}", f"{game.komi:g}")

    def take_board(self, text, request):
        """Compare the answer of showboard."""
        rows = re.findall(r"^ ?(\d+)([ ()XO.+]+)\d+ *$", text, re.MULTILINE)
        size = len(rows)
        marks = [re.sub("[ ()]", "", row) for _, row in rows]
        self.require([int(number) for number, _ in rows] == list(range(size, 0, -1))
                     and all(len(row) == size for row in marks), request, text, kind="malformed answer")
        stones = {(size - 1 - i, column): {"X": "b", "O": "w"}[mark] for i, row in enumerate(marks)
                  for column, mark in enumerate(row) if mark in "XO"}
        turn = re.search(r"^(Black|White) \([XO]\) to play$", text, re.MULTILINE)
        taken = re.search(r"^Prisoners: Black has taken (\d+), White (\d+)$", text, re.MULTILINE)
        number = re.search(r"^Move (\d+): ", text, re.MULTILINE)
        komi = re.search(r"^Komi ([^ ,\n]+)", text, re.MULTILINE)
        self.require(turn and taken and komi, request, text, kind="malformed answer")
        game = self.game
        self.same("the board's size", size, game.size)
        self.same("the board", sorted(stones.items()), sorted(game.stones.items()))
        self.same("the side to move", turn[1][0].lower(), game.to_play)
        self.same("captures", (int(taken[1]), int(taken[2])), (game.captures["b"], game.captures["w"]))
        self.same("the number of moves", int(number[1]) if number else 0, len(game.moves))
        self.same("komi", komi[1], f"{game.komi:g}")

    @property
    def is_slow(self):
        """Whether a search may take long, as far as is known."""
        simulations = (self.parameters or {}).get("sims")
        return simulations is None or simulations > 200
