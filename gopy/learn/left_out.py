"""What was found among recorded games and not used, so that nobody misses it unawares."""
import sys
from collections import Counter

#: So many files that could not be read are named; of the rest only the number is told.
MOST_NAMED = 10


class LeftOut:
    """Counts the games that are left out while records are read, and names the files that cannot be read.

    unreadable   {path: sentence that says why} of files
    unsuitable   {why ("of another board size"): the number of games}
    corrected    number of games that are used although their record had to be corrected
    """

    def __init__(self) -> None:
        self.unreadable: dict[str, str] = {}
        self.unsuitable: Counter[str] = Counter()
        self.corrected = 0

    def __str__(self) -> str:
        """Sentences that say all of it, each in a line; "" if nothing was left out."""
        lines = []
        if self.unreadable:
            count = len(self.unreadable)
            lines.append(f"{count} {'file' if count == 1 else 'files'} could not be read and {'is' if count == 1 else 'are'} left out:")
            lines += [f"  {path}: {reason}" for path, reason in list(self.unreadable.items())[:MOST_NAMED]]
            if count > MOST_NAMED:
                lines.append(f"  and {count - MOST_NAMED} more")
        if self.unsuitable:
            parts = ", ".join(f"{count} {reason}" for reason, count in sorted(self.unsuitable.items()))
            total = self.unsuitable.total()
            lines.append(f"{total} {'game is' if total == 1 else 'games are'} left out: {parts}")
        if self.corrected:
            lines.append(f"{self.corrected} {'record was' if self.corrected == 1 else 'records were'} corrected; gopy review tells what "
                         "was wrong with one")
        return "\n".join(lines)

    def tell(self) -> None:
        """Write it to stderr, if there is anything to say."""
        if text := str(self):
            print(text, file=sys.stderr, flush=True)
