/** The message box: text, or a slash command with its options. */

import { reason } from "../api.js";
import { findAll, h, iconButton } from "../dom.js";
import { flatten, matching, written } from "./commands.js";
import { CommandForm } from "./form.js";
import { Panel } from "./panel.js";
import { Suggestions } from "./suggestions.js";

/** @import { Value } from "../wire.js" */
/** @import { Sendable, Written } from "./commands.js" */

/** Drafts: unsent text by person and channel. @type {Map<string, string>} */
const drafts = new Map();
const narrow = matchMedia("(max-width: 45em)");
const tight = matchMedia("(max-width: 19em)");

export class Composer {
  /** @type {Sendable[] | null} */
  #commands = null;
  /** @type {CommandForm | null} */
  #form = null;
  #sending = false;

  /**
   * @param {import("../session.js").Session} session
   * @param {import("../log.js").Shown} channel
   * @param {{command: (line: string, values: Record<string, Value>) => Promise<void>,
   *   menu: (button: HTMLElement) => void}} does
   *   sends a command; opens the menu of shortcuts
   */
  constructor(session, channel, does) {
    this.session = session;
    this.channel = channel;
    this.does = does;
    this.panel = new Panel();
    this.error = h("p", { class: "composer-error", role: "alert" });
    this.text = h("textarea", {
      id: "composer",
      rows: "1",
      "aria-label": `Message ${channel.label}`,
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      placeholder: hint(channel.label),
      maxlength: "2000",
      enterkeyhint: "send",
    });
    this.entry = h("div", { class: "entry" }, this.text);
    const more = iconButton("plus", "Shortcuts", () => does.menu(more), { class: "icon-button composer-more" });
    const send = iconButton("send", "Send", null, { class: "icon-button composer-send", type: "submit" });
    const box = h("div", { class: "composer-box" }, more, this.entry, send);
    this.element = h("form", { class: "composer", "aria-label": "Message box" }, this.panel.element, box, this.error);
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.element.addEventListener("keydown", (event) => this.#escape(event));
    this.#listenToText();
    this.text.value = drafts.get(this.#draftKey) ?? "";
    if (channel.closed) this.#close(channel.closed);
  }

  /**
   * Show below the box what went wrong; "" removes that.
   * @param {string} text
   */
  complain(text) {
    this.error.textContent = text;
  }

  /** Send the text or command in the box. */
  async send() {
    if (this.#sending) return;
    this.#sending = true;
    this.complain("");
    try {
      await (this.#form ? this.#sendCommand(this.#form) : this.#say());
    } catch (error) {
      this.complain(reason(error));
    } finally {
      this.#sending = false;
    }
  }

  /** Return from a command to plain text. */
  cancel() {
    this.#form = null;
    this.complain("");
    this.panel.close();
    this.entry.replaceChildren(this.text);
    this.#write("");
    this.text.focus();
  }

  focus() {
    (this.#form ?? this.text).focus();
  }

  get #draftKey() {
    return `${this.session.me.id} ${this.channel.id}`;
  }

  /** @param {CommandForm} form */
  async #sendCommand(form) {
    await this.does.command(form.command.line, await form.values());
    this.cancel();
  }

  async #say() {
    const text = this.text.value.trim();
    if (!text) return;
    const command = await this.#typedCommand(text);
    if (command) {
      this.#choose(command.command, command);
      if (this.#form && command.command.line.length + 1 < text.length) await this.#sendCommand(this.#form);
      return;
    }
    this.panel.close();
    this.#write(""); // whatever is typed while this is sent is the next message
    try {
      await this.session.act("say", { channel_id: this.channel.id, text });
    } catch (error) {
      this.#write([text, this.text.value].filter(Boolean).join("\n"));
      throw error;
    }
  }

  /**
   * Parse a text such as "/adepts board" as a command; null if it is none.
   * @param {string} text
   */
  async #typedCommand(text) {
    if (!text.startsWith("/")) return null;
    const commands = this.#commands ?? (await this.#load());
    return written(commands, text) ?? written(commands, `${text} `);
  }

  /** @param {string} why */
  #close(why) {
    this.text.placeholder = why;
    this.text.disabled = true;
    for (const button of findAll(this.element, "button")) button.setAttribute("disabled", "");
  }

  // --- text

  #listenToText() {
    this.text.addEventListener("input", () => {
      this.complain("");
      this.#grow();
      this.#remember();
      this.#offer();
    });
    this.text.addEventListener("keydown", (event) => {
      const { key } = event;
      if (this.panel.walk(key)) event.preventDefault();
      else if (key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        if (!this.panel.pick()) this.send();
      } else if (key === "Tab" && !event.shiftKey && this.panel.open && this.panel.pick()) event.preventDefault();
    });
    this.text.addEventListener("blur", () => {
      if (!this.#form) this.panel.close();
    });
    this.text.addEventListener("focus", () => this.#offer());
  }

  /** @param {string} text */
  #write(text) {
    this.text.value = text;
    this.#grow();
    this.#remember();
  }

  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
  }

  #remember() {
    drafts.set(this.#draftKey, this.text.value);
  }

  async #offer() {
    const typed = this.text.value;
    if (!/^\/[^\n]*$/.test(typed)) {
      this.panel.close();
      return;
    }
    let commands = this.#commands;
    try {
      if (typed === "/" || commands === null) commands = await this.#load();
    } catch (error) {
      this.complain(reason(error));
      return;
    }
    if (!this.text.value.startsWith("/") || document.activeElement !== this.text) return;
    const begun = written(commands, this.text.value);
    if (begun) {
      this.#choose(begun.command, begun);
      return;
    }
    const found = matching(commands, this.text.value.slice(1));
    const items = found.map((command) => ({ value: command, label: `/${command.line}`, note: described(command) }));
    const empty = commands.length ? "No command matches." : "The bot offers no commands here.";
    this.panel.show(this.text, {
      title: "Commands",
      note: this.session.world.bot?.username,
      items,
      empty,
      onPick: ({ value }) => this.#choose(value),
    });
  }

  async #load() {
    const { commands } = await this.session.act("commands", { channel_id: this.channel.id });
    this.#commands = flatten(commands);
    return this.#commands;
  }

  /**
   * @param {Sendable} command
   * @param {Written | null} begun
   */
  #choose(command, begun = null) {
    const suggestions = new Suggestions(this.session, this.channel, command.line);
    this.panel.close();
    this.#write("");
    const form = new CommandForm(command, this.panel, suggestions, this);
    this.#form = form;
    this.entry.replaceChildren(form.element);
    if (begun) form.fill(begun);
    else form.focus();
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    if (event.key !== "Escape" || event.isComposing) return;
    if (this.panel.open) this.panel.close();
    else if (this.#form) this.cancel();
    else return;
    event.preventDefault();
  }
}

/** @param {Sendable} command */
function described({ description, options }) {
  const names = options.map(({ name, required }) => (required ? name : `${name}?`));
  return names.length ? `${description} · ${names.join(", ")}` : description;
}

/**
 * The placeholder of the empty box, shortened to the room there is.
 * @param {string} label
 */
function hint(label) {
  if (tight.matches) return "Message";
  return narrow.matches ? `Message ${label}` : `Message ${label}, or type / for commands`;
}
