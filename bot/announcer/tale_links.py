"""Messages in other channels that lead to a tale: they say where it is played, and that it has ended."""

from __future__ import annotations

from bot.announcer.faces import digest
from bot.announcer.posts import Posts
from bot.delivery.budget import Urgency
from bot.delivery.rest import Asleep, Gone, Refused
from bot.tales import Live
from game.core.layout import Panel, bare, text
from game.core.text import names

LINK = "link"
"""The kind of these messages; a colon and the channel's id follow."""


class Links:
    """Keeps one message in each channel up to date. One that somebody deletes is not posted again, and one that the
    channel refuses is not before it says something else."""

    def __init__(self, posts: Posts) -> None:
        self._posts = posts

    async def bring(self, live: Live, address: str) -> bool:
        """Update all of a tale's links; when the tale has ended, they give the `address` of its last status.

        Return whether all of them say what is true: False if one stands in a locked thread. Raises Later.
        """
        rows = {row.channel_id: row for row in await self._posts.of_kinds(live.id, LINK)}
        leads = {*(rows if live.is_over else live.channels)} - {live.row.channel_id}
        for channel_id in rows.keys() - leads:
            self._posts.delete_later(rows[channel_id])
        panel, awake = _leading(live, address), True
        shown = digest(panel)
        for channel_id in leads:
            row = rows.get(channel_id)
            is_due = row is None or row.shown != shown
            try:
                if row is not None and is_due and self._posts.would_be_refused(row):
                    raise Asleep("locked")
                if row is None or (is_due and row.message_id is None):
                    row = await self._posts.plan(live.id, f"{LINK}:{channel_id}", channel_id, former=row)
                    await self._posts.post(row, panel, shown, urgency=Urgency.SHOWS)
                elif is_due:
                    await self._posts.edit(row, panel, shown)
            except Asleep:
                awake = False
                continue
            except (Gone, Refused):  # it is not posted again, and nothing else waits for it
                if row is not None:
                    self._posts.note(row, shown)
            if live.is_over and row is not None:
                self._posts.forget(row)
        return awake


def _leading(live: Live, address: str) -> Panel:
    """Return what another channel that leads to a tale is told."""
    title = names.shown(live.tale.status()[0], 200)
    if not live.is_over:
        return bare(text(f"**{title}**", f"Its commands work here too. It is played in <#{live.row.channel_id}>."))
    return bare(text(f"**{title}**.", f"Its last status, with its log and dice: {address}" if address else ""))
