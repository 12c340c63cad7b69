/** Avatars: initials on a colour of the user's own. */

import { h } from "./dom.js";
import { initials } from "./ids.js";

/** @import { User } from "./wire.js" */

const COLOURS = 8;
/** @type {Map<string, number>} */
const places = new Map();

/**
 * Assign colours to users. The order must be the same in every tab; neighbours get different colours.
 * @param {User[]} users
 */
export function giveColours(users) {
  for (const { id, bot } of users) if (!bot && !places.has(id)) places.set(id, places.size % COLOURS);
}

/**
 * A round avatar, hidden from screen readers as the name is beside it.
 * @param {User} user
 */
export function avatar(user) {
  const colour = user.bot ? "bot" : (places.get(user.id) ?? 0);
  return h("span", { class: `avatar colour-${colour}`, "aria-hidden": "true" }, initials(user.username));
}

/** The mark of an application, beside its name. */
export const appTag = () => h("span", { class: "tag" }, "APP");
