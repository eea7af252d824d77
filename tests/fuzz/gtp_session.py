"""What one session of the GTP fuzzer does: actions for fuzz.player, drawn while the engine's answers come in."""
import base64

from fuzz.framing import ENDLESS, read_request
from fuzz.hostile_records import hostile_record, plain_record
from fuzz.judge import QUESTIONS
from fuzz.judge_game import RULES
from fuzz.lines import ENDING, SEARCHING, UNLISTED, Lines

#: A search is rarely asked for on larger boards.
LARGE = 10

#: How sessions end, in turn: see fuzz.player.
ENDS = ("quit", "close", "TERM", "close", "INT", "KILL", "quit")

#: Commands after which a search may take long ...
_SETS_PARAMETERS = {"kata-set-param", "kata-set-params", "gopy-param", "gopy-param_search"}

#: ... and those whose success leaves open what they have done.
_UNSURE = {"loadsgf", "komi", "kata-set-rules", "kata-set-rule", "kgs-rules", "set_random_seed", "gopy-param_rules",
           *_SETS_PARAMETERS}

#: Commands that write files.
_WRITING = {"savesgf", "gopy-save_tree"}

#: Commands that are refused unless the board is empty.
_ON_EMPTY_BOARD = {"fixed_handicap", "place_free_handicap", "set_free_handicap"}


