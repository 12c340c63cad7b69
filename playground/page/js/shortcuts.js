/** Shortcuts into the game: commands and clicks that a person would make, one after the other. */

import { compareIds } from "./ids.js";

const PATIENCE = 10000;

/**
 * Carry out the steps of a shortcut as the session's person.
 * @param {Object} shortcut `{label, steps: [{do: "command", line, values} | {do: "click", label}]}`
 * @param {import("./session.js").Session} session
 * @param {Object} channel
 * @param {function(string): void} told hears what is being done
 * @throws {Error} in words for the person
 */
export async function carryOut(shortcut, session, channel, told) {
  let since = "0";
  for (const [at, step] of shortcut.steps.entries()) {
    const what = step.do === "command" ? `/${step.line}` : step.label;
    told(`${what} (${at + 1} of ${shortcut.steps.length})`);
    if (step.do === "command") {
      const body = { channel_id: channel.id, line: step.line, values: step.values ?? {} };
      const { id, done } = await session.begin("command", body);
      check(await done, what);
      since = id;
    } else {
      const { message, button } = await buttonNamed(step.label, session, channel, since);
      const body = { channel_id: channel.id, message_id: message.id, custom_id: button.custom_id };
      check(await session.finish("click", body), what);
    }
  }
}

function check({ state }, what) {
  if (state === "failed") throw new Error(`${what}: the application did not respond.`);
}

/** The newest button of that label since an id that can be pressed, as soon as there is one. */
function buttonNamed(label, session, channel, since) {
  const find = () => {
    for (const message of session.store.messages(channel.id).toReversed()) {
      if (compareIds(message.id, since) <= 0) break;
      const button = buttons(message.components).find((one) => one.label === label && !one.disabled);
      if (button) return { message, button };
    }
    return null;
  };
  return new Promise((resolve, reject) => {
    const ending = new AbortController();
    const settle = (how, value) => {
      ending.abort();
      clearTimeout(timer);
      how(value);
    };
    const timer = setTimeout(() => settle(reject, new Error(`No button ${label} came up.`)), PATIENCE);
    const look = () => {
      const found = find();
      if (found) settle(resolve, found);
    };
    session.addEventListener("event", look, { signal: ending.signal });
    session.signal.addEventListener("abort", () => settle(reject, new Error("Stopped.")), { signal: ending.signal });
    look();
  });
}

function buttons(components) {
  return (components ?? []).flatMap((component) => [
    ...(component.type === 2 && component.custom_id ? [component] : []),
    ...buttons(component.components),
    ...buttons(component.accessory ? [component.accessory] : []),
  ]);
}
