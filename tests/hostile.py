"""Strategies for hostile input that several folders of tests share."""

from typing import Any

from hypothesis import strategies as st

NASTY = (
    *("@everyone", "@here", "<@101>", "<@&11>", "<#12>", "</game:1>", "```", "||", "**", "> ", "\n"),
    *("\u202e", "\u200b", "\ufeff", "\u0000", "\ud800", "\U0001f469\u200d\U0001f4bb", "e\u0301\u0301"),
    *("%s", "%(x)s", "{0.__class__}", "${x}", "'; DROP TABLE games; --", "\\", '"', "../../etc/passwd"),
    *("nan", "-inf", "1e999", "-0", "0x1F", "9" * 400, "٣", "½", "²", "Ⅷ", "İ", "ß", "ﬀ"),
    *("resign", "draw offer", "claim", "time up", ",", ";", ":", "->", "x", "#", "+", "a1", "A1-B2"),
)
_NASTY = st.sampled_from(NASTY)
ANY = st.characters(exclude_categories=())
"""Any code point, lone surrogates included."""

TEXTS = st.one_of(
    st.text(ANY, max_size=40),
    st.lists(_NASTY, max_size=8).map("".join),
    st.lists(st.one_of(_NASTY, st.text(ANY, max_size=5)), max_size=8).map(" ".join),
    st.builds(lambda piece, times: piece * times, _NASTY, st.integers(1, 3000)),
)
"""Texts that a player could send."""

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=5,
)
"""Any JSON value, and numbers that JSON does not have."""


def changed(words: list[str]) -> st.SearchStrategy[str]:
    """Texts that are almost right: one of these with something changed."""

    def change(word: str, place: int, piece: str, cut: int) -> str:
        at = place % (len(word) + 1)
        return word[:at] + piece + word[at + cut :]

    pieces = st.one_of(TEXTS, st.just(""))
    return st.builds(change, st.sampled_from(words), st.integers(0, 200), pieces, st.integers(0, 4))
