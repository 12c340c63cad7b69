/** A chosen command with its options as chips, each with an input of its own. */

import { focusedIn, h, set } from "../dom.js";
import { attached, TYPE, TYPE_NAMES, valueFor } from "./commands.js";
import { Suggestions } from "./suggestions.js";

/** @import { Option, Suggestion, Value } from "../wire.js" */

/**
 * @typedef {object} Chip
 * @property {Option} option
 * @property {HTMLInputElement} input
 * @property {HTMLElement} element
 * @property {Suggestion[]} known the suggestions for it, as far as they were requested
 * @property {boolean} loading whether suggestions are being loaded
 * @property {boolean} hurried whether Enter was pressed while loading
 */

export class CommandForm {
  /** @type {Chip[]} */
  #chips = [];

  /**
   * @param {import("./commands.js").Sendable} command
   * @param {import("./panel.js").Panel} panel
   * @param {Suggestions} suggestions
   * @param {{send: () => void, cancel: () => void, complain: (text: string) => void}} composer
   */
  constructor(command, panel, suggestions, composer) {
    this.command = command;
    this.panel = panel;
    this.suggestions = suggestions;
    this.composer = composer;
    this.tail = h("input", {
      class: "tail",
      type: "text",
      role: "combobox",
      "aria-label": `More options of /${command.line}`,
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.chips = h("span", { class: "chips" });
    this.element = h(
      "div",
      { class: "command-form" },
      h("span", { class: "command-name" }, `/${command.line}`),
      this.chips,
      this.tail,
    );
    for (const option of command.options.filter(({ required }) => required)) this.#add(option);
    this.#listenToTail();
  }

  /** Move the focus to the option to fill in next. */
  focus() {
    const empty = this.#chips.find(({ input }) => !input.value);
    this.#tellRest();
    (empty?.input ?? this.tail).focus();
  }

  /**
   * Continue with what was already written in the message box.
   * @param {import("./commands.js").Written} begun
   */
  fill({ values, rest }) {
    /** @type {Chip[]} */
    const filled = [];
    for (const [name, value] of Object.entries(values)) {
      const option = this.command.options.find((each) => each.name === name);
      const chip = this.#chips.find((each) => each.option === option) ?? (option && this.#add(option));
      if (!chip) continue;
      if (!chip.input.files) chip.input.value = value; // a file can only be chosen
      this.#size(chip);
      filled.push(chip);
    }
    this.tail.value = rest;
    this.focus();
    if (!rest) filled.at(-1)?.input.focus();
  }

  /**
   * The values of the options that are filled in.
   * @throws {Error} whose message is for the person; the focus has moved to the wrong option
   */
  async values() {
    /** @type {Record<string, Value>} */
    const values = {};
    for (const chip of this.#chips) {
      try {
        const file = chip.input.files?.[0];
        if (file) values[chip.option.name] = await attached(file);
        else if (chip.input.value) values[chip.option.name] = valueFor(chip.option, chip.input.value, chip.known);
        else if (chip.option.required) throw new Error(`${chip.option.name} is required.`);
        set(chip.input, "aria-invalid", null);
      } catch (error) {
        set(chip.input, "aria-invalid", "true");
        chip.input.focus();
        throw error;
      }
    }
    return values;
  }

  /** @param {Chip} chip */
  #others(chip) {
    /** @type {Record<string, Value>} */
    const values = {};
    for (const other of this.#chips) {
      if (other === chip || !other.input.value || other.input.files) continue;
      try {
        values[other.option.name] = valueFor(other.option, other.input.value, other.known);
      } catch {
        // leave out unfinished values
      }
    }
    return values;
  }

  #rest() {
    const used = new Set(this.#chips.map(({ option }) => option.name));
    return this.command.options.filter(({ name }) => !used.has(name));
  }

  #tellRest() {
    const left = this.#rest().length;
    this.tail.placeholder = left ? `+${left} optional` : "Enter to send";
  }

  // --- options

