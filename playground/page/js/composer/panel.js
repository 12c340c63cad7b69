/** The panel above the message box while one types: a heading, and suggestions. */

import { fill, h, set } from "../dom.js";
import { Options } from "../options.js";

/**
 * @template T
 * @typedef {object} What
 * @property {string} title
 * @property {string} [note]
 * @property {import("../options.js").Listed<T>[] | null} [items] null for no list at all
 * @property {number} [active] the option that is active at first (-1: none)
 * @property {string} [empty] the text to show if there is none
 * @property {(item: import("../options.js").Listed<T>) => void} [onPick]
 */

export class Panel {
  /** @type {Options<any> | null} */
  #options = null;
  /** @type {HTMLElement | null} */
  #input = null;

  constructor() {
    this.head = h("div", { class: "panel-head" });
    this.body = h("div", { class: "panel-body" });
    this.element = h("div", { class: "panel", hidden: true }, this.head, this.body);
  }

  get open() {
    return !this.element.hidden;
  }

  /** The suggestion that Enter would take. */
  get active() {
    return this.open ? this.#options?.active : undefined;
  }

  /**
   * Show suggestions for an input.
   * @template T
   * @param {HTMLElement} input
   * @param {What<T>} what
   */
  show(input, { title, note = "", items = null, active = 0, empty = "", onPick = () => {} }) {
    if (input !== this.#input) this.close();
    this.#input = input;
    this.element.hidden = false;
    fill(this.head, h("strong", {}, title), note && h("span", {}, note));
    if (items === null) {
      this.#options = null;
      fill(this.body);
      set(input, "aria-controls", null);
      set(input, "aria-activedescendant", null);
      return;
    }
    const options = this.#options ?? new Options(input, { label: title, onPick });
    this.#options = options;
    options.onPick = onPick;
    if (!this.body.contains(options.element)) fill(this.body, options.element);
    options.show(items, { active, empty });
    set(input, "aria-controls", options.element.id);
    if (input.getAttribute("role") === "combobox") set(input, "aria-expanded", "true");
  }

  close() {
    this.element.hidden = true;
    if (this.#input) {
      set(this.#input, "aria-controls", null);
      set(this.#input, "aria-activedescendant", null);
      if (this.#input.getAttribute("role") === "combobox") set(this.#input, "aria-expanded", "false");
    }
    this.#options = null;
    this.#input = null;
  }

  /**
   * Handle a navigation key. Returns false for any other key.
   * @param {string} key
   */
  walk(key) {
    return this.open && Boolean(this.#options?.walk(key));
  }

  /** Take the active suggestion. Returns false if there is none. */
  pick() {
    if (!this.active) return false;
    this.#options?.pick();
    return true;
  }

  /** Take the first suggestion if none is active. */
  pickFirst() {
    if (!this.active && this.#options?.size) this.#options.activate(0);
    return this.pick();
  }
}