class Session:
    """Yields the actions of one engine process; `sent` counts its lines, `asked` the questions about the state among
    them.

    rng     a random.Random
    judge   the fuzz.judge.Judge that learns from the answers
    sizes   board sizes to ask for, each as often as it stands there
    lines   after so many lines it ends
    end     one of ENDS
    more    words of the engine's command line that come last, and so overrule those that are drawn
    """

    def __init__(self, rng, judge, sizes, lines, end="quit", more=()):
        self.rng, self.judge, self.lines = rng, judge, lines
        self.sizes, self.end, self.more = sizes, end, more
        self.sent = self.asked = 0
        self._draw = Lines(rng, judge, sizes)
        self._decks = {}
        self._number = 0

    def __iter__(self):
        yield ["start", self._options()]
        yield from self._send(["list_commands", *QUESTIONS])
        yield ["await"]
        for i in range(4):
            yield self._record(f"game{i}.sgf")
        while self.sent < self.lines:
            yield from self.rng.choices((self._single, self._plays, self._mixed, self._analysis, self._split, self._load, self._junk,
                                         self._repetitions), (30, 20, 20, 10, 5, 8, 7, 1))[0]()
            if self.judge.is_slow and self.rng.random() < 0.7:
                yield from self._send(["kata-set-param level none", "kata-set-param maxVisits 8", "kata-get-params"])
                yield ["await"]
        yield from self._finish()

    def _options(self):
        """Words of the engine's command line."""
        chance = self.rng.random
        words = ["--size", str(self.rng.choice(self.sizes)), "--sims", str(self.rng.choice((1, 4, 8, 16, 40))),
                 "--threads", self.rng.choice("112"), "--seed", str(self.rng.randrange(1000)), "--memory", "16"]
        for share, more in ((0.4, ["--rules", self.rng.choice(list(RULES))]), (0.3, ["--komi", self.rng.choice(("0", "-3", "0.5"))]),
                            (0.15, ["--ponder"]), (0.15, ["--no-resign"]), (0.1, ["--preset", "handcrafted"]), (0.1, ["--log", "-"]),
                            (0.1, ["--log", "log.txt"])):
            words += more if chance() < share else []
        return [*words, *self.more]

    # Lines into bytes -----------------------------------------------------------------------------------

    def _framed(self, line):
        """A line with its id, blanks, comment and end; `line` is text or bytes."""
        data = line if isinstance(line, bytes) else line.encode("utf-8", "surrogateescape")
        if isinstance(line, str):
            if self.rng.random() < 0.5:
                self._number += 1
                data = f"{self._number} ".encode() + data
            if self.rng.random() < 0.03:
                data = b" \t" + data.replace(b" ", b"  \t")
            if self.rng.random() < 0.03:
                data += b"   # a comment"
        return data + (b"\r\n" if self.rng.random() < 0.1 else b"\n")

    def _send(self, lines):
        """One write of all these lines, and what makes the last one end."""
        self.sent += len(lines)
        self.asked += sum(line in QUESTIONS for line in lines)
        data, last = b"", None
        for line in lines:
            data += self._framed(line)
            last = read_request(data.rsplit(b"\n", 2)[-2]) or last
        if last is not None and last.name in ENDLESS:
            data += b"\n"
        yield ["send", data.decode("latin-1")]

    def _checked(self, line):
        """The line, and behind it what shows whether the engine's state is still known."""
        request = read_request(line if isinstance(line, bytes) else line.encode("utf-8", "surrogateescape"))
        name = request.name if request else ""
        lines = [line]
        if name in _ON_EMPTY_BOARD and self.rng.random() < 0.5:
            lines.insert(0, "clear_board")
        if name in SEARCHING | _SETS_PARAMETERS and (self.judge.is_slow or self.judge.parameters is None):
            lines.append("# interrupt")
        if isinstance(line, bytes) or name in _UNSURE or self.rng.random() < 0.25:
            return [*lines, *QUESTIONS]
        return lines if self.rng.random() < 0.5 else [*lines, "showboard"]

    # Commands -------------------------------------------------------------------------------------------

    def _command(self):
        """Any command: each comes as often as any other, with good arguments, others, or damaged."""
        form = self.rng.choices(("good", "bad", "damaged"), (55, 33, 12))[0]
        deck = self._decks.setdefault(form, [])
        if not deck:
            deck += sorted(self.judge.commands - ENDING) + list(UNLISTED)
            self.rng.shuffle(deck)
        name = deck.pop()
        if name in SEARCHING and self.rng.random() < (0.9 if self.judge.game.size >= LARGE else 0.4):
            deck.insert(0, name)        # its turn comes later, so that a short run has every command too
            return self._draw.play()
        if form == "good":
            return self._draw.good(name)
        if form == "bad" or name in _WRITING:      # damaged, a file's name might lead anywhere
            return self._draw.bad(name) if name not in _WRITING else self._draw.good(name)
        damaged = self._draw.mutated(self._draw.good(name))
        request = read_request(damaged)
        return b"" if request is not None and request.name in ENDING | _WRITING else damaged

    def _single(self):
        yield from self._send(self._checked(self._command()))
        yield ["await"]

    def _plays(self):
        """A stretch of moves, taken back now and then, some chosen by the engine."""
        count, lines = self.rng.randrange(1, 25), []
        for _ in range(count):
            line = self.rng.choices((self._draw.play(), "undo", self._draw.good("genmove")), (90, 6, 4))[0]
            lines += self._checked(line) if self.rng.random() < 0.2 else [line]
            if line.startswith("genmove") and self.judge.is_slow:
                lines.append("# interrupt")
            if self.rng.random() < 0.5:
                yield from self._send(lines)
                yield ["await"]
                lines = []
        if lines:
            yield from self._send([*lines, *QUESTIONS])
            yield ["await"]

    def _repetitions(self):
        """A game under a superko rule on so small a board that positions come again."""
        rules = self.rng.choice(("chinese-ogs", "tromp-taylor", "aga", "new-zealand"))
        yield from self._send([f"boardsize {self.rng.choice((2, 2, 3))}", f"kata-set-rules {rules}", *QUESTIONS])
        yield ["await"]
        for _ in range(self.rng.randrange(5, 30)):
            line = self._draw.play() if self.rng.random() < 0.85 else f"genmove {self._draw.colour()}"
            yield from self._send([*self._checked(line), "all_legal b", "all_legal w"])
            yield ["await"]

    def _mixed(self):
        """Many lines in one write, whatever they do to each other."""
        lines, unknown = [], False
        for _ in range(self.rng.randrange(2, 25)):
            line = self._draw.play() if self.rng.random() < 0.3 else self._command()
            raw = line if isinstance(line, bytes) else line.encode("utf-8", "surrogateescape")
            request = read_request(raw)
            checked = self._checked(line)
            if request and request.name in SEARCHING and unknown and "# interrupt" not in checked:
                checked.insert(checked.index(line) + 1, "# interrupt")
            unknown = unknown or isinstance(line, bytes) or (request is not None and request.name in _SETS_PARAMETERS)
            lines += checked
        yield from self._send(lines)
        yield ["await"]

    def _analysis(self):
        """A search that another line, an interrupt or a signal cuts short."""
        name = self.rng.choice(("lz-analyze", "kata-analyze", "analyze", "kata-search_analyze_cancellable", "genmove", "reg_genmove",
                                "lz-genmove_analyze", "kata-genmove_analyze", "kata-search_analyze"))
        yield from self._unended(self._draw.good(name))
        if self.rng.random() < 0.7:
            yield ["pause", round(self.rng.uniform(0.0, 0.04), 4)]
        if self.judge.sigint_interrupts and self.rng.random() < 0.5:
            yield ["signal", 2]
        ends = ([], ["# interrupt"], [""], ["stop"], ["name", "name"], [self._draw.play(), "undo"], ["# interrupt", "# interrupt"])
        yield from self._send([*self.rng.choice(ends), "# interrupt", *QUESTIONS])
        yield ["await"]

    def _unended(self, line):
        """The line alone, even if it is answered only when another follows."""
        self.sent += 1
        yield ["send", self._framed(line).decode("latin-1")]

    def _split(self):
        """A line in several writes."""
        lines = [self._command() for _ in range(self.rng.randrange(1, 4))]
        data = b"".join(self._framed(each) for line in lines for each in self._checked(line))
        self.sent += data.count(b"\n")
        self.asked += data.count(b"\n") - len(lines)
        data += b"\n"
        while data:
            cut = self.rng.randrange(1, max(2, len(data) // 2))
            yield ["send", data[:cut].decode("latin-1")]
            data = data[cut:]
            if self.rng.random() < 0.3:
                yield ["pause", 0.002]
        yield ["await"]

    def _record(self, name):
        make = plain_record if self.rng.random() < 0.4 else hostile_record
        data = make(self.rng, self.sizes)
        data = data if isinstance(data, bytes) else data.encode()
        return ["file", name, base64.b64encode(data).decode()]

    def _load(self):
        """A record, plain or hostile, and one load of it or several."""
        name = f"game{self.rng.randrange(12)}.sgf"
        yield self._record(name)
        lines = []
        for before in self.rng.choice(([""], [""], ["", ""], [" 1", " 3"], ["", " 5", " 999999999999"])):
            lines += [f"loadsgf {name}{before}", *QUESTIONS]
        yield from self._send(lines)
        yield ["await"]

    def _junk(self):
        """Lines that are no commands, between some that are."""
        lines = []
        for _ in range(self.rng.randrange(1, 5)):
            junk = self._draw.junk()
            lines.append(b"" if b"quit" in junk[:5] else junk)
        yield from self._send([*lines, "name", *QUESTIONS])
        yield ["await"]

    # The end --------------------------------------------------------------------------------------------

    def _finish(self):
        """Leave as clients do, with lines under way."""
        # Told so, the engine takes SIGINT for an interrupt.
        how = "TERM" if self.end == "INT" and self.judge.sigint_interrupts else self.end
        if how == "quit":
            yield from self._send([*self.rng.choice(([], [self._draw.play()], ["lz-analyze 1"])), "quit", "name"])
        elif self.rng.random() < 0.7:
            started = self.rng.choice(("kata-analyze 1", "genmove b", "genm", "play b A", "kata-search_analyze_cancellable", "", "7"))
            self.sent += 1
            yield ["send", started + self.rng.choice(("", "\n", "\r\n"))]
            if "analy" in started or self.rng.random() < 0.5:
                yield ["pause", 0.02]
        if self.judge.is_slow and how == "close":
            yield ["send", "\n# interrupt\n"]
        yield ["end", how]