  /** @param {Option} option */
  #add(option) {
    const lists = Suggestions.has(option);
    const isFile = option.type === TYPE.ATTACHMENT;
    const input = h("input", {
      type: isFile ? "file" : "text",
      size: "4",
      role: lists ? "combobox" : null,
      "aria-expanded": lists ? "false" : null,
      "aria-autocomplete": lists ? "list" : null,
      "aria-label": option.name,
      "aria-description": `${option.description} (${option.required ? "required" : "optional"})`,
      "aria-required": option.required ? "true" : null,
      inputmode: option.type === 4 ? "numeric" : null,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    const element = h("label", { class: "chip" }, h("span", { class: "chip-name" }, option.name), input);
    /** @type {Chip} */
    const chip = { option, input, element, known: this.suggestions.fixed(option), loading: false, hurried: false };
    input.addEventListener("focus", () => this.#suggest(chip));
    input.addEventListener("blur", () => this.#left(input));
    if (isFile) input.addEventListener("change", () => this.#chosen(chip));
    else input.addEventListener("input", () => this.#typed(chip));
    input.addEventListener("keydown", (event) => this.#key(event, chip));
    this.#chips.push(chip);
    this.chips.append(element);
    return chip;
  }

  /**
   * A file was chosen, or the choice withdrawn.
   * @param {Chip} chip
   */
  #chosen(chip) {
    this.#clear(chip);
    this.focus();
  }

  /** @param {Chip} chip */
  #typed(chip) {
    const { input } = chip;
    const [, before, name] = input.value.match(/^(.*)\s([\p{L}\p{N}_-]+):$/u) ?? [];
    if (this.#rest().some((other) => other.name === name)) input.value = before;
    this.#size(chip);
    if (input.value === before) return this.fill({ command: this.command, values: { [name]: "" }, rest: "" });
    chip.hurried = false;
    this.#clear(chip);
    return this.#suggest(chip);
  }

  /**
   * Remove what was said to be wrong with an option.
   * @param {Chip} chip
   */
  #clear({ input }) {
    set(input, "aria-invalid", null);
    this.composer.complain("");
  }

  /** @param {Chip} chip */
  #size({ input }) {
    input.size = Math.min(Math.max(input.value.length + 1, 4), 60);
  }

  /** @param {HTMLInputElement} input */
  #left(input) {
    setTimeout(() => {
      if (!focusedIn(this.element)) this.panel.close();
    });
    set(input, "aria-activedescendant", null);
  }

  /** @param {Chip} chip */
  #suggest(chip) {
    const { option, input } = chip;
    const title = option.name;
    const note = `${option.description} · ${TYPE_NAMES[option.type]}${option.required ? "" : ", optional"}`;
    if (!Suggestions.has(option)) {
      this.suggestions.stop();
      this.panel.show(input, { title, note });
      return;
    }
    const chosen = chip.known.some(({ name }) => name === input.value);
    this.suggestions.look(
      option,
      chosen ? "" : input.value,
      () => this.#others(chip),
      ({ items, say, loading }) => {
        if (document.activeElement !== input) return;
        chip.loading = Boolean(loading);
        chip.known = [...items, ...chip.known.filter(({ name }) => name === input.value)];
        this.panel.show(input, {
          title,
          note,
          items: items.map((item) => ({ ...item, label: item.name })),
          active: chosen ? items.findIndex(({ name }) => name === input.value) : 0,
          empty: say,
          onPick: (item) => this.#pick(chip, item),
        });
        if (chip.hurried && !chip.loading) this.#enter(chip);
      },
    );
  }

  /**
   * Enter takes the suggestion, waiting for one that is being loaded, or sends the command.
   * @param {Chip} chip
   */
  #enter(chip) {
    const { active } = this.panel;
    const suggested = active && active.label !== chip.input.value;
    chip.hurried = chip.loading && Boolean(chip.input.value);
    if (chip.hurried) return;
    if (suggested && (chip.input.value || chip.option.required)) this.panel.pick();
    else this.composer.send();
  }

  /**
   * @param {Chip} chip
   * @param {{label: string, value: Value}} item
   */
  #pick(chip, { label, value }) {
    chip.input.value = label;
    chip.known = [{ name: label, value }, ...chip.known];
    this.#size(chip);
    this.focus();
  }

  /** @param {Chip} chip */
  #remove(chip) {
    this.#chips = this.#chips.filter((other) => other !== chip);
    chip.element.remove();
    this.#tellRest();
    this.tail.focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Chip} chip
   */
  #key(event, chip) {
    const { key } = event;
    const suggested = this.panel.active && this.panel.active.label !== chip.input.value;
    if (this.panel.walk(key)) return event.preventDefault();
    if (key === "Backspace" && !chip.input.value) {
      event.preventDefault();
      if (chip.option.required) this.composer.cancel();
      else this.#remove(chip);
    } else if (key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.#enter(chip);
    } else if (key === "Tab" && !event.shiftKey && suggested) {
      event.preventDefault();
      this.panel.pick();
    }
    return undefined;
  }

  // --- more options

  #listenToTail() {
    const { tail } = this;
    const show = () => this.#offer();
    tail.addEventListener("focus", show);
    tail.addEventListener("input", show);
    tail.addEventListener("blur", () => this.#left(tail));
    tail.addEventListener("keydown", (event) => {
      const { key } = event;
      if (this.panel.walk(key)) event.preventDefault();
      else if (key === "Backspace" && !tail.value) {
        event.preventDefault();
        const last = this.#chips.at(-1);
        if (last) last.input.focus();
        else this.composer.cancel();
      } else if (key === "Enter" && !event.isComposing) {
        event.preventDefault();
        if (!this.panel.pick() && !tail.value) this.composer.send();
        else if (tail.value) this.composer.complain(`/${this.command.line} has no option ${tail.value}.`);
      } else if (key === "Tab" && !event.shiftKey && tail.value && this.panel.pickFirst()) event.preventDefault();
    });
  }

  #offer() {
    this.suggestions.stop();
    const [, name, value] = this.tail.value.match(/^\s*([\p{L}\p{N}_-]+):(.*)$/u) ?? [];
    if (this.#rest().some((option) => option.name === name)) {
      this.fill({ command: this.command, values: { [name]: value.trim() }, rest: "" });
      return;
    }
    const typed = this.tail.value.trim().toLowerCase();
    const items = this.#rest()
      .filter(({ name }) => name.startsWith(typed))
      .map((option) => ({ value: option, label: option.name, note: option.description }));
    this.panel.show(this.tail, {
      title: `/${this.command.line}`,
      note: this.command.description,
      items: items.length || typed ? items : null,
      active: typed ? 0 : -1,
      empty: "No such option.",
      onPick: ({ value }) => {
        this.tail.value = "";
        this.composer.complain("");
        const { input } = this.#add(value);
        this.#tellRest();
        input.focus();
      },
    });
  }
}
