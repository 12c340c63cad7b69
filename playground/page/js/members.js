/** The members of the channel, and whether the bot is online. */

import { appTag, avatar } from "./avatar.js";
import { fill, h } from "./dom.js";

/** @import { Channel, User } from "./wire.js" */

export class Members {
  /**
   * @param {import("./session.js").Session} session
   * @param {() => void} onBot called when the bot is chosen
   */
  constructor(session, onBot) {
    this.session = session;
    this.onBot = onBot;
    this.element = h("aside", { class: "members", "aria-label": "Members" });
  }

  /**
   * Whether a user is online; people always are, unless the feed says otherwise.
   * @param {User} user
   */
  isOnline(user) {
    const told = this.session.store.online.get(user.id);
    return told ?? (user.bot ? this.session.world.connected : true);
  }

  /** @param {Channel} channel */
  draw(channel) {
    const users = this.session.around(channel);
    const online = users.filter((user) => this.isOnline(user));
    const offline = users.filter((user) => !this.isOnline(user));
    fill(this.element, this.#group("Online", online), this.#group("Offline", offline));
  }

  /**
   * @param {"Online" | "Offline"} name
   * @param {User[]} users
   */
  #group(name, users) {
    if (!users.length) return null;
    return [
      h("h2", { class: "list-head" }, `${name} · ${users.length}`),
      h(
        "ul",
        { class: "member-list", "aria-label": name },
        users.map((user) => h("li", {}, this.#member(user, name))),
      ),
    ];
  }

  /**
   * @param {User} user
   * @param {"Online" | "Offline"} state
   */
  #member(user, state) {
    const you = user.id === this.session.me.id;
    const content = [
      h("span", { class: `presence ${state.toLowerCase()}` }, avatar(user)),
      h("span", { class: "member-name" }, user.username),
      user.bot && appTag(),
      you && h("span", { class: "member-note" }, "you"),
    ];
    const name = `member ${state === "Offline" ? "away" : ""}`;
    if (!user.bot) return h("div", { class: name }, content);
    return h(
      "button",
      { type: "button", class: name, title: `Message ${user.username}`, onClick: this.onBot },
      content,
    );
  }
}
