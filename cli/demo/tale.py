"""`adepts adept demo`: a scripted tale in Discord, on this machine alone."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic

import click

import storage
from cli.configuration import refusing, run_async
from cli.demo.stage import DATABASE, Stage, failing
from cli.demo.watch import Watch, check_free
from cli.errors import BadInput
from cli.files import NAMED, make_directory
from cli.terminal import stdout
from cli.text import say
from game.core.aids.aid import Aid
from game.core.aids.demo import Beat, Demo, Filled, Heard, Picked, Tapped, Typed
from game.core.program import TITLE
from playground import Answer, CannotDo, Person, Shown
from playground.client.person import Place
from playground.client.screen import Modal

TRANSCRIPT = "transcript.md"
_CHANGES, _POSTED = 0.5, 10.0
"""Seconds to wait for a screen to change that answers late, and for a message to come to the channel."""


def command(aid: Aid) -> click.Command:
    """Return the command `demo` of an aid that people can play."""

    @click.command("demo", short_help="Watch a table play in Discord, on this machine alone.")
    @click.option(
        "--out",
        metavar="DIR",
        type=NAMED,
        default=Path(f"{aid.name}-demo"),
        show_default=True,
        help="Where the transcript and the database are left.",
    )
    def demo(out: Path) -> None:
        found = aid.stage.demo() if aid.stage is not None else None
        if found is None:
            raise BadInput(f"no table of {aid.title} plays by itself")
        title = f"An hour of {aid.title} in Discord, as its channel showed it"
        check_free(out / TRANSCRIPT, title, [out / TRANSCRIPT, out / DATABASE])
        make_directory(out)
        with tempfile.TemporaryDirectory(prefix="adepts-demo-") as scratch, refusing(), failing():
            watch = run_async(_play(Stage(Path(scratch), level="warning", bot_name=TITLE), found))
            storage.backup(Path(scratch) / DATABASE, out / DATABASE)
        watch.save(out / TRANSCRIPT, title)
        say(f"{out}: {TRANSCRIPT}, {DATABASE}")

    demo.help = f"""Watch a table of {aid.title} in Discord: no account and no network are needed.

    A Discord of its own is started on this machine, the bot as a process of its own, and people who type and tap. What
    the channel shows is printed as it comes. DIR then holds all of that (transcript.md) and the bot's database.
    """
    return demo


async def _play(stage: Stage, demo: Demo) -> Watch:
    """Play the whole script; return what the channel showed."""
    console, begun = stdout(), monotonic()
    async with stage:
        channel = stage.places[0]
        people = {name: await stage.pg.person(name) for name in demo.people}
        onlooker = await stage.pg.person("Onlooker")
        watch = Watch(console, onlooker, {person.id: name for name, person in people.items()})
        hands = {name: Hands(person, channel) for name, person in people.items()}
        done = await stage.alongside(played(demo, hands, watch))
        watch.catch_up()
        console.print(f"{done} things done, {monotonic() - begun:.0f} seconds")
    return watch


async def played(demo: Demo, hands: Mapping[str, Hands], watch: Watch | None = None) -> int:
    """Do what the script says; return how many things that were."""
    script, done = demo.script(), 0
    beat = next(script, None)
    while beat is not None:
        if watch is not None:
            watch.action(beat.who, _said(beat))
        heard = await hands[beat.who].do(beat)
        done += 1
        try:
            beat = script.send(heard)
        except StopIteration:
            beat = None
    return done


def _said(beat: Beat) -> str:
    """Return in words what somebody does."""
    match beat:
        case Typed(command=command, given=given):
            told = " ".join(f"{name}:{_short(str(value))}" for name, value in given.items())
            return f"/{command} {told}".rstrip()
        case Tapped(label=label):
            return label
        case Picked(hint=hint, choice=choice):
            return f"{hint} › {choice}"
        case Filled(written=written):
            return ", ".join(written)


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


class Hands:
    """One of the people, with the screen that only they see, or the form that is open."""

    def __init__(self, person: Person, channel: Place) -> None:
        self.person, self.channel = person, channel
        self._screen: Shown | None = None
        self._form: Modal | None = None

    async def do(self, beat: Beat) -> Heard:
        """Do it and return what it led to. Raises CannotDo if nobody could do that now."""
        match beat:
            case Typed(command=command, given=given, shows=shows):
                before = self._last()
                answer, pressed = await self.person.command(self.channel, command, **given), None
                with suppress(TimeoutError):
                    await self.person.wait_for(lambda: self._since(before) >= shows, _POSTED)
            case Tapped(label=label):
                pressed, custom_id = self._button(label)
                answer = await self.person.click(pressed, custom_id)
            case Picked(hint=hint, choice=choice):
                pressed, custom_id, value = self._choice(hint, choice)
                answer = await self.person.select(pressed, custom_id, [value])
            case Filled(written=written):
                if self._form is None:
                    raise CannotDo("no form is open")
                answer = await self.person.submit(self._form, dict(zip(self._form.fields, written, strict=False)))
                pressed = self._screen
        return await self._after(answer, pressed)

    async def _after(self, answer: Answer, pressed: Shown | None) -> Heard:
        if answer.failed:
            raise CannotDo("the bot did not answer")
        self._form = None
        with suppress(LookupError):
            self._form = answer.modal
        if self._form is not None:
            return Heard(self._form.title)
        with suppress(LookupError):
            shown = answer.message
            if pressed is not None and shown.id == pressed.id and str(shown) == str(pressed):
                before = str(pressed)  # the answer is deferred, and changes the message later
                with suppress(TimeoutError):
                    await self.person.wait_for(
                        lambda: self._now(shown) is None or str(self._now(shown)) != before, _CHANGES
                    )
            shown = self._now(shown) or shown
            if shown.ephemeral:
                self._screen = shown
            return _heard(shown)
        return Heard("")

    def _now(self, shown: Shown) -> Shown | None:
        return self.person.message(shown.id)

    def _public(self) -> list[Shown]:
        return [each for each in self.person.messages(self.channel) if not each.ephemeral]

    def _last(self) -> int:
        return max((each.id for each in self._public()), default=0)

    def _since(self, last: int) -> int:
        """Return how many messages have come to the channel since."""
        return sum(each.id > last for each in self._public())

    def _there(self) -> list[Shown]:
        """Return the messages to press on: the person's own screen, then the public ones, the newest first."""
        own = self._now(self._screen) if self._screen is not None else None
        return [*([own] if own is not None else []), *reversed(self._public())]

    def _button(self, label: str) -> tuple[Shown, str]:
        for shown in self._there():
            for control in shown.buttons:
                if control.label.startswith(label) and not control.disabled and control.custom_id:
                    return shown, control.custom_id
        raise CannotDo(f"there is no button {label!r}")

    def _choice(self, hint: str, choice: str) -> tuple[Shown, str, str]:
        for shown in self._there():
            for control in shown.selects:
                found = [str(value) for label, value in control.options if label.startswith(choice)]
                if control.label.startswith(hint) and found and control.custom_id:
                    return shown, control.custom_id, found[0]
        raise CannotDo(f"there is no {choice!r} to be taken under {hint!r}")


def _heard(shown: Shown) -> Heard:
    labels = [control.label for control in shown.buttons if not control.disabled]
    selects = {control.label: [label for label, _ in control.options] for control in shown.selects}
    return Heard(shown.text, labels, selects)
