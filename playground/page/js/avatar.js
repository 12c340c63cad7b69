/** Avatars: initials on a colour of the user's own. */

import { h } from "./dom.js";
import { initials } from "./ids.js";

const COLOURS = 8;
const places = new Map();

/** Tell who there is, in an order that is the same in every tab: neighbours differ in colour. */
export function giveColours(users) {
  for (const { id, bot } of users) if (!bot && !places.has(id)) places.set(id, places.size % COLOURS);
}

/** A round avatar, said to nobody since the name stands beside it. */
export function avatar(user) {
  const colour = user.bot ? "bot" : (places.get(user.id) ?? 0);
  return h("span", { class: `avatar colour-${colour}`, "aria-hidden": "true" }, initials(user.username));
}

/** The mark of an application, beside its name. */
export const appTag = () => h("span", { class: "tag" }, "APP");
