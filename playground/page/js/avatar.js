/** Avatars: initials on a colour of the user's own. */

import { h } from "./dom.js";
import { colour, initials } from "./ids.js";

/** A round avatar, said to nobody since the name stands beside it. */
export function avatar(user) {
  return h("span", { class: `avatar colour-${colour(user.id)}`, "aria-hidden": "true" }, initials(user.username));
}

/** The mark of an application, beside its name. */
export const appTag = () => h("span", { class: "tag" }, "APP");
