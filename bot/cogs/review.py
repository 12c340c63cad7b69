"""The review of a finished game: private at first, and for everybody once it is shared."""

from __future__ import annotations

from contextlib import suppress

from bot.answers.limits import Heavy
from bot.answers.replies import Reply, with_picture
from bot.commands.finding import finished_games, named_table
from bot.commands.groups import Groups
from bot.components.ids import Id, Verb
from bot.panels import company
from bot.panels.notice import notice
from bot.panels.review import Reviewed, review_panel, shared_review
from bot.panels.tenures import tenures
from bot.services import Services
from bot.tables import Table
from bot.tables.errors import NoGame, WrongMoment
from bot.tables.lobby_options import WORDS
from drawing.chart import chart
from drawing.picture import ALT_LIMIT
from game.core.judging import telling
from game.core.judging.telling import Report
from game.core.kit import Kit
from game.core.layout import Picture
from storage import Status

_WORKING = "I go through all choices of the game again. That takes 5 to 30 seconds, or minutes after a very long game."


def _meanwhile(kit: Kit) -> str:
    """Return the note that another game is under way in the channel of the reviewed one."""
    when = "can be reviewed when it is over" if kit.has("judge") else "has no reviews"
    return f"This game is over. The one that is played here now, {kit.title}, {when}."


def _reviewable(table: Table) -> bool:
    return not table.damaged and table.kit.has("judge")


class Review:
    """Shows reviews, which are worked out in their own process and drawn in the studio."""

    def __init__(self, services: Services, groups: Groups) -> None:
        self._services = services
        services.router.on_table(Verb.REVIEW, lambda reply, table, wanted: self._open(reply, table, wanted.rest))
        services.router.on_table(Verb.PUBLISH, self._share)
        groups.on_a_game(
            self._begin,
            name="review",
            description="What the choices of the last game here cost, and what luck did",
            which="Another game that you have played",
            suggested=finished_games,
        )

    async def _begin(self, reply: Reply, game: str | None) -> None:
        if game:
            table, said = await named_table(self._services.tables, reply.interaction, game), ""
        else:
            table, said = await self._last_in(reply.channel_id)
        await self._open(reply, table, "", said)

    async def _last_in(self, channel_id: int) -> tuple[Table, str]:
        """Return the channel's game to review, and a note if somebody could mistake it for another one, else "".

        It is the last finished game that can be reviewed; if there is none, the one that is played there now. Raises
        NoGame, WrongMoment.
        """
        tables, now = self._services.tables, None
        with suppress(NoGame):
            now = await tables.active_in(channel_id)
        if now is None or now.game is None:
            return await tables.finished_in(channel_id, _reviewable), await tables.passed_over(channel_id)
        try:
            last = await tables.finished_in(channel_id, _reviewable)
        except (NoGame, WrongMoment):
            return now, ""
        if not _reviewable(last) and _reviewable(now):
            return now, ""
        return last, _meanwhile(now.kit)

    async def _open(self, reply: Reply, table: Table, seat: str, said: str = "") -> None:
        """Show the review to the person who asks: with their own choices first, with nobody's if they did not play."""
        report = await self._report(reply, table)
        picture = await self._picture(table, report)
        await self._show(reply, table, report, seat, picture, reply.may_share, said)

    async def _share(self, reply: Reply, table: Table, wanted: Id) -> None:
        """Post the review, without single choices. The person's own review then has no *Share* button any more."""
        post = reply.share()
        report = await self._report(reply, table)
        picture = await self._picture(table, report)
        await self._show(reply, table, report, wanted.rest, picture, False)
        reviewed, shown = _reviewed(table, report), picture if table.look != WORDS else None
        await with_picture(post, lambda drawn: shared_review(reviewed, drawn, reply.name), shown)

    async def _show(
        self,
        reply: Reply,
        table: Table,
        report: Report,
        seat: str,
        picture: Picture | None,
        can_share: bool,
        said: str = "",
    ) -> None:
        own = table.find(reply.user_id)
        if seat not in report.accounts:
            seat = own.seat if own is not None else ""
        look = (await self._services.tables.people.settings(reply.user_id))["pictures"]
        reviewed, shown = _reviewed(table, report), picture if look != WORDS else None
        await with_picture(reply.show, lambda drawn: review_panel(reviewed, seat, drawn, can_share, said), shown)

    async def _report(self, reply: Reply, table: Table) -> Report:
        """Return the report. If it has to be worked out, the person is told that this takes a while. Raises Refusal."""
        if table.kit.has("judge") and table.status is not Status.OVER:
            raise WrongMoment("A game can be reviewed when it has been played to its end.")
        reviews = self._services.reviews
        if table.kit.has("judge") and not reviews.has(table.id):
            if not reviews.asked(table.id):
                reply.spend(Heavy.REVIEW)
            reply.yields = True
            await reply.show(notice(_WORKING))
        return await reviews.of(table)

    async def _picture(self, table: Table, report: Report) -> Picture | None:
        """Draw the chart of what each player could expect, turn by turn; None if it could not be drawn."""
        alt = telling.briefly(report, table.names, ALT_LIMIT)
        colours = table.kit.colours(table.view(None))
        return await self._services.studio.draw(
            chart, report.heading, report.after, report.expected, table.names, colours, alt, "review"
        )


def _reviewed(table: Table, report: Report) -> Reviewed:
    title = " · ".join(filter(None, (table.title, company.game(table))))
    return Reviewed(table.id, title, report, table.names, tenures(table))
