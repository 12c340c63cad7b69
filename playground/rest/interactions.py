"""Routes for answering interactions: the callback, and what follows by token. They need no permissions."""

from __future__ import annotations

from playground.messaging.interactions import Interaction
from playground.rest.api import Call, Routes
from playground.world import payloads
from playground.world.models import Json, Message

routes = Routes()
_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


@routes.add("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
def callback(call: Call) -> Json | None:
    answer = call.backend.interactions.answer(
        call.id("interaction_id"), call.params["interaction_token"], call.body, call.files
    )
    return answer if call.query.get("with_response", "").lower() in ("1", "true") else None


def _live(call: Call) -> Interaction:
    return call.backend.interactions.live(call.id("webhook_id"), call.params["webhook_token"])


def _message(call: Call, made: Interaction) -> Message:
    message_id = call.id("message_id") if "message_id" in call.params else None
    return call.backend.interactions.find(made, message_id)


@routes.add("POST", _WEBHOOK)
def follow_up(call: Call) -> Json:
    message = call.backend.interactions.follow_up(_live(call), call.body or {}, call.files)
    return payloads.message(call.backend.world, message)


@routes.add("GET", _WEBHOOK + "/messages/@original")
@routes.add("GET", _WEBHOOK + "/messages/{message_id}")
def get(call: Call) -> Json:
    return payloads.message(call.backend.world, _message(call, _live(call)))


@routes.add("PATCH", _WEBHOOK + "/messages/@original")
@routes.add("PATCH", _WEBHOOK + "/messages/{message_id}")
def edit(call: Call) -> Json:
    made = _live(call)
    message = call.backend.interactions.edit(made, _message(call, made), call.body or {}, call.files)
    return payloads.message(call.backend.world, message)


@routes.add("DELETE", _WEBHOOK + "/messages/@original")
@routes.add("DELETE", _WEBHOOK + "/messages/{message_id}")
def delete(call: Call) -> None:
    made = _live(call)
    call.backend.interactions.delete(made, _message(call, made))
