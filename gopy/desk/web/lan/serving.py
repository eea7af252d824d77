"""Serves the page to the user of this machine, who is the teacher, and to visitors of the local network, until Ctrl-C."""
from gopy.base.state_folder import state_folder
from gopy.desk.web.kept_games import KeptGames
from gopy.desk.web.lan.classroom import Classroom
from gopy.desk.web.lan.invitation import invite, parse_place
from gopy.desk.web.lan.server import add_tables, lan_application
from gopy.desk.web.lan.shared_engines import SharedEngines
from gopy.desk.web.lan.tables import Tables
from gopy.desk.web.lan.word import new_word
from gopy.desk.web.room import Room
from gopy.desk.web.server import ADDRESS, application, new_token
from gopy.desk.web.serving import listening, show, told_to_end


async def serve_visitors(options, watched, port, no_browser, place) -> None:
    """As gopy.desk.web.serving.serve, and besides at `place`, the text behind --lan, for visitors. UserError if that is impossible."""
    told = told_to_end()
    token, word = new_token(), new_word()
    lan_address, lan_port = parse_place(place)
    folder = state_folder() / "page"
    kept, engines = KeptGames(folder), SharedEngines(options)
    tables = Tables(folder / "visitors", lambda name, games: Room(options, (), games, engines.seat, name))
    try:
        async with listening(lan_application(tables, lan_address, word), lan_address, lan_port) as lan_port:
            address = f"http://{lan_address}:{lan_port}/"
            classroom = Classroom(tables, address, word)
            teachers = application(lambda: Room(options, watched, kept, engines.seat, classroom=classroom), token)
            add_tables(teachers, token, tables)
            engines.start()
            async with listening(teachers, ADDRESS, port) as port:
                show(f"http://{ADDRESS}:{port}/{token}/", no_browser)
                invite(address, word)
                await told.wait()
    finally:
        await tables.close()
        await engines.close()
        kept.release()
