"""The word of six letters that visitors type: drawn at each start, and said by the teacher."""
import secrets

#: Letters of the word.
LETTERS = 6

#: Those that nobody takes for another: 23 to the power of 6 are 148 million words.
_ALPHABET = "ABCDEFGHJKLMNPQRSTUVXYZ"


def new_word() -> str:
    """A random word."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(LETTERS))


def is_word(typed: str, word: str) -> bool:
    """Whether what was typed is the word; small letters and blanks are as good."""
    return secrets.compare_digest("".join(typed.split()).upper().encode(errors="surrogatepass"), word.encode())
