/** Components of messages: rows, buttons, selects, and the layout of V2. */

import { h, icon } from "./dom.js";
import { file, picture } from "./files.js";
import { emoji, markdown } from "./markdown/render.js";
import { select } from "./select.js";

/** @import { Button, Choice, Component, Container, Described, File, FoundMenu, Gallery, Message, Picture,
 *   TextMenu } from "./wire.js" */
/** @import { Known } from "./markdown/render.js" */
/** @import { Item } from "./select.js" */

/** @type {Record<number, string>} */
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
const MANY = ["", "one", "two", "three"];

/**
 * @typedef {object} Context
 * @property {Message} message the message with these components
 * @property {Known} known for markdown
 * @property {(used: {custom_id?: string}, action: "click" | "select", body: object) => void} use a component
 * @property {(type: number) => Item[]} choices options of a select by its type: users, roles, channels
 * @property {(item: Picture) => void} openPicture
 */

/**
 * @param {Component[]} components as Discord sends them
 * @param {Context} context
 * @returns {Node[]}
 */
export function renderComponents(components, context) {
  return components.map((component) => render(component, context));
}

/**
 * @param {Component} component
 * @param {Context} context
 * @returns {Node}
 */
function render(component, context) {
  switch (component.type) {
    case 1:
      return h("div", { class: "row" }, renderComponents(component.components, context));
    case 2:
      return button(component, context);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return menu(component, context);
    case 9:
      return h(
        "div",
        { class: "section" },
        h("div", { class: "section-text" }, renderComponents(component.components, context)),
        h("div", { class: "section-accessory" }, render(component.accessory, context)),
      );
    case 10:
      return markdown(component.content, context.known);
    case 11:
      return h("div", { class: "thumbnail" }, picture({ ...component.media, ...described(component) }, context));
    case 12:
      return gallery(component, context);
    case 13:
      return attached(component, context);
    case 14:
      return h("div", {
        class: `separator space-${component.spacing}${component.divider ? " line" : ""}`,
        role: component.divider ? "separator" : "presentation",
      });
    case 17:
      return container(component, context);
    default:
      return h("p", { class: "unknown" }, "A part of this message cannot be shown here.");
  }
}

/** @param {Described} item */
function described({ description, spoiler }) {
  return { description, spoiler };
}

/**
 * @param {Container} component
 * @param {Context} context
 */
function container(component, context) {
  const element = h("div", { class: "container" }, renderComponents(component.components, context));
  const accent = component.accent_color;
  if (accent !== null && accent !== undefined) {
    element.classList.add("accented");
    element.style.setProperty("--accent-colour", `#${accent.toString(16).padStart(6, "0")}`);
  }
  return element;
}

/**
 * @param {Gallery} component
 * @param {Context} context
 */
function gallery({ items }, context) {
  const pictures = items.map((item) => picture({ ...item.media, ...described(item) }, context));
  return h("div", { class: `gallery ${MANY[items.length] ?? "many"}` }, pictures);
}

/**
 * @param {File} component
 * @param {Context} context
 */
function attached(component, { message }) {
  const found = message.attachments.find(({ id }) => id === component.file.attachment_id);
  const name = component.file.url.split("/").at(-1) ?? "";
  return file(found ?? { filename: name, url: component.file.url, size: component.size ?? 0 });
}

/**
 * @param {Button} component
 * @param {Context} context
 */
function button(component, context) {
  const { style, label, url, custom_id: customId, disabled } = component;
  const content = [component.emoji && emoji(component.emoji), label && h("span", { class: "button-label" }, label)];
  const name = label ? null : component.emoji?.name;
  if (style === 5) {
    const props = { class: "button link", href: url, target: "_blank", rel: "noopener noreferrer", "aria-label": name };
    return h("a", props, content, icon("external"));
  }
  const props = {
    type: "button",
    class: `button ${STYLES[style] ?? "secondary"}`,
    disabled: disabled || style === 6,
    "aria-label": name,
    dataset: dataOf(customId),
  };
  const element = h("button", props, content);
  element.addEventListener("click", () => {
    if (element.getAttribute("aria-disabled") !== "true") context.use(component, "click", {});
  });
  return element;
}

/** @param {string} [customId] @returns {Record<string, string>} */
const dataOf = (customId) => (customId ? { customId } : {});

/**
 * @param {TextMenu | FoundMenu} component
 * @param {Context} context
 */
function menu(component, context) {
  const options = component.type === 3 ? component.options.map(option) : context.choices(component.type);
  const preset = new Set((component.default_values ?? []).map(({ id }) => id));
  return h(
    "div",
    { class: "select-box" },
    select({
      options: options.map((each) => ({ ...each, chosen: each.chosen || preset.has(each.value) })),
      label: component.placeholder || "Make a selection",
      least: component.min_values ?? 1,
      most: component.max_values ?? 1,
      disabled: component.disabled,
      customId: component.custom_id,
      onChange: (values) => context.use(component, "select", { values }),
    }),
  );
}

/**
 * An option of a string select as `select` takes it.
 * @param {Choice} choice
 * @returns {Item}
 */
export function option({ label, value, description, emoji: sign, default: chosen }) {
  return { label, value, note: description, chosen: Boolean(chosen), sign: sign ? () => emoji(sign) : undefined };
}
