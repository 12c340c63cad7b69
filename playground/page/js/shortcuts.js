/** Shortcuts into the game: sequences of commands and clicks made for a person. */

import { compareIds } from "./ids.js";

/** @import { Button, Channel, Component, Interaction, Message, Shortcut } from "./wire.js" */
/** @import { Session } from "./session.js" */

const PATIENCE = 10000;

/**
 * Carry out the steps of a shortcut as the session's person.
 * @param {Shortcut} shortcut
 * @param {Session} session
 * @param {Channel} channel
 * @param {(step: string) => void} told called with each step in words
 * @throws {Error} whose message is for the person
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

/**
 * @param {Interaction} done
 * @param {string} what
 */
function check({ state }, what) {
  if (state === "failed") throw new Error(`${what}: the application did not respond.`);
}

/**
 * Wait for an enabled button with that label on a message newer than `since`, and return the newest.
 * @param {string} label
 * @param {Session} session
 * @param {Channel} channel
 * @param {string} since
 * @returns {Promise<{message: Message, button: Button}>}
 */
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
    const end = () => {
      ending.abort();
      clearTimeout(timer);
    };
    /** @param {string} why */
    const fail = (why) => {
      end();
      reject(new Error(why));
    };
    const timer = setTimeout(() => fail(`No button ${label} came up.`), PATIENCE);
    const look = () => {
      const found = find();
      if (!found) return;
      end();
      resolve(found);
    };
    session.addEventListener("event", look, { signal: ending.signal });
    session.signal.addEventListener("abort", () => fail("Stopped."), { signal: ending.signal });
    look();
  });
}

/**
 * @param {Component[]} components
 * @returns {Button[]}
 */
function buttons(components) {
  return components.flatMap((component) => {
    if (component.type === 2) return component.custom_id ? [component] : [];
    const inner = "components" in component ? component.components : [];
    return buttons(component.type === 9 ? [...inner, component.accessory] : inner);
  });
}
