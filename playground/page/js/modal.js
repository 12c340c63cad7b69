/** The bot's modals: forms that it opens in answer to a click or command. */

import { reason } from "./api.js";
import { option } from "./components.js";
import { openDialog } from "./dialog.js";
import { find, h, set } from "./dom.js";
import { markdown } from "./markdown/render.js";
import { select } from "./select.js";

/** @import { Component, Field, FoundMenu, Interaction, Marks, TextInput, TextMenu } from "./wire.js" */
/** @import { Child } from "./dom.js" */
/** @import { Known } from "./markdown/render.js" */
/** @import { Item } from "./select.js" */

/**
 * @typedef {string | boolean | string[] | undefined} Given
 * @typedef {{element: HTMLElement, read: () => Given}} Control
 * @typedef {{id: string, element: string, label: string, required: boolean, read: () => Given}} Entry
 * @typedef {{known: Known, choices: (type: number) => Item[]}} Context
 */

let count = 0;

/**
 * Open the modal of an interaction.
 * @param {Interaction} interaction with its `modal`
 * @param {import("./session.js").Session} session
 * @param {Context} context
 */
export function openModal(interaction, session, context) {
  const { modal } = interaction;
  if (!modal) return;
  /** @type {Entry[]} */
  const fields = [];
  const parts = modal.components.map((part) => render(part, fields, context));
  const error = h("p", { class: "form-error", role: "alert" });
  const cancel = h("button", { type: "button", class: "button secondary" }, "Cancel");
  const submit = h("button", { type: "submit", class: "button primary" }, "Submit");
  const form = h(
    "form",
    { class: "modal-form", novalidate: true },
    parts,
    error,
    h("div", { class: "dialog-foot" }, cancel, submit),
  );
  const dialog = openDialog({ title: modal.title, class: "modal", signal: session.signal }, form);
  cancel.addEventListener("click", () => dialog.close());
  find(form, "input, textarea, button")?.focus();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.getAttribute("aria-disabled")) return;
    error.textContent = "";
    const missing = fields.find(({ required, read }) => required && isEmpty(read()));
    if (missing) {
      error.textContent = `${missing.label} is required.`;
      (find(form, `#${missing.element} input`) ?? find(form, `#${missing.element}`))?.focus();
      return;
    }
    set(submit, "aria-disabled", "true");
    submit.classList.add("busy");
    try {
      const values = Object.fromEntries(
        fields.map(({ id, read }) => [id, read()]).filter(([, value]) => value !== undefined),
      );
      const done = await session.finish("submit", { interaction_id: interaction.id, values });
      if (done.state === "failed") error.textContent = "Something went wrong. Try again.";
      else dialog.close();
    } catch (refused) {
      error.textContent = reason(refused);
    } finally {
      set(submit, "aria-disabled", null);
      submit.classList.remove("busy");
    }
  });
}

/** @param {Given} value */
const isEmpty = (value) => value === undefined || (typeof value !== "boolean" && value.length === 0);

/**
 * @param {Component} part
 * @param {Entry[]} fields to which the part's fields are added
 * @param {Context} context
 * @returns {Child}
 */
function render(part, fields, context) {
  if (part.type === 10) return markdown(part.content, context.known);
  if (part.type === 1)
    return part.components.map((inner) =>
      inner.type === 4 ? field(inner, inner.label ?? "", "", fields, context) : null,
    );
  if (part.type === 18) return field(part.component, part.label, part.description ?? "", fields, context);
  return null;
}

/**
 * @param {Field} component
 * @param {string} label
 * @param {string} description
 * @param {Entry[]} fields
 * @param {Context} context
 */
function field(component, label, description, fields, context) {
  count += 1;
  const id = `field-${count}`;
  const { element, read } = control(component, id, label, context);
  const grouped = [21, 22].includes(component.type);
  const required = component.required !== false && ![19, 23].includes(component.type);
  fields.push({ id: component.custom_id, element: id, label, required, read });
  const name = [label, required && h("span", { class: "required", "aria-hidden": "true" }, " *")];
  const note = description && h("p", { class: "field-note", id: `${id}-note` }, description);
  if (note) set(element, "aria-describedby", `${id}-note`);
  if (grouped) return h("fieldset", { class: "field" }, h("legend", {}, name), note, element);
  return h("div", { class: "field" }, h("label", { for: id }, name), note, element);
}

/**
 * @param {Field} component
 * @param {string} id
 * @param {string} label
 * @param {Context} context
 * @returns {Control}
 */
function control(component, id, label, context) {
  switch (component.type) {
    case 4:
      return textInput(component, id);
    case 21:
    case 22:
      return marks(component, id);
    case 23: {
      const box = h("input", { id, type: "checkbox", "prop:checked": Boolean(component.default) });
      return { element: box, read: () => box.checked };
    }
    case 19:
      return { element: h("p", { id, class: "field-note" }, "Files cannot be sent from here."), read: () => undefined };
    default:
      return menu(component, id, label, context);
  }
}

/**
 * @param {TextInput} component
 * @param {string} id
 * @returns {Control}
 */
function textInput(component, id) {
  const long = component.style === 2;
  const element = h(long ? "textarea" : "input", {
    id,
    type: long ? null : "text",
    rows: long ? "4" : null,
    placeholder: component.placeholder,
    minlength: component.min_length,
    maxlength: component.max_length ?? 4000,
    "aria-required": component.required === false ? null : "true",
    "prop:value": component.value ?? "",
  });
  return { element, read: () => element.value };
}

/**
 * Radio buttons, or checkboxes of a group.
 * @param {Marks} component
 * @param {string} id
 * @returns {Control}
 */
function marks(component, id) {
  const type = component.type === 21 ? "radio" : "checkbox";
  const inputs = component.options.map(({ value, default: chosen }) =>
    h("input", { type, name: id, value, "prop:checked": Boolean(chosen) }),
  );
  const rows = component.options.map(({ label, description }, at) =>
    h(
      "label",
      { class: "mark" },
      inputs[at],
      h("span", {}, label, description && h("span", { class: "field-note" }, description)),
    ),
  );
  const picked = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const read = () => (type === "radio" ? picked()[0] : picked());
  return { element: h("div", { id, class: "marks" }, rows), read };
}

/**
 * @param {TextMenu | FoundMenu} component
 * @param {string} id
 * @param {string} label
 * @param {Context} context
 * @returns {Control}
 */
function menu(component, id, label, context) {
  const options = component.type === 3 ? component.options.map(option) : context.choices(component.type);
  let values = options.filter(({ chosen }) => chosen).map(({ value }) => value);
  const element = select({
    options,
    label: component.placeholder ? `${label}: ${component.placeholder}` : label,
    least: component.required === false ? 0 : (component.min_values ?? 1),
    most: component.max_values ?? 1,
    onChange(chosen) {
      values = chosen;
    },
  });
  element.id = id;
  return { element, read: () => values };
}
