/** A select of a message or modal: a button that opens a listbox, for one choice or several. */

import { fill, h, icon, set } from "./dom.js";
import { Options } from "./options.js";
import { openPopup } from "./popup.js";

const TYPING = 700;

/** What each select shows, and how somebody goes on choosing in it. @type {WeakMap<Element, {offer: string,
 *   choosing: () => Choosing | null, goOn: (choosing: Choosing) => void}>} */
const selects = new WeakMap();

/** @typedef {{chosen: string[], active: number, scrolled: number}} Choosing in an open list */

/**
 * @typedef {{value: string, label: string, note?: string, sign?: () => Node, chosen?: boolean}} Item
 */

/**
 * Keep the list open that somebody chooses from, over a redrawing of its select.
 * @param {HTMLElement} former the control that had the focus
 * @returns {(next: HTMLElement) => void} opens the list of the one that has it afterwards, if it offers the same
 */
export function keepOpen(former) {
  const before = selects.get(former);
  const choosing = before?.choosing();
  return (next) => {
    const now = selects.get(next);
    if (choosing && now && now.offer === before?.offer) now.goOn(choosing);
  };
}

/**
 * @param {object} settings
 * @param {Item[]} settings.options
 * @param {string} settings.label its accessible name, shown while nothing is chosen
 * @param {number} [settings.least]
 * @param {number} [settings.most]
 * @param {boolean} [settings.disabled]
 * @param {string} [settings.customId]
 * @param {(values: string[]) => void} settings.onChange with the chosen values, when the person closes the list
 * @returns {HTMLElement}
 */
export function select({ options, label, least = 1, most = 1, disabled = false, customId, onChange }) {
  let chosen = options.filter((option) => option.chosen).map((option) => option.value);
  /** @type {import("./popup.js").Popup | null} */
  let popup = null;
  let typed = "";
  let typedAt = 0;
  const button = h("button", {
    type: "button",
    class: "select",
    role: "combobox",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-label": label,
    "aria-disabled": disabled ? "true" : null,
    dataset: customId ? { customId } : {},
  });
  /** @type {Options<string>} */
  const list = new Options(button, { label, multiple: most > 1, onPick: pick });
  set(button, "aria-controls", null);
  draw();

  function draw() {
    const shown = options.filter((option) => chosen.includes(option.value));
    const texts = shown.map((option) => h("span", { class: "select-value" }, option.sign?.(), option.label));
    fill(
      button,
      h("span", { class: "select-values" }, texts.length ? texts : h("span", { class: "select-hint" }, label)),
      icon("down"),
    );
  }

  function show() {
    const items = options.map((option) => ({
      ...option,
      sign: option.sign?.(),
      chosen: chosen.includes(option.value),
    }));
    const first = items.findIndex((item) => item.chosen);
    list.show(items, { active: Math.max(first, 0), empty: "There is nothing to choose." });
  }

  function open() {
    if (popup || button.getAttribute("aria-disabled") === "true") return;
    const before = chosen.join("\n");
    show();
    set(button, "aria-expanded", "true");
    set(button, "aria-controls", list.element.id);
    popup = openPopup(button, list.element, {
      fit: true,
      onClose() {
        popup = null;
        set(button, "aria-expanded", "false");
        set(button, "aria-activedescendant", null);
        if (chosen.join("\n") === before || !button.isConnected) return; // redrawn: nobody has finished choosing
        if (chosen.length >= least) onChange(chosen);
        else chosen = before ? before.split("\n") : [];
        draw();
      },
    });
    list.activate(
      Math.max(
        options.findIndex((option) => chosen.includes(option.value)),
        0,
      ),
    );
  }

  /** @param {{value: string}} option */
  function pick({ value }) {
    const has = chosen.includes(value);
    if (most === 1) {
      chosen = has && least === 0 ? [] : [value];
      popup?.close();
      button.focus();
      return;
    }
    if (!has && chosen.length >= most) return;
    const all = has ? chosen.filter((other) => other !== value) : [...chosen, value];
    chosen = options.map((option) => option.value).filter((other) => all.includes(other));
    const at = options.findIndex((option) => option.value === value);
    show();
    list.activate(at);
    draw();
  }

  selects.set(button, {
    offer: JSON.stringify([label, least, most, disabled, options]),
    choosing: () => popup && { chosen, active: list.at, scrolled: list.element.scrollTop },
    goOn(choosing) {
      open();
      chosen = choosing.chosen;
      show();
      list.activate(choosing.active);
      list.element.scrollTop = choosing.scrolled;
      draw();
    },
  });
  button.addEventListener("click", () => (popup ? popup.close() : open()));
  button.addEventListener("blur", () => queueMicrotask(() => popup?.close())); // after a removal that caused it
  button.addEventListener("keydown", (event) => {
    if (popup) keyInList(event);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      open();
    }
  });

  /** @param {KeyboardEvent} event */
  function keyInList(event) {
    const { key } = event;
    if (key === "Tab") popup?.close();
    else if (key === "Enter" || key === " ") {
      event.preventDefault();
      list.pick();
    } else if (list.walk(key)) event.preventDefault();
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey) {
      typed = event.timeStamp - typedAt > TYPING ? key : typed + key;
      typedAt = event.timeStamp;
      list.seek(typed);
    }
  }
  return button;
}
