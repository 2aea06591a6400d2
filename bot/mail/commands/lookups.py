"""Read-only commands: board, moves, hands, history, records, rules, questions about a position."""

from functools import partial
from typing import Final

from bot.mail.commands import answers
from bot.mail.commands.playing import notations_of
from bot.mail.commands.request import MailRequest, Options, Reply
from bot.mail.outgoing import wording
from bot.mail.outgoing.legal_moves import legal_moves, list_key
from bot.mail.outgoing.move_lists import list_text, whole_groups
from bot.sentences.answers import doer_words
from bot.sentences.draws import proof_lines
from bot.sentences.reviews import review_words, swing_words
from bot.sentences.turns import chosen_for
from bot.service.lookback.earlier_positions import Past
from bot.service.reading.finding import awaits
from bot.service.typed_fields import resolve_question
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import ShownBoard
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.titles import resolve_engine
from bot.service.values.typed import mentioning, seat_named, typed_code, typed_point
from engines.contract import Question
from engines.wording import capital, counted, listed

_LINES: Final = 60
"""Lines of a history in one mail."""
_GAMES: Final = 40
_TRIED: Final = 40
"""The most moves of a line that is tried."""
_WITHHELD: Final = f"So everybody could see it. What you alone knew comes {wording.IF_CHOSEN}"


async def show_board(request: MailRequest, options: Options) -> Reply:
    """Show the board, now or at an earlier point. Raises Refused."""
    if "theme" in options:
        request.check_proved(f"settings theme: {options['theme']}")
        await request.service.preferences.change(request.person, theme=options["theme"])
    summary = await request.summary(options.get("game"))
    if summary.status == "lobby":
        return await answers.in_lobby(request, "", summary)
    if "at" in options or "side" in options:
        return await _show_point(request, summary, options)
    return Reply(request.status(summary), summary, picture=True)


async def _show_point(request: MailRequest, summary: GameSummary, options: Options) -> Reply:
    """Show the board at a point, the present one unless another is named, from any side. Raises Refused."""
    side = seat_named(summary, str(options["side"])) if "side" in options else None
    at = _point(str(options["at"])) if "at" in options else -1
    past = await request.service.lookback.past(summary.code, request.person, at, by_mail=True)
    words = _point_words(past) if "at" in options else request.status(past.summary)
    words = f"{words}\n{_WITHHELD}" if past.withheld else words
    return Reply(words, past.summary, board=ShownBoard("past", past.point.number, side=side))


def _point(typed: str) -> int:
    """The number of a point. Raises Refused."""
    return typed_point(typed, "name one by its number")


def _point_words(past: Past) -> str:
    number = past.point.number
    where = f"at point {number} of {past.last}" if number else "at its beginning"
    who = f"{past.point.who}: " if past.point.who and past.point.line else ""
    return f"The game {where}. {wording.with_people(who, past.summary)}{past.point.line}".rstrip()


async def try_out(request: MailRequest, options: Options) -> Reply:
    """Show where a line of moves would lead, without playing it. Raises Refused."""
    summary = await request.summary(options.get("game"))
    number = _point(str(options["at"])) if "at" in options else -1
    divides = request.engines[summary.key].info.separator or ","
    moves = [part.strip() for part in str(options["line"]).split(divides) if part.strip()]
    line = moves[:_TRIED]
    if line and "at" not in options:
        line[:1] = await notations_of(request, summary.code, line[:1])
    tried = await request.service.trying.tried(summary.code, request.person, number, line, by_mail=True)
    begun = f"from point {tried.point.number} on" if tried.point.number else "from the beginning"
    words = f"Tried {begun}, and nothing of it is played: {', '.join(tried.line) or 'no move yet'}."
    if len(moves) > _TRIED:
        words += f" Only the first {_TRIED} moves of a line are tried."
    words = f"{words} {wording.with_people(chosen_for(tried), tried.summary)}".rstrip()
    return Reply(words, tried.summary, board=ShownBoard("tried", tried.point.number, tried.indices))


