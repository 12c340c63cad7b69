/** Avatars: initials on a colour of the user's own. */

import { h } from "./dom.js";
import { initials } from "./ids.js";

/** @import { User } from "./wire.js" */

const COLOURS = 8;
/** @type {Map<string, number>} */
const places = new Map();

/**
 * Tell who there is, in an order that is the same in every tab: neighbours differ in colour.
 * @param {User[]} users
 */
export function giveColours(users) {
  for (const { id, bot } of users) if (!bot && !places.has(id)) places.set(id, places.size % COLOURS);
}

/**
 * A round avatar, said to nobody since the name stands beside it.
 * @param {User} user
 */
export function avatar(user) {
  const colour = user.bot ? "bot" : (places.get(user.id) ?? 0);
  return h("span", { class: `avatar colour-${colour}`, "aria-hidden": "true" }, initials(user.username));
}

/** The mark of an application, beside its name. */
export const appTag = () => h("span", { class: "tag" }, "APP");
