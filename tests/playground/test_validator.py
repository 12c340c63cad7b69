"""Bodies that Discord accepts and bodies that it refuses, with and without Discord's OpenAPI document."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from playground.checks import command_rules, rules
from playground.checks.validator import Validator
from playground.world.errors import ApiError, invalid

Json = dict[str, Any]
_NAMED = os.environ.get("DISCORD_OPENAPI")
MESSAGE = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
COMMANDS = "PUT /applications/{application_id}/commands"
V2 = 1 << 15


@pytest.fixture(scope="module", params=[None, *([_NAMED] if _NAMED else [])], ids=lambda p: "document" if p else "own")
def validator(request: pytest.FixtureRequest) -> Validator:
    return Validator(Path(request.param) if request.param else None)


def check(validator: Validator, route: str, body: Any) -> None:
    """Check a body as the server does: first its shape, then the rules across fields."""
    validator.check(route, body)
    if route == COMMANDS:
        command_rules.check_commands(body)
    elif route == CALLBACK:
        data = body.get("data") or {}
        if body["type"] in (4, 7):
            rules.check_message(data, set(), answer=True)
        if body["type"] == 9:
            rules.check_modal(data)
    else:
        rules.check_message(body, set())


def button(**changes: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **changes}


def option(n: int = 0, **changes: Any) -> Json:
    return {"label": f"o{n}", "value": f"v{n}", **changes}


def menu(count: int = 2, **changes: Any) -> Json:
    return {"type": 3, "custom_id": "menu", "options": [option(n) for n in range(count)], **changes}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def words(content: str = "words", **changes: Any) -> Json:
    return {"type": 10, "content": content, **changes}


def v1(*rows: Json) -> Json:
    return {"content": "x", "components": list(rows)}


def v2(*parts: Json, **changes: Any) -> Json:
    return {"flags": V2, "components": list(parts), **changes}


def modal(*parts: Json, **changes: Any) -> Json:
    return {"type": 9, "data": {"title": "T", "custom_id": "m", "components": list(parts), **changes}}


def label(component: Json, **changes: Any) -> Json:
    return {"type": 18, "label": "L", "component": component, **changes}


def field(n: int = 0, **changes: Any) -> Json:
    return {"type": 4, "custom_id": f"f{n}", "style": 1, **changes}


def command(**changes: Any) -> Json:
    return {"name": "play", "description": "Plays", "type": 1, **changes}


def opt(name: str = "move", kind: int = 3, **changes: Any) -> Json:
    return {"type": kind, "name": name, "description": "d", **changes}


GOOD: list[tuple[str, str, Any]] = [
    ("plain text", MESSAGE, {"content": "x" * 2000}),
    ("five rows of five buttons", MESSAGE,
     v1(*[row(*[button(custom_id=f"{r}{b}") for b in range(5)]) for r in range(5)])),
    ("a link button", MESSAGE, v1(row({"type": 2, "style": 5, "label": "Go", "url": "https://example.org"}))),
    ("an emoji alone", MESSAGE, v1(row(button(label=None, emoji={"id": None, "name": "♦"})))),
    ("25 options", MESSAGE, v1(row(menu(25, min_values=0, max_values=25)))),
    ("40 components", MESSAGE, v2(*[words() for _ in range(40)])),
    ("a section", MESSAGE, v2({"type": 9, "components": [words()], "accessory": button()})),
    ("a container", MESSAGE, v2({"type": 17, "accent_color": 255, "components": [words(), row(button())]})),
    ("an upload's integer id", MESSAGE, {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}),
    ("a kept attachment", EDIT,
     {"attachments": [{"id": "9", "filename": "a", "size": 3, "url": "x", "flags": 0}],
                                 "content": "x", "tts": False}),
    ("an embed", MESSAGE,
     {"embeds": [{"title": "t", "type": "rich", "flags": 0, "fields": [{"name": "n", "value": "v"}]}]}),
    ("mentions", MESSAGE, {"content": "x", "allowed_mentions": {"parse": ["roles"], "users": ["1"]}}),
    ("an ephemeral answer", CALLBACK, {"type": 4, "data": {"content": "x", "flags": 64}}),
    ("a private defer", CALLBACK, {"type": 5, "data": {"flags": 64}}),
    ("a bare defer", CALLBACK, {"type": 6}),
    ("25 choices", CALLBACK,
     {"type": 8, "data": {"choices": [{"name": "x" * 100, "value": str(n)} for n in range(25)]}}),
    ("a modal of five labels", CALLBACK, modal(*[label(field(n)) for n in range(5)])),
    ("a modal with text and a select", CALLBACK, modal(words(), label(menu(required=True)))),
    ("commands", COMMANDS,
     [command(options=[opt(required=True, autocomplete=True), opt("n", 4, min_value=1)]),
                            command(name="ask", nsfw=False, contexts=[0, 1], integration_types=[0])]),
    ("subcommands", COMMANDS, [command(options=[opt("new", 1, options=[opt("who", 6)]), opt("old", 1)])]),
]  # fmt: skip

BAD: list[tuple[str, str, Any, str]] = [
    ("2001 characters", MESSAGE, {"content": "x" * 2001}, "content"),
    ("nothing at all", MESSAGE, {}, ""),
    ("only blanks", MESSAGE, {"content": " \n"}, ""),
    ("an unknown key", MESSAGE, {"content": "x", "colour": 1}, "colour"),
    ("a wrong type", MESSAGE, {"content": 5}, "content"),
    ("11 embeds", MESSAGE, {"embeds": [{"title": "x"}] * 11}, "embeds"),
    ("embeds of 6001 characters", MESSAGE, {"embeds": [{"description": "x" * 2001}] * 3}, "embeds"),
    ("26 fields", MESSAGE, {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields"),
    ("an embed title of 257", MESSAGE, {"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
    ("11 attachments", MESSAGE,
     {"content": "x", "attachments": [{"id": n} for n in range(11)]}, "attachments"),
    ("an alt text of 1025", MESSAGE, {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
     "attachments.0.description"),
    ("101 allowed users", MESSAGE,
     {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
     "allowed_mentions.users"),
    ("mentions parsed and listed", MESSAGE,
     {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
     "allowed_mentions.users"),
    ("an ephemeral channel message", MESSAGE, {"content": "x", "flags": 64}, "flags"),
    ("six rows", MESSAGE, v1(*[row(button(custom_id=str(n))) for n in range(6)]), "components"),
    ("six buttons in a row", MESSAGE,
     v1(row(*[button(custom_id=str(n)) for n in range(6)])), "components.0.components"),
    ("an empty row", MESSAGE, v1(row()), "components.0.components"),
    ("a button outside a row", MESSAGE, v1(button()), "components.0.type"),
    ("a button without custom_id", MESSAGE, v1(row({"type": 2, "style": 1, "label": "x"})),
     "components.0.components.0.custom_id"),
    ("a link without url", MESSAGE,
     v1(row({"type": 2, "style": 5, "label": "x"})), "components.0.components.0.url"),
    ("a link with custom_id", MESSAGE, v1(row(button(style=5, url="https://x.org"))),
     "components.0.components.0.custom_id"),
    ("a button without label", MESSAGE, v1(row({"type": 2, "style": 1, "custom_id": "x"})),
     "components.0.components.0.label"),
    ("a label of 81", MESSAGE, v1(row(button(label="x" * 81))), "components.0.components.0.label"),
    ("a custom_id of 101", MESSAGE,
     v1(row(button(custom_id="x" * 101))), "components.0.components.0.custom_id"),
    ("a custom_id twice", MESSAGE, v1(row(button(), button())), "components.0.components.1.custom_id"),
    ("an id twice", MESSAGE, v2(words(id=3), words(id=3)), "components.1.id"),
    ("an unknown style", MESSAGE, v1(row(button(style=9))), "components.0.components.0.style"),
    ("two selects in a row", MESSAGE, v1(row(menu(), menu(custom_id="other"))), "components.0"),
    ("a select beside a button", MESSAGE, v1(row(menu(), button())), "components.0"),
    ("26 options", MESSAGE, v1(row(menu(26))), "components.0.components.0.options"),
    ("no options", MESSAGE, v1(row(menu(0))), "components.0.components.0.options"),
    ("an option value twice", MESSAGE, v1(row(menu(options=[option(), option()]))),
     "components.0.components.0.options.1.value"),
    ("an option label of 101", MESSAGE, v1(row(menu(options=[option(label="x" * 101)]))),
     "components.0.components.0.options.0.label"),
    ("an empty option value", MESSAGE, v1(row(menu(options=[option(value="")]))),
     "components.0.components.0.options.0.value"),
    ("a placeholder of 151", MESSAGE,
     v1(row(menu(placeholder="x" * 151))), "components.0.components.0.placeholder"),
    ("more values than options", MESSAGE,
     v1(row(menu(2, max_values=3))), "components.0.components.0.max_values"),
    ("min over max", MESSAGE,
     v1(row(menu(3, min_values=2, max_values=1))), "components.0.components.0.min_values"),
    ("a label of blanks", MESSAGE, v1(row(button(label=" "))), "components.0.components.0.label"),
    ("an option of blanks", MESSAGE, v1(row(menu(options=[option(label=" ")]))),
     "components.0.components.0.options.0.label"),
    ("a text of blanks", MESSAGE, v2(words(" \n ")), "components.0.content"),
    ("V2 parts without the flag", MESSAGE, {"components": [words()]}, "components.0.type"),
    ("V2 with content", MESSAGE, v2(words(), content="x"), "content"),
    ("V2 with embeds", MESSAGE, v2(words(), embeds=[{"title": "x"}]), "embeds"),
    ("V2 without components", MESSAGE, v2(), ""),
    ("41 components, nested", MESSAGE,
     v2({"type": 17, "components": [words() for _ in range(40)]}), "components"),
    ("4001 characters of text", MESSAGE, v2(words("x" * 2001), words("x" * 2000)), "components"),
    ("an empty text", MESSAGE, v2(words("")), "components.0.content"),
    ("a container in a container", MESSAGE,
     v2({"type": 17, "components": [{"type": 17, "components": [words()]}]}),
     "components.0.components.0.type"),
    ("a section without accessory", MESSAGE,
     v2({"type": 9, "components": [words()]}), "components.0.accessory"),
    ("four texts in a section", MESSAGE, v2({"type": 9, "components": [words()] * 4, "accessory": button()}),
     "components.0.components"),
    ("an empty gallery", MESSAGE, v2({"type": 12, "items": []}), "components.0.items"),
    ("eleven pictures", MESSAGE, v2({"type": 12, "items": [{"media": {"url": "https://x.org/a.png"}}] * 11}),
     "components.0.items"),
    ("a picture that is not there", MESSAGE,
     v2({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}),
     "components.0.items.0.media.url"),
    ("a file from elsewhere", MESSAGE,
     v2({"type": 13, "file": {"url": "https://x.org/a"}}), "components.0.file.url"),
    ("an unknown kind of answer", CALLBACK, {"type": 99}, "type"),
    ("an answer without data", CALLBACK, {"type": 4}, "data"),
    ("a defer of V2", CALLBACK, {"type": 5, "data": {"flags": V2, "content": "x"}}, "data.content"),
    ("26 choices", CALLBACK,
     {"type": 8, "data": {"choices": [{"name": "x", "value": "x"}] * 26}}, "data.choices"),
    ("a choice name of 101", CALLBACK, {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "x"}]}},
     "data.choices.0.name"),
    ("a choice value of 101", CALLBACK, {"type": 8, "data": {"choices": [{"name": "x", "value": "x" * 101}]}},
     "data.choices.0.value"),
    ("six parts in a modal", CALLBACK, modal(*[label(field(n)) for n in range(6)]), "data.components"),
    ("a modal title of 46", CALLBACK, modal(label(field()), title="x" * 46), "data.title"),
    ("a field label of 46", CALLBACK, modal(label(field(), label="x" * 46)), "data.components.0.label"),
    ("more in a field than it takes", CALLBACK, modal(label(field(value="ab", max_length=1))),
     "data.components.0.component.value"),
    ("less in a field than it takes", CALLBACK, modal(label(field(value="a", min_length=2))),
     "data.components.0.component.value"),
    ("a choice of blanks", CALLBACK, {"type": 8, "data": {"choices": [{"name": " ", "value": "x"}]}},
     "data.choices.0.name"),
    ("a field twice", CALLBACK,
     modal(label(field()), label(field())), "data.components.1.component.custom_id"),
    ("a button in a modal", CALLBACK, modal(row(button())), "data.components.0.components.0.type"),
    ("one radio option", CALLBACK,
     modal(label({"type": 21, "custom_id": "r", "options": [{"label": "a", "value": "a"}]})),
     "data.components.0.component.options"),
    ("an upper-case command", COMMANDS, [command(name="Play")], "0.name"),
    ("a command with a blank", COMMANDS, [command(name="play it")], "0.name"),
    ("no description", COMMANDS, [command(description="")], "0.description"),
    ("a description of 101", COMMANDS, [command(description="x" * 101)], "0.description"),
    ("required after optional", COMMANDS,
     [command(options=[opt("a"), opt("b", required=True)])], "0.options.1"),
    ("26 command options", COMMANDS, [command(options=[opt(f"o{n}") for n in range(26)])], "0.options"),
    ("an option twice", COMMANDS, [command(options=[opt(), opt()])], "0.options.1.name"),
    ("choices and autocompletion", COMMANDS,
     [command(options=[opt(autocomplete=True, choices=[{"name": "a", "value": "a"}])])],
     "0.options.0.autocomplete"),
    ("a choice of another type", COMMANDS,
     [command(options=[opt(kind=4, choices=[{"name": "a", "value": "a"}])])],
     "0.options.0.choices.0.value"),
    ("a subcommand beside an option", COMMANDS, [command(options=[opt("a", 1), opt("b")])], "0.options"),
    ("101 commands", COMMANDS, [command(name=f"c{n}") for n in range(101)], ""),
    ("a command twice", COMMANDS, [command(), command()], "1.name"),
]  # fmt: skip


@pytest.mark.parametrize(("route", "body"), [g[1:] for g in GOOD], ids=[g[0] for g in GOOD])
def test_discord_takes(validator: Validator, route: str, body: Any) -> None:
    check(validator, route, body)


@pytest.mark.parametrize(("route", "body", "place"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_discord_refuses_and_says_where(validator: Validator, route: str, body: Any, place: str) -> None:
    with pytest.raises(ApiError) as caught:
        check(validator, route, body)
    error = caught.value
    assert error.status == 400
    assert error.body["code"] == (50035 if "errors" in error.body else 50006)
    errors = error.body.get("errors", {})
    for step in place.split(".") if place else []:
        assert step in errors, error.body
        errors = errors[step]
    assert place == "" or errors["_errors"][0].keys() == {"code", "message"}


@pytest.mark.parametrize("displays", [1, 2, 4, 8])
def test_a_message_of_more_bytes_than_discord_can_keep_is_an_error_of_the_server(
    validator: Validator, displays: int
) -> None:
    """Of fewer characters than it allows. The limits are those that somebody has found by trying."""
    most = {1: 10158, 2: 10146, 4: 10122, 8: 10074}[displays]
    texts = ["天" * (most // 3 // displays)] * displays
    texts[0] += "x" * (most - sum(len(text.encode()) for text in texts))
    check(validator, MESSAGE, v2(*map(words, texts)))
    with pytest.raises(ApiError) as caught:
        check(validator, MESSAGE, v2(*map(words, [texts[0] + "x", *texts[1:]])))
    assert caught.value.status == 500


@pytest.mark.parametrize(("route", "body"), [b[1:3] for b in BAD], ids=[b[0] for b in BAD])
def test_what_was_wrong_is_wrong_again(validator: Validator, route: str, body: Any) -> None:
    """Although parts of it, and bodies like it, were found right before: the cache does not hide a fault."""
    for _, known, right in GOOD:
        assert not validator.problems(known, right)
    assert validator.problems(route, body) == validator.problems(route, body)


@pytest.mark.parametrize(
    "sign",
    ["♦", "♦️", "1️⃣", "🇨", "🇨🇭", "👩\u200d🚀", "👍🏽", "❤️\u200d🔥", "🏴\U000e0067\U000e0062\U000e007f", "🪨", "🤖"],
)
def test_a_button_takes_one_emoji(sign: str) -> None:
    rules.check_emojis(v2(row(button(emoji={"id": None, "name": sign}))), ())


@pytest.mark.parametrize("sign", ["", "x", "👑🧡", "♦️ ", "12", "∆x", "あ", ":heart:"])
def test_a_button_takes_no_two_and_nothing_else(sign: str) -> None:
    for body in (v2(row(button(emoji={"name": sign}))), v2(row(menu(options=[option(emoji={"name": sign})])))):
        with pytest.raises(ApiError):
            rules.check_emojis(body, ())


@pytest.mark.parametrize("style", [True, "1", [1], 7, None])
def test_a_button_is_read_again_when_anything_of_it_changes(validator: Validator, style: Any) -> None:
    """Even if Python considers the values equal, such as True and 1."""
    for _ in range(2):
        check(validator, MESSAGE, v2(row(button(style=1))))
        with pytest.raises(ApiError):
            check(validator, MESSAGE, v2(row(button(style=style))))


def test_problems_are_nested_as_discord_nests_them() -> None:
    error = invalid([(("data", 0, "name"), "CODE", "words")])
    assert error.body == {
        "message": "Invalid Form Body",
        "code": 50035,
        "errors": {"data": {"0": {"name": {"_errors": [{"code": "CODE", "message": "words"}]}}}},
    }
