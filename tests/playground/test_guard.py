"""Who may reach the playground through a browser: only its own page."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest
import yarl

from playground import Person, Playground
from playground.page import serve as page
from playground.world.models import Attachment, Channel, Message

FEED = "/playground/people/{ann}/feed"
PATHS = ["/", "/page/index.js", "/playground/state", "/api/v10/users/@me", "/attachments/1/2/x.png", "/emojis/1.png"]
SOCKETS = [FEED, "/playground/log/feed", "/gateway"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:8123"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    ],
    ids=lambda headers: " ".join(headers.values()) or "no host",
)
async def test_other_sites_are_refused_everywhere(headers: dict[str, str], pg: Playground, ann: Person) -> None:
    """Page, control API, Discord's API, files and all websockets refuse them, even with the bot's token."""
    token = {"Authorization": f"Bot {pg.token}"}
    async with aiohttp.ClientSession(pg.url) as session:
        for path in [*PATHS, *(socket.format(ann=ann.id) for socket in SOCKETS)]:
            async with session.get(path, headers=headers | token) as answer:
                assert answer.status == 403, path
                assert (await answer.text()).startswith("This playground")
        async with session.post("/playground/world/guild", json={"name": "theirs"}, headers=headers) as answer:
            assert answer.status == 403
        for path in SOCKETS:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(path.format(ann=ann.id), headers=headers)
            assert refused.value.status == 403
    assert [guild.name for guild in pg.world.guilds.values()] == ["Guild"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
async def test_its_own_page_is_served(host: str, pg: Playground, ann: Person) -> None:
    """Under every name of loopback, which the browser then sends as the origin."""
    port = pg.url.rpartition(":")[2]
    origin = {"Host": f"{host}:{port}", "Origin": f"http://{host}:{port}", "Sec-Fetch-Site": "same-origin"}
    async with aiohttp.ClientSession(pg.url) as session:
        async with session.post("/playground/world/clock", json={"advance": 1}, headers=origin) as answer:
            assert answer.status == 200
        async with session.ws_connect(FEED.format(ann=ann.id), headers=origin) as feed:
            assert (await feed.receive_json())["past"] > 0


async def test_a_link_on_another_site_may_lead_here(pg: Playground) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    async with aiohttp.ClientSession(pg.url) as session:
        async with session.get("/", headers=headers) as answer:
            assert answer.status == 200
        async with session.post("/playground/world/clock", json={"advance": 1}, headers=headers) as answer:
            assert answer.status == 403  # but no form


async def test_a_name_that_was_allowed_is_taken() -> None:
    async with Playground(hosts=["Table.Example"]) as pg, aiohttp.ClientSession(pg.url) as session:
        for host, status in {"table.example:80": 200, "other.example": 403}.items():
            async with session.get("/playground/state", headers={"Host": host}) as answer:
                assert answer.status == status


async def test_the_page_may_load_nothing_from_elsewhere(pg: Playground) -> None:
    async with aiohttp.ClientSession(pg.url) as session, session.get("/") as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert f"connect-src 'self' {pg.url.replace('http', 'ws')};" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


async def test_a_file_of_the_bot_cannot_run(pg: Playground, channel: Channel) -> None:
    """It is served with its own content type, which the browser must not second-guess, and with a content security
    policy."""
    page = Attachment(7, channel.id, "page.html", "text/html", b"<script>alert(1)</script>")
    pg.world.messages[6] = Message(6, channel.id, channel.guild_id, pg.world.app.id, attachments=[page])
    async with (
        aiohttp.ClientSession(pg.url) as session,
        session.get(f"/attachments/{channel.id}/7/page.html?hm={page.sha256}") as answer,
    ):
        assert answer.headers["Content-Type"] == "text/html"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


@pytest.mark.parametrize("name", ["%00", "%2e%2e/guard.py", "%2e%2e%2fguard.py", "/etc/passwd", "style", "a" * 5000])
async def test_nothing_but_the_page_is_served(name: str, pg: Playground) -> None:
    address = yarl.URL(f"{pg.url}/page/{name}", encoded=True)
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.status == 404


async def test_the_page_is_served_from_a_linked_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = tmp_path / "link"
    link.symlink_to(Path(page.__file__).parent)
    monkeypatch.setattr(page, "_FOLDER", link)
    async with Playground() as pg, aiohttp.ClientSession(pg.url) as session, session.get("/page/js/main.js") as answer:
        assert answer.status == 200