async def review(request: MailRequest, options: Options) -> Reply:
    """Show where a game that is over was decided, one turn in each mail. Raises Refused."""
    code = (await request.summary(options.get("game"))).code
    found = await request.service.reviews.ask(code, request.person, options.get("turn", 1) - 1)
    if found is None:
        summary = await request.service.reading.summary(code)
        return Reply(
            "A computer is looking through the game: that takes some seconds, or longer if others wait. "
            "Write “review” again then.",
            summary,
            choices=(("Show the review", "review"),),
        )
    summary, people = found.summary, partial(wording.with_people, summary=found.summary)
    words = review_words(found, people)
    if found.shown is None:
        return Reply(words, summary)
    number, count = found.number + 1, len(found.review.swings)
    place = f"{number} of {count}, from point {found.shown.point.number} on"
    words += f"\n\n{place}: {swing_words(found, found.shown, people)}"
    more = (("The next turn", f"review turn: {number + 1}"),) if number < count else ()
    return Reply(words, summary, choices=more, board=ShownBoard("swing", found.number))


async def show_hand(request: MailRequest, options: Options) -> Reply:
    """Show the person's hand. Raises Refused."""
    summary = await request.summary(options.get("game"))
    await request.check_private(summary)
    text, _ = await request.service.reading.hand(summary.code, request.person)
    return Reply(wording.with_people(text, summary), summary, picture=True)


async def list_moves(request: MailRequest, options: Options) -> Reply:
    """List the person's legal moves with numbers. Raises Refused where it is not their turn."""
    summary = await request.summary(options.get("game"))
    moves = await legal_moves(request.service, request.person, summary.code)
    await request.check_private(summary)
    about = str(options.get("about", ""))
    named = mentioning(about, moves, lambda one: f"{one.notation}\n{one.words}\n{one.group}")
    if not named:
        raise Refused("none_fits", "None of your moves names that. “moves” alone lists them all.")
    return Reply(list_text(whole_groups(named)), summary, confirms=list_key(moves))


async def show_history(request: MailRequest, options: Options) -> Reply:
    """Show the last lines of the game's history, as far as the person may read it. Raises Refused.

    A longer history is attached as a text.
    """
    summary = await request.summary(options.get("game"))
    lines = await request.service.reading.history(summary.code, await _reader(request, summary))
    people = partial(wording.with_people, summary=summary)
    lines_shown = [f"{line.seq:>3}  {doer_words(line, people)}{line.text}" for line in lines]
    if len(lines_shown) <= _LINES:
        return Reply("\n".join(lines_shown) or "Nothing has been played yet.", summary)
    before = f"{counted(len(lines_shown) - _LINES, 'line')} before that: the attached text has all."
    attached = (("history.txt", "\n".join((*lines_shown, ""))),)
    return Reply("\n".join((before, *lines_shown[-_LINES:])), summary, attached=attached)


async def _reader(request: MailRequest, summary: GameSummary) -> Person | None:
    """The reader of a game's log by mail: the person; None (the public) if it has unwanted secrets."""
    own = not request.engines[summary.key].info.hidden or await request.has_private_by_mail(summary.code)
    return request.person if own else None


async def catch_up(request: MailRequest, options: Options) -> Reply:
    """Show the events since the person's last act. Raises Refused."""
    summary = await request.summary(options.get("game"))
    await request.check_private(summary)
    since = await request.service.lookback.since(summary.code, request.person)
    lines = [wording.with_people(line, summary) for line in since.lines if line]
    text = "\n".join(f"- {capital(line)}" for line in lines)
    return Reply(text or "Nothing has happened since you last played.", since.summary, picture=True)


async def export_record(request: MailRequest, options: Options) -> Reply:
    """Show the score sheet, as far as the person may know it. Raises Refused."""
    summary = await request.summary(options.get("game"))
    _, sheet = await request.service.reading.export(summary.code, await _reader(request, summary))
    return Reply(sheet, summary)


async def verify_seed(request: MailRequest, options: Options) -> Reply:
    """Verify secret, seats and draws against the promises. Raises Refused."""
    summary = await request.summary(options.get("game"))
    proof = await request.service.reading.verify(summary.code, options.get("hash"))
    published = f"Published: {', '.join(proof.promised)}"
    return Reply("\n".join((published, *(words for _, words in proof_lines(proof)))), proof.summary)


