"""The text of HTML mails: what is seen, what is quoted, whatever is wrong with the tags."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.mail.incoming.html_text import _LazySequence, html_lines


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("12", ["12"]),
        ("<p>12</p><p>13</p>", ["12", "13"]),
        ("12<br>13", ["12", "13"]),
        ("<div>12</div><div><br></div><div>13</div>", ["12", "", "13"]),
        ("a &lt;b&gt; &amp; c&nbsp;d 1 < 2", ["a <b> & c d 1 < 2"]),
        ("invite <bob@players.example>", ["invite <bob@players.example>"]),
        ("<style>x{}</style><head><title>t</title></head>12<script>13</script>", ["12"]),
        ("12<!-- 13 -->", ["12"]),
        ("12<!-- 13", ["12"]),
        ("12--><!-- 13 -->14<!-->15", ["12-->1415"]),
        ("12<a title='>13' href=x>14</a>", ["1214"]),
        ("12<a title='13", ["12"]),
        ("12<div style='DISPLAY: none'>13<div>14</div></div>15", ["12", "15"]),
        ("<blockquote>13<blockquote>14</blockquote>15</blockquote>12", ["> 13", "> 14", "> 15", "", "12"]),
        ("12<blockquote>13", ["12", "> 13"]),
        ("12</blockquote>13", ["12", "13"]),
        ("12<div id=divRplyFwdMsg>13</div>14", ["12", "> 13", "> 14"]),
        ("12<hr>13", ["12", "_" * 20, "13"]),
        ("<pre>12\n13\n\n14</pre>15 \n 16", ["12", "13", "", "14", "15 16"]),
        (
            "<div style='white-space: pre-wrap'>12\n<b>13</b>\n<div>a\nb</div>14</div>\n15\n16",
            ["12", "13", "a", "b", "14", "15 16"],
        ),
        ("<p style=WHITE-SPACE:break-spaces>12\n13</p>14\n15", ["12", "13", "14 15"]),
        ("<span style='white-space:normal'>12\n13</span>", ["12 13"]),
        ("<pre>12\n<pre>13\n14</pre>15\n16</pre>", ["12", "13", "14", "15", "16"]),
        ("1\u200b2\u202e", ["12"]),
        ("<aside>12</aside>13<details><summary>14</summary>15</details>16", ["12", "13", "14", "15", "16"]),
        ("<table><tr><td>12</td><td>13</td></tr></table>", ["12", "13"]),
        ("12<span class=gmail_signature>13</span>", ["12"]),
        ("12<span class=gmail_signature>13", ["12"]),
        ("12<div id=x_Signature>13</div>", ["12"]),
        ("12<div class='y1 signature'>13</div>", ["12"]),
        ('12<div name="messageSignatureSection">13</div>', ["12"]),
        ('12<div data-marker="__SIG_PRE__">13</div>', ["12"]),
        ("<a href=/signature>12</a>", ["12"]),
        ("<s>12</s>", []),
        ("<strike>12</strike>13", ["13"]),
        ("<del>12<br></del>13", ["13"]),
        ("<span style='text-decoration: line-through'>12</span>", []),
        ("1<s>2</s>3", ["1 3"]),
        ("say a <s>or b</s> 12", ["say a 12"]),
        ("say a <span style='display:none'>or<br>b</span> 12", ["say a 12"]),
        pytest.param(f"12<br>&#{'9' * 5_000};<br>13", ["12", "", "13"], id="a number too long to be read"),
    ],
)
def test_what_is_read(html: str, lines: list[str]) -> None:
    assert list(html_lines(html)) == lines


_PIECES = [
    "<div>",
    "</div>",
    "<blockquote>",
    "</blockquote>",
    "<!--",
    "-->",
    "<",
    ">",
    "'",
    "&#9;",
    "12",
    "<br>",
]


@given(
    st.lists(st.sampled_from(_PIECES), max_size=40).map("".join) | st.text(max_size=200), st.integers(0, 9)
)
def test_it_is_the_same_however_much_is_asked_for(html: str, first: int) -> None:
    whole = list(html_lines(html))
    asked = html_lines(html)
    assert asked[:first] == whole[:first]
    assert asked[first:] == whole[first:]
    assert len(asked) == len(whole)
    assert html_lines(html)[:-1] == whole[:-1]
    if whole:
        assert html_lines(html)[-1] == whole[-1]


def test_no_more_is_taken_than_is_asked_for() -> None:
    few = iter("abc")
    assert _LazySequence(few)[:0] == []
    assert next(few) == "a"
    numbers = count()
    endless = _LazySequence(map(str, numbers))
    assert endless[0] == "0"
    assert endless[:3] == ["0", "1", "2"]
    assert endless[:2] == ["0", "1"]
    assert next(numbers) == 3
