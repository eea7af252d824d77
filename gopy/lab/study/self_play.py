"""How much self-play exaggerates: what a doubling is worth against oneself, less what it is worth against a player that stays as it is."""
import math

from gopy.lab.study.ratings import elo_per_doubling


def slopes(study, results, figure) -> list[tuple]:
    """[(Series, (Elo, low, high))]: what a doubling is worth in each of the doublings of a figure whose games tell it.

    results     like those of gopy.lab.study.ratings.make_ladders
    """
    found = [(series, elo_per_doubling(results, {player: value for value, player, _ in series.steps}))
             for series in study.series if series.figure == figure.name and series.form == "doublings"]
    return [(series, slope) for series, slope in found if slope]


def exaggerations(study, told) -> list[tuple[str, float, float, float]]:
    """[(label, Elo, low, high)]: for each of the doublings `told` (see `slopes`) that are played against another player, what a doubling of
    the same players is worth against each other less what it is worth here, with a 95 % interval.

    The two are of different games, so the variances add up.
    """
    lines = []
    own = [(_setting(study, series), slope) for series, slope in told if _meets_itself(study, series)]
    for series, (elo, low, high) in told:
        setting = _setting(study, series)
        for other, (own_elo, own_low, own_high) in own:
            if not _meets_itself(study, series) and other == setting:
                half = math.hypot(high - low, own_high - own_low) / 2
                lines.append((series.label, own_elo - elo, own_elo - elo - half, own_elo - elo + half))
    return lines


def _matches(study, series):
    players = {player for _, player, _ in series.steps}
    return [match for match in study.matches if match.settings.names[0] in players], players


def _meets_itself(study, series):
    """Whether the players of a series meet each other and nobody else."""
    matches, players = _matches(study, series)
    return all(match.settings.names[1] in players for match in matches)


def _setting(study, series):
    """What decides the games of a series but its opponents and seeds: {value: the player's text}, and the board or the game."""
    matches, players = _matches(study, series)
    texts = {name: text for match in matches for name, text in zip(match.settings.names, match.settings.players()) if name in players}
    return ({value: texts.get(player) for value, player, _ in series.steps},
            {tuple(str(getattr(match.settings, name, "")) for name in ("size", "komi", "game", "openings")) for match in matches})