async def show_rules(request: MailRequest, options: Options) -> Reply:
    """Show a game's rules in short. Raises Refused."""
    if "title" in options:
        info, summary = resolve_engine(request.engines, str(options["title"])).info, None
    else:
        summary = await request.summary(options.get("game"))
        info = request.engines[summary.key].info
    return Reply(f"{info.title}\n\n{wording.plain(info.rules)}", summary)


async def show_inbox(request: MailRequest, options: Options) -> Reply:
    """List the person's games, those that wait for them first, or followed games. Raises Refused."""
    if options.get("whose") == "server":
        raise Refused("not_here", "A server's games are listed there, not by mail.")
    none = "You are in no game. “new” and a title opens one."
    if options.get("whose") == "followed":
        games, none = await request.service.following.followed(request.person), "You follow no game."
    else:
        games = await request.service.reading.my_games(request.person, by_mail=True)
    shown = games[:_GAMES]
    waiting = [awaits(game, request.person) for game in shown]
    lines = [
        f"{'* ' if waits else '  '}{_listed(request, game)}"
        for game, waits in zip(shown, waiting, strict=True)
    ]
    if left := games[_GAMES:]:
        lines.append(f"… and {counted(len(left), 'more game')}.")
    asked = await request.service.invitations.open_to(request.person)
    if asked:
        lines.append(f"{counted(len(asked), 'invitation')}: write “invitations”.")
    if any(waiting):
        lines.append("* waits for you. Answer a mail about a game to play it, or write “board” and its code.")
    return Reply("\n".join(lines) or none)


def _listed(request: MailRequest, game: GameSummary) -> str:
    """A game and its state. A game that a person follows on a server is only named: it is not known by mail
    whether they still see where it is played.
    """
    if game.guild_id is not None and game.seat_of(request.person.id) is None:
        return f"{game.title} {game.code}: played on a server, where “/game inbox” shows more"
    return f"{wording.titled(game)}: {request.status(game)}"


async def answer_question(request: MailRequest, options: Options, *, kind: type[Question]) -> Reply:
    """Answer a question about the position. Raises Refused."""
    summary = await request.summary()
    await request.check_private(summary)
    asked = await request.service.reading.questions(summary.code, request.person)
    question = resolve_question(asked, kind, options)
    answer = await request.service.reading.ask(summary.code, request.person, question)
    return Reply(wording.with_people(wording.with_commands(answer.text), summary), summary)


async def follow(request: MailRequest, options: Options) -> Reply:
    """Follow or unfollow a game. Raises Refused."""
    if not options.get("follow", True):
        return await unfollow(request, options)
    code = str(options.get("game") or request.invited_to or "")
    await request.check_author(f"follow {code}" if code else "")
    if not code:
        raise Refused("which_game", "Which game? Write “follow” and its code.")
    if request.about != code:
        await request.check_reachable(code)
    summary = await request.service.reading.summary(code)
    if summary.guild_id is not None and summary.seat_of(request.person.id) is None:
        raise Refused(
            "not_here", "Follow it where it is played: a mail does not show who is a member of a server."
        )
    followed = await request.service.following.follow(request.person, code)
    stopped = await request.stopped()
    comes = "" if stopped else ": what happens comes by mail"
    return Reply(f"You follow {wording.titled(followed)}{comes}. Nobody is told.{stopped}")


async def unfollow(request: MailRequest, options: Options) -> Reply:
    """Unfollow a game, or without a code all of them. Raises Refused."""
    await request.check_author()
    code = options.get("game") or request.about
    following, person = request.service.following, request.person
    wanted = typed_code(str(code)) if code else None
    codes = [game.code for game in await following.followed(person) if wanted in (None, game.code)]
    if not codes:
        # Nobody learns by a code whether there is such a game.
        none = f"You do not follow game {wanted}." if wanted else "You follow no game."
        raise Refused("not_followed", none)
    ended = [await following.unfollow(person, one) for one in codes]
    return Reply(f"You no longer follow {listed(wording.titled(game) for game in ended)}.")
