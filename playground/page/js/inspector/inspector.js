/** For developers: traffic, faults, the clock, the bot's process. It stays open when the person changes. */

import { change } from "../api.js";
import { openDialog } from "../dialog.js";
import { find, findAll, h, iconButton, set } from "../dom.js";
import { BotPanel } from "./bot.js";
import { FaultsPanel } from "./faults.js";
import { json } from "./json.js";
import { Traffic } from "./traffic.js";

/** @import { Message } from "../wire.js" */
/** @import { Session } from "../session.js" */

const TABS = { traffic: "Traffic", faults: "Faults", bot: "Bot and clock" };

export class Inspector {
  /** @type {Session | null} */
  #session = null;
  /** @type {HTMLElement | null} */
  #button = null;
  /** The element that had the focus before the inspector was opened. @type {HTMLElement | null} */
  #before = null;

  /** @param {import("../world.js").World} world */
  constructor(world) {
    this.panels = { traffic: new Traffic(), faults: new FaultsPanel(() => this.#session), bot: new BotPanel(world) };
    this.tabs = h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": "Inspector" },
      Object.entries(TABS).map(([name, label]) => this.#tab(name, label)),
    );
    this.tabs.addEventListener("keydown", (event) => this.#walk(event));
    const close = iconButton("close", "Close the inspector", () => this.toggle(false));
    const panels = Object.entries(this.panels).map(([name, panel]) => {
      const props = {
        id: `tab-panel-${name}`,
        role: "tabpanel",
        class: "tab-panel",
        "aria-labelledby": `tab-${name}`,
        hidden: true,
      };
      return h("div", props, panel.element);
    });
    this.element = h(
      "aside",
      { class: "inspector", "aria-label": "Inspector", hidden: true },
      h("header", { class: "inspector-head" }, h("h2", {}, "Inspector"), close),
      this.tabs,
      panels,
    );
    this.element.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.toggle(false);
    });
    document.addEventListener("keydown", (event) => {
      if (event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyI") {
        event.preventDefault();
        this.toggle();
      }
    });
    this.#choose("traffic");
  }

  /**
   * Switch to another person's session.
   * @param {Session} session
   */
  follow(session) {
    this.#session = session;
  }

  /** A button that opens and closes the inspector. */
  button() {
    this.#button = iconButton("tools", "Inspector (Alt+I)", () => this.toggle(), {
      "aria-expanded": String(!this.element.hidden),
    });
    return this.#button;
  }

  /** Open or close; closing returns the focus to where it was. */
  toggle(open = Boolean(this.element.hidden)) {
    if (open && this.element.hidden) this.#before = find(document, ":focus");
    this.element.hidden = !open;
    document.documentElement.classList.toggle("inspecting", open);
    this.#button?.setAttribute("aria-expanded", String(open));
    this.#watch();
    if (open) find(this.tabs, "[aria-selected=true]")?.focus();
    else (this.#before?.isConnected ? this.#before : this.#button)?.focus();
  }

  /**
   * A message's developer tools, which are shown while the inspector is open.
   * @param {Message} message
   */
  tools(message) {
    const { id, channel_id: channelId } = message;
    const raw = () => {
      const now = this.#session?.store.message(channelId, id) ?? message;
      openDialog({ title: `Message ${id}`, class: "raw", signal: this.#session?.signal }, json(now));
    };
    const remove = () => {
      change("delete_message", { channel_id: channelId, message_id: id }).catch(() => {});
    };
    return h(
      "div",
      { class: "tools", role: "group", "aria-label": "Developer" },
      iconButton("braces", "Show as JSON", raw),
      iconButton("trash", "Delete message", remove),
    );
  }

  /**
   * @param {string} name
   * @param {string} label
   */
  #tab(name, label) {
    const props = {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      class: "tab",
      "aria-controls": `tab-panel-${name}`,
      dataset: { name },
    };
    return h("button", { ...props, onClick: () => this.#choose(name) }, label);
  }

  /** @param {KeyboardEvent} event */
  #walk({ key, target }) {
    const tabs = findAll(this.tabs, "[role=tab]");
    const at = tabs.indexOf(/** @type {HTMLElement} */ (target));
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (!step || at < 0) return;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    this.#choose(next.dataset.name ?? "");
    next.focus();
  }

  /** @param {string} name */
  #choose(name) {
    this.chosen = name;
    for (const tab of findAll(this.tabs, "[role=tab]")) {
      const here = tab.dataset.name === name;
      set(tab, "aria-selected", String(here));
      tab.tabIndex = here ? 0 : -1;
      find(this.element, `#tab-panel-${tab.dataset.name}`)?.toggleAttribute("hidden", !here);
    }
    this.#watch();
  }

  /** Refresh only the pane that is shown. */
  #watch() {
    for (const [name, panel] of Object.entries(this.panels)) panel.watch(!this.element.hidden && name === this.chosen);
  }
}
