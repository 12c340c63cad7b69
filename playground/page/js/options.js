/** A listbox whose options are navigated while the focus stays in its combobox. */

import { fill, findAll, h, icon, set } from "./dom.js";

let count = 0;

/**
 * @template T
 * @typedef {{value: T, label: string, note?: string, sign?: Node, chosen?: boolean}} Listed
 */

/** @template T what the options stand for */
export class Options {
  /** @type {Listed<T>[]} */
  #items = [];
  #active = -1;

  /**
   * @param {HTMLElement} combobox the element that keeps the focus
   * @param {{label: string, multiple?: boolean, onPick: (item: Listed<T>) => void}} settings
   */
  constructor(combobox, { label, multiple = false, onPick }) {
    this.combobox = combobox;
    this.onPick = onPick;
    this.multiple = multiple;
    count += 1;
    const id = `options-${count}`;
    this.element = h("div", {
      id,
      role: "listbox",
      class: "options",
      "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null,
    });
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.element.addEventListener("click", (event) => {
      const at = this.#under(event);
      if (at >= 0) this.pick(at);
    });
    this.element.addEventListener("pointermove", (event) => {
      const at = this.#under(event);
      if (at >= 0 && at !== this.#active) this.activate(at, false);
    });
  }

  /**
   * @param {Listed<T>[]} items
   * @param {{active?: number, empty?: string}} [settings] `active`: the option that is active at first (-1:
   *   none). `empty`: the text to show if there is none.
   */
  show(items, { active = 0, empty = "" } = {}) {
    this.#items = items;
    const nodes = items.map((item, at) => this.#option(item, at));
    fill(this.element, nodes.length ? nodes : h("p", { class: "options-empty", role: "presentation" }, empty));
    this.activate(items.length ? Math.min(active, items.length - 1) : -1);
  }

  get active() {
    return this.#items[this.#active];
  }

  /** The index of the active option; -1 for none. */
  get at() {
    return this.#active;
  }

  get size() {
    return this.#items.length;
  }

  /**
   * Make an option the active one; -1 for none.
   * @param {number} at
   * @param {boolean} [scroll]
   */
  activate(at, scroll = true) {
    this.#active = at;
    const nodes = this.#nodes();
    for (const [index, node] of nodes.entries()) node.classList.toggle("active", index === at);
    set(this.combobox, "aria-activedescendant", nodes[at]?.id);
    if (scroll) nodes[at]?.scrollIntoView({ block: "nearest" });
  }

  /** Pick an option as a click on it would. */
  pick(at = this.#active) {
    const item = this.#items[at];
    if (item) this.onPick(item);
  }

  /**
   * Handle a navigation key. Returns false for any other key.
   * @param {string} key
   */
  walk(key) {
    const last = this.#items.length - 1;
    const to = new Map([
      ["ArrowDown", this.#active >= last ? 0 : this.#active + 1],
      ["ArrowUp", this.#active <= 0 ? last : this.#active - 1],
      ["PageDown", Math.min(this.#active + 8, last)],
      ["PageUp", Math.max(this.#active - 8, 0)],
    ]).get(key);
    if (to === undefined || last < 0) return false;
    this.activate(to);
    return true;
  }

  /**
   * Activate the next option whose label begins with this text.
   * @param {string} text
   */
  seek(text) {
    const labels = this.#items.map(({ label }) => label.toLowerCase());
    const at = labels.findIndex((label) => label.startsWith(text.toLowerCase()));
    if (at >= 0) this.activate(at);
  }

  #nodes() {
    return findAll(this.element, "[role=option]");
  }

  /** The index of the option that an event is about; -1 for none. @param {Event} event */
  #under({ target }) {
    return this.#nodes().findIndex((node) => target instanceof Node && node.contains(target));
  }

  /**
   * @param {Listed<T>} item
   * @param {number} at
   */
  #option(item, at) {
    return h(
      "div",
      {
        role: "option",
        id: `${this.element.id}-${at}`,
        class: "option",
        "aria-selected": item.chosen ? "true" : "false",
      },
      item.sign && h("span", { class: "option-sign" }, item.sign),
      h(
        "span",
        { class: "option-text" },
        h("span", { class: "option-label" }, item.label),
        item.note && h("span", { class: "option-note" }, item.note),
      ),
      this.multiple || item.chosen ? h("span", { class: "option-mark" }, icon("check")) : null,
    );
  }
}
