"""Judgements of all other commands: names, clocks, what is taken note of."""
import re

from fuzz.judge import judges
from fuzz.words import Bad, Unsure, colour, integer, number, word


@judges("protocol_version", steady=True)
def protocol_version(judge, request, ok, text):
    judge.require(ok and text == "2", request, text)


@judges("", quiet=True)
def too_long(judge, request, ok, text):
    judge.require(not ok and "too long" in text, request, text)


@judges("name", "version", "gogui-title", "gogui-analyze_commands", "kata-list-params", "kata-list_time_settings",
        "gomill-describe_engine", "get_random_seed", steady=True)
def something(judge, request, ok, text):
    judge.accepted(request, ok, text)
    judge.require(text.strip(), request, text)


@judges("list_commands", "help", steady=True)
def list_commands(judge, request, ok, text):
    judge.accepted(request, ok, text)
    names = text.split("\n")
    judge.require(all(re.fullmatch(r"\S+", name) for name in names) and len(set(names)) == len(names), request, text)
    judge.commands.update(names)


@judges("known_command", steady=True)
def known_command(judge, request, ok, text):
    judge.accepted(request, ok, text)
    expected = "true" if request.words and request.words[0] in judge.commands else text
    judge.require(text == expected and text in ("true", "false"), request, text)


@judges("quit", "clear_cache", "stop", "gogui-interrupt", "kgs-game_over", "cgos-gameover", "cgos-opponent_name",
        "cgos-opponent_rating", quiet=True)
def noted(judge, request, ok, text):
    judge.accepted(request, ok, text)
    judge.require(text == "", request, text)


@judges("gogui-sigint", quiet=True)
def sigint(judge, request, ok, text):
    judge.accepted(request, ok, text)
    judge.require(text.isdigit(), request, text)
    judge.sigint_interrupts = True


@judges("echo", "echo_err", quiet=True)
def echo(judge, request, ok, text):
    judge.accepted(request, ok, text)
    judge.require(text == request.text.rstrip(), request, text)


@judges("cputime", "gomill-cpu_time", quiet=True)
def cputime(judge, request, ok, text):
    judge.accepted(request, ok, text)
    judge.require(re.fullmatch(r"\d+\.\d+", text), request, text)


@judges("gomill-explain_last_move", quiet=True)
def explain(judge, request, ok, text):
    judge.accepted(request, ok, text)


@judges("time_settings", quiet=True)
def time_settings(judge, request, ok, text):
    words = request.words
    numbers = number(words, 0), number(words, 1), integer(words, 2)
    if min(numbers) < 0:
        raise Unsure
    judge.accepted(request, ok, text)


@judges("time_left", quiet=True)
def time_left(judge, request, ok, text):
    words = request.words
    colour(words, 0), number(words, 1)
    if len(words) > 2:
        integer(words, 2)
    judge.accepted(request, ok, text)


@judges("kgs-time_settings", "kata-time_settings", quiet=True)
def named_time_settings(judge, request, ok, text):
    words = request.words
    kind = word(words, 0).lower()
    needed = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}
    if request.name == "kata-time_settings":
        needed = {**needed, "fischer": 2, "fischer-capped": 4}
    if kind not in needed:
        raise Bad("no time system")
    numbers = [number(words, i + 1) for i in range(needed[kind])]
    if any(value < 0 for value in numbers) or kind in ("byoyomi", "canadian") and "." in words[3]:
        raise Unsure
    judge.accepted(request, ok, text)
