/** Running shortcuts: their menu, and the strip above the message box that shows the progress. */

import { reason } from "./api.js";
import { fill, h, icon, iconButton, roving, set } from "./dom.js";
import { openPopup } from "./popup.js";
import { carryOut } from "./shortcuts.js";

/** @import { Channel, Shortcut } from "./wire.js" */

export class Tasks {
  #running = false;

  /**
   * @param {import("./session.js").Session} session
   * @param {() => Channel | undefined} channel that is shown now
   */
  constructor(session, channel) {
    this.session = session;
    this.channel = channel;
    this.element = h("div", { class: "task", role: "status", hidden: true });
  }

  /**
   * Run a shortcut in the channel that is shown, one at a time, and show its progress.
   * @param {Shortcut} shortcut
   */
  async run(shortcut) {
    const channel = this.channel();
    if (this.#running || !channel) return;
    this.#running = true;
    try {
      await carryOut(shortcut, this.session, channel, (step) => this.#tell(shortcut, "running", step));
      this.element.hidden = true;
    } catch (error) {
      this.#tell(shortcut, "failed", reason(error));
    } finally {
      this.#running = false;
    }
  }

  /**
   * Offer all shortcuts beside a button.
   * @param {HTMLElement} button
   */
  menu(button) {
    const { shortcuts } = this.session.world.about;
    /** @param {Shortcut} shortcut */
    const choose = (shortcut) => {
      popup.close();
      this.run(shortcut);
    };
    const items = shortcuts.map((shortcut) => menuItem(shortcut, () => choose(shortcut)));
    const none = h("p", { class: "menu-head" }, "There are no shortcuts here.");
    const menu = h("div", { class: "menu", role: "menu", "aria-label": "Shortcuts" }, items.length ? items : none);
    roving(menu, ".menu-item");
    set(button, "aria-expanded", "true");
    const onClose = () => {
      set(button, "aria-expanded", "false");
      button.focus();
    };
    const popup = openPopup(button, menu, { above: true, signal: this.session.signal, onClose });
    items[0]?.focus();
  }

  /**
   * @param {Shortcut} shortcut
   * @param {"running" | "failed"} state
   * @param {string} text
   */
  #tell({ label }, state, text) {
    const close = iconButton("close", "Dismiss", () => {
      this.element.hidden = true;
    });
    this.element.hidden = false;
    this.element.dataset.state = state;
    fill(
      this.element,
      icon(state === "failed" ? "alert" : "check"),
      h("span", {}, h("strong", {}, label), ` · ${text}`),
      state === "failed" && close,
    );
  }
}

/**
 * @param {Shortcut} shortcut
 * @param {() => void} onClick
 */
function menuItem({ label, hint }, onClick) {
  const note = hint && h("span", { class: "menu-note" }, hint);
  const text = h("span", { class: "menu-text" }, label, note);
  return h("button", { type: "button", role: "menuitem", class: "menu-item", onClick }, text);
}
