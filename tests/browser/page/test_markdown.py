"""Markdown as Discord shows it, parsed by the page's own modules in a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page

from playground import Playground
from tests.browser.conftest import Profiles

CASES = {
    "**bold** *em* _em_ __under__ ~~gone~~": "<strong>bold</strong> <em>em</em> <em>em</em> <u>under</u> <s>gone</s>",
    "***both*** **a *b* c**": "<strong><em>both</em></strong> <strong>a <em>b</em> c</strong>",
    "snake_case_name 2 * 3 * 4 *a * b": "snake_case_name 2 * 3 * 4 *a * b",
    "**bold\nover** lines": "<strong>bold\nover</strong> lines",
    r"\*not\* \_em\_": "*not* _em_",
    "`**code**` ``a`b``": "<code>**code**</code> <code>a`b</code>",
    "<b>&amp;</b>": "&lt;b&gt;&amp;amp;&lt;/b&gt;",
    "[a](javascript:alert(1))": "[a](javascript:alert(1))",
    "<@7> <@8> <#5>": '<span class="mention me">@ann</span> <span class="mention">@unknown-user</span>'
    ' <a class="mention" href="#5" data-channel-id="5">#general</a>',
    "https://discord.com/channels/1/5/9 [there](https://discord.com/channels/1/5)": '<a class="mention" href="#5/9"'
    ' data-channel-id="5">#general › message</a> <a class="" href="#5" data-channel-id="5">there</a>',
    "**open": "**open",
}
BLOCKS = {
    "# One\n## Two\n### Three\n-# small": [".h1", ".h2", ".h3", ".subtext"],
    "- a\n- b\n  - c\n1. d": ["ul > li > ul > li", "ol > li"],
    "> quoted\nnot": ["blockquote > .lines", "> .lines"],
    "```py\nx = '**'\n```after": ["pre > code[data-language=py]", "> .lines"],
    "||secret||": ["button.spoiler"],
    "<:gem:123>": ["img.emoji[src='/emojis/123.png'][alt=':gem:']"],
    "<t:0:R> <t:0:D>": ["time[data-relative]", "time[datetime='1970-01-01T00:00:00.000Z']:not([data-relative])"],
    "see https://example.org/a?b=c.": ["a[href='https://example.org/a?b=c']"],
    "(https://example.org/a_(b))": ["a[href='https://example.org/a_(b)']"],
    "||a\nsecret||\n- b": ["button.spoiler", "ul > li"],
    "[text](https://example.org)": ["a[rel~=noopener]"],
}
_TIME = "async text => {{ const begun = performance.now(); await ({})(text); return performance.now() - begun; }}"
_RENDER = """async (text) => {
    const { markdown } = await import("/page/js/markdown/render.js");
    const names = { 7: "ann" };
    const channels = { 5: "general" };
    const known = { me: "7", name: (id) => names[id] ?? "unknown-user", channel: (id) => channels[id] };
    const element = markdown(text, known);
    document.body.replaceChildren(element);
    return element.innerHTML;
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def page(profiles: Profiles) -> AsyncIterator[Page]:
    async with Playground() as pg, profiles.tab() as page:
        await page.goto(f"{pg.url}/playground/state")
        yield page


async def test_inside_a_line(page: Page) -> None:
    for text, expected in CASES.items():
        assert await page.evaluate(_RENDER, text) == f'<div class="lines">{expected}</div>', text


async def test_blocks(page: Page) -> None:
    for text, selectors in BLOCKS.items():
        await page.evaluate(_RENDER, text)
        for selector in selectors:
            assert await page.locator(f".markdown {selector}").count() == 1, (text, selector)


async def test_long_and_hostile_text_takes_no_time(page: Page) -> None:
    for text in ("*" * 2000, "_a" * 1000, "[" * 2000, "||" * 1000, "> " * 1000, "`" * 1999, "<@" * 1000, "- " * 1000):
        took = await page.evaluate(_TIME.format(_RENDER), text)
        assert took < 1000, text[:10]
