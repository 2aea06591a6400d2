"""Where the sender's own words end, line by line; and which of them are one logical line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.mail.incoming.mail_programs import INTRODUCTION_VERBS
from bot.mail.incoming.own_text import (
    APART_MARK,
    WRAP_MARK,
    Unclear,
    logical_lines,
    own_address,
    own_words,
    unwrapped,
    wrap_marked,
)
from bot.mail.marker import MARKER

_OURS = own_address("turn+k7qx.0.c.1.1.mfrggzdfmztwq2lk@games.example")
_QUOTED = [MARKER, "", "Your move.", "1 d3-d4", "13", "", "resign"]


def _own(text: str) -> list[str]:
    return own_words(text.split("\n"), _OURS)


@pytest.mark.parametrize(
    "line",
    [
        "-- ",
        "--",
        "—",
        "________",
        "* * * * *",
        "****",
        "-----Original Message-----",
        "-----Original Message----- From: Turnpost Sent: Monday",
        "---- Weitergeleitete Nachricht ----",
        "---- Weitergeleitete Nachricht",
        "On Mon, 23 Nov 2026, Turnpost wrote:",
        "Il 23/11/26 10:00, Turnpost ha scritto:",
        "2026-11-23 10:00 GMT+01:00 Turnpost:",
        "*From:* Turnpost\n*Sent:* Monday\n",
        "From: Turnpost <turn@games.example>",
        "Turnpost turn+k7qx.0.c.1.1.mfrgg",
        "mailto:turn@games.example",
        "a@b.cde:",
        "Sent from my Galaxy",
        "Hämta Outlook för Android",
        "Descargar Outlook para iOS",
        "Von Mail für Windows gesendet",
        "Poslano s mog iPhonea",
        "Στάλθηκε από το iPhone μου",
        "CONFIDENTIALITY NOTICE: This e-mail is for",
        "This message and any attachments are for",
        "Diese Nachricht ist vertraulich",
        "Este mensaje y sus anexos",
        "Please consider the environment before printing",
        "Best regards,",
        "Ciao",
        "Tschüss!",
        "Hartelijke groet,",
        "Muchas gracias",
        "VIELE GRÜSSE",
        MARKER,
        "##- schrijf boven deze regel -##",
    ],
)
def test_nothing_counts_below_a_line_that_a_program_writes(line: str) -> None:
    assert _own(f"12\n{line}\n13\n\nresign") == ["12"]


def test_what_greets_as_well_ends_nothing_where_nothing_stands_above() -> None:
    assert _own("Ciao!\n\n12\n\nCiao\n13") == ["12"]
    assert _own("Greetings,\n\n12\n\nGreetings\n13") == ["12"]
    assert _own("Thanks!\n\n12\n\nThanks\n13") == ["12"]
    assert _own("Hi Bob,\n\nVielen Dank!\n12") == ["12"]
    # Thanks alone: what is said with them is for the others at the table, or not understood.
    assert _own("Thanks for the game, but I resign\n12") == ["Thanks for the game, but I resign", "12"]
    assert _own("Danke, say so\n12") == ["Danke, say so", "12"]
    # Below it stands a signature.
    assert _own("Liebe Grüße\n12") == []


@pytest.mark.parametrize(
    "line",
    [
        "d3-d4 e5",
        "-bg not a word",
        "-12-",
        "say see you at 10:00",
        "say On Monday we wrote",
        "invite bob@players.example",
        "plan Ab Ag Do",
        "to: b4",
        "@d3,d4:",
        "_",
        "***",
        "--no-",
        "---no",
        "-no--",
        "say I come from: Rome",
        "say Danke!",
        "a4: b5",
        "🎲",
        "say #1 -- really",
    ],
)
def test_what_somebody_writes_counts(line: str) -> None:
    assert _own(f"{line}\n12\n\nOn 23 Nov 2026, Turnpost wrote:\n> 13") == [line, "12"]


@pytest.mark.parametrize("prefix", ["> ", ">", ">>> ", " > ", "| ", "» ", "TP> "])
@pytest.mark.parametrize("introduction", ["", "Turnpost wrote:", "Asteazkenean Turnpostek\nhau esan zuen:"])
def test_quoted_lines_never_count(prefix: str, introduction: str) -> None:
    quoted = "\n".join(prefix + line for line in _QUOTED)
    assert _own(f"12\n\n{introduction}\n{quoted}") == ["12"]
    assert _own(f"{introduction}\n{quoted}\n\n12\n") == ["12"]
    assert _own(f"{introduction}\n{quoted}\n12\n") == []


def test_what_follows_a_quoted_line_may_be_its_end() -> None:
    assert _own("> Your move, or you can\nresign\n> 12\n\nd3-d4") == ["d3-d4"]
    assert _own("> Your move, or you can\nresign\n\n> 12\nd3-d4") == []


@pytest.mark.parametrize("verb", INTRODUCTION_VERBS)
def test_the_verb_of_an_introduction_is_known_in_any_case_and_broken_in_two(verb: str) -> None:
    for written in (verb, verb.upper(), verb.capitalize(), verb.replace(" ", "\n")):
        assert _own(f"12\n\nle 23.11.26 Turnpost <turn@games.example> {written}\n13") == ["12"]
    assert _own(f"12\n\nTurnpost x{verb}x:\n13")[-1] == "13", "a part of another word"


def test_an_introduction_may_be_wrapped_and_the_line_above_it_counts() -> None:
    assert _own("12\nOn Monday, 23 November 2026, Turnpost\n<turn@games.example> wrote:\n13") == ["12"]
    assert _own("12\nAm 23. November 2026 um\n10:00 schrieb\nTurnpost:\n13") == ["12"]
    quoting = "Am 23.11.2026 schrieb Turnpost\nam Tisch Rosen:\n> Am 22.11.2026 schrieb Ann:"
    assert _own(f"12\n{quoting}\n> 13") == ["12"], "what it introduces begins like another one"
    assert _own("12\nGames Club <games@web.example>\nMontag:\n13") == ["12"]
    assert _own("12\nGames Club <games@web.example>\nAm Montag:\n13") == ["12"]
    assert _own("12\nGames Club\n<games@web.example>\nAm Montag:\n13")
    assert _own("d3-d4 as before\nTurnpost wrote:\n> 12") == ["d3-d4 as before"]
    assert _own("12\nTurnpost (23.11.2026 10:00):\n13") == ["12"]
    assert _own("12\nOn Monday, 23 November 2026, Turnpost wrote:") == ["12"], "with nothing below it"
    above = "invite bob@players.example"
    assert _own(f"{above}\nOn Monday Turnpost wrote:\n13") == [above]


@pytest.mark.parametrize("end", ["napisao je:", "ne\nlikhā:", ":"])
def test_the_line_above_an_address_in_brackets_introduces_in_any_language(end: str) -> None:
    introduction = f"pon, 23. stu 2026. u 10:00 Turnpost\n<turn@games.example> {end}"
    assert _own(f"12\n\n{introduction}\n13") == ["12"]
    assert _own(f"{introduction}\n\n> 13\n\n12") == ["12"]
    assert _own("12\n\n<turn@games.example> wrote:\n13") == ["12"]


@pytest.mark.parametrize(("lines", "own"), [(6, ["12"]), (7, [])])
def test_a_quotation_is_looked_for_a_few_lines_below_what_introduces_it(lines: int, own: list[str]) -> None:
    assert _own("Turnpost wrote:\n" + lines * "\n" + "> 13\n\n12") == own


def test_a_text_too_long_to_be_typed_is_none() -> None:
    for above in ("", "> 13\n\n"):
        assert _own(above + "\n".join(["12"] * 200)) == ["12"] * 200
        assert _own(above + "\n".join(["12"] * 201)) == []


@given(
    own=st.lists(st.sampled_from(["12", "d3-d4", "say hello there", "undo"]), min_size=1, max_size=3),
    between=st.sampled_from(
        ["", "\n", "\nOn 23 Nov 2026 Turnpost wrote:\n", "\n\nTurnpost:\n\n", "\n-- \nAnn\n"]
    ),
    prefix=st.sampled_from(["> ", ">", "> > ", "| "]),
    lines=st.lists(
        st.sampled_from([*_QUOTED, "13", "say SECRET", "", "x" * 70 + " 13"]), min_size=1, max_size=12
    ),
    marker=st.booleans(),
)
def test_whatever_is_quoted_with_a_sign_only_own_words_come_out(
    own: list[str], between: str, prefix: str, lines: list[str], marker: bool
) -> None:
    quoted = "\n".join(prefix + line for line in ([MARKER, *lines] if marker else lines))
    assert _own("\n".join(own) + "\n" + between + quoted) == own


@given(st.text(alphabet=">|- \n:@a1", max_size=300))
def test_every_word_that_comes_out_stood_on_a_line_of_its_own(text: str) -> None:
    lines = text.split("\n")
    assert set(_own(text)) <= {*lines, ""}


def test_paragraphs_that_flow_are_put_together() -> None:
    long = "say " + "o" * 60
    lines = [f"{long} ", "two", "", "> quoted ", "> more", "-- ", "Ann"]
    assert unwrapped(lines, without_space=False) == [f"{long} two", "", "> quoted more", "-- ", "Ann"]
    assert unwrapped([f"{long} ", "ne"], without_space=True) == [f"{long}ne"]
    assert unwrapped([" > no quote", "> a ", ">> b"], without_space=False) == ["> no quote", "> a ", ">> b"]
    assert unwrapped(["a ", "-- ", "b"], without_space=False) == ["a ", "-- ", "b"]
    assert unwrapped(["a ", "> b"], without_space=True) == ["a", "> b"]


@pytest.mark.parametrize("without_space", [False, True])
def test_no_program_breaks_so_short_a_line_though_it_flows(without_space: bool) -> None:
    # A telephone puts a blank behind each word that it completes.
    lines = unwrapped(["say hello ", "-b Shall we?", "> a ", "> b"], without_space=without_space)
    assert lines[:2] == ["say hello" + WRAP_MARK, "-b Shall we?"]
    assert logical_lines("\n".join(wrap_marked(["say one" + WRAP_MARK, "two"])), _is_command) == (
        "say one two",
    )
    with pytest.raises(Unclear):
        logical_lines("\n".join(wrap_marked(lines[:2])), _is_command)


_LONG = "say a sentence that is so long that many a program would break it"


def _is_command(line: str) -> bool:
    return line in {"12", "resign"} or line.startswith(("say ", "-"))


def test_a_line_that_a_program_may_have_broken_is_put_together() -> None:
    text = "\n".join(wrap_marked([_LONG, "for you", "12", "", "resign"]))
    assert logical_lines(text, _is_command) == (f"{_LONG} for you", "12", "resign")


@pytest.mark.parametrize("end", ["resign", "12", "-bg and this is for you alone"])
def test_what_could_be_its_end_or_a_command_is_neither(end: str) -> None:
    with pytest.raises(Unclear):
        logical_lines("\n".join(wrap_marked([_LONG, end])), _is_command)
    assert logical_lines("\n".join(wrap_marked([_LONG, "", end])), _is_command) == (_LONG, end)


@pytest.mark.parametrize("end", ["resign", "for you"])
def test_nothing_is_put_to_a_line_of_html_that_may_have_been_broken(end: str) -> None:
    with pytest.raises(Unclear):
        logical_lines(f"{_LONG}{APART_MARK}\n{end}", _is_command)
    assert logical_lines(f"{_LONG}{APART_MARK}\n\n{end}", _is_command) == (_LONG, end)


def test_short_lines_and_very_long_ones_were_not_broken() -> None:
    assert logical_lines("\n".join(wrap_marked(["12", "resign", _LONG + "!" * 40, "12"])), _is_command) == (
        "12",
        "resign",
        _LONG + "!" * 40,
        "12",
    )


def test_a_line_may_be_broken_where_the_next_word_would_have_made_it_longer_than_sixty() -> None:
    assert wrap_marked(["x" * 50, "y" * 9 + " z"])[0] == "x" * 50
    assert wrap_marked(["x" * 50, "y" * 10 + " z"])[0] == "x" * 50 + WRAP_MARK
    assert wrap_marked(["x" * 80, "y" * 10])[0] == "x" * 80 + WRAP_MARK
    assert wrap_marked(["x" * 81, "y" * 10])[0] == "x" * 81
    assert wrap_marked(["x" * 70, "", "y" * 70]) == ["x" * 70, "", "y" * 70]
