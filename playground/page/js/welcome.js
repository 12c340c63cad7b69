/** The beginning of a channel: its name, and in an empty one how to start. */

import { avatar } from "./avatar.js";
import { h, icon } from "./dom.js";
import { signOf } from "./sidebar.js";

/** @import { Shortcut } from "./wire.js" */

/**
 * @param {import("./log.js").Shown} channel
 * @param {import("./world.js").World} world
 * @param {boolean} empty whether nothing has been written yet
 * @param {(shortcut: Shortcut) => void} run a shortcut
 */
export function welcome(channel, world, empty, run) {
  const { hint } = world.about;
  const direct = channel.type === 1;
  const sign = signOf(channel);
  const face = direct && world.bot ? avatar(world.bot) : h("span", { class: "welcome-face" }, icon(sign));
  const bot = world.bot?.username ?? "the bot";
  const what = direct ? `your direct messages with ${bot}` : sign === "thread" ? "the thread" : "the channel";
  return h(
    "div",
    { class: "welcome" },
    face,
    h("h2", {}, direct ? bot : sign === "thread" ? channel.name : `Welcome to ${channel.label}`),
    h("p", {}, `This is the beginning of ${what}.`),
    empty &&
      !direct &&
      world.about.shortcuts.length > 0 &&
      h(
        "section",
        { class: "card", "aria-label": "Play" },
        h("h3", {}, "Play"),
        hint && h("p", {}, hint),
        h(
          "div",
          { class: "card-buttons" },
          world.about.shortcuts.map((shortcut) => shortcutButton(shortcut, run)),
        ),
        h("p", { class: "subtext" }, "Or type / in the box below to see every command."),
      ),
  );
}

/**
 * @param {Shortcut} shortcut
 * @param {(shortcut: Shortcut) => void} run
 */
function shortcutButton(shortcut, run) {
  const { label, hint } = shortcut;
  return h(
    "button",
    { type: "button", class: "shortcut", "aria-label": label, "aria-description": hint, onClick: () => run(shortcut) },
    h("span", { class: "shortcut-label" }, label),
    hint && h("span", { class: "shortcut-hint" }, hint),
  );
}
