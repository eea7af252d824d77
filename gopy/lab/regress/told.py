"""What is told of the run of one regression file."""
from collections.abc import Iterator


def refusal_lines(path, refusals) -> Iterator[str]:
    """Yield a line, with the place in the file, for all commands of one name that were refused with one answer."""
    alike = {}
    for refusal in refusals:
        alike.setdefault((refusal.command.partition(" ")[0], refusal.answer), []).append(refusal)
    for first, *others in alike.values():
        more = f", and {len(others)} more such" if others else ""
        yield f"{path}:{first.line}: refused: {first.command}: {' '.join(first.answer.split())}{more}"


def counts(path, results, refusals) -> str:
    """A line of counts for one file."""
    judged = [result for result in results if result.judged]
    parts = [f"{sum(result.passed for result in judged)} of {len(judged)} passed"]
    for count, text in ((sum(not result.passed and result.known_failure for result in judged), "known failures"),
                        (sum(not result.passed and not result.known_failure for result in judged), "failed"),
                        (sum(result.passed and result.known_failure for result in judged), "passed that were known to fail"),
                        (sum(not result.set_up and not result.unknown for result in results), "not set up"),
                        (sum(result.unknown for result in results), "with commands that the engine does not know"),
                        (len(refusals), f"command{'s' * (len(refusals) > 1)} of the set-up refused")):
        if count:
            parts.append(f"{count} {text}")
    return f"{path}: {', '.join(parts)}"
