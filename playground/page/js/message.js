/** A message as an element. Its body can be redrawn while the rest, and the focus, stay. */

import { appTag, avatar } from "./avatar.js";
import { renderComponents } from "./components.js";
import { fill, find, findAll, focusedIn, h, icon, set } from "./dom.js";
import { renderEmbed } from "./embeds.js";
import { file, isPicture, picture } from "./files.js";
import { madeAt } from "./ids.js";
import { markdown } from "./markdown/render.js";
import { keepOpen } from "./select.js";
import { isEphemeral, isThinking } from "./store.js";
import { format, stamp } from "./time.js";

/** @import { Child } from "./dom.js" */
/** @import { Message, User } from "./wire.js" */
/** @import { Context as Components } from "./components.js" */

/**
 * @typedef {object} Own what messages need in addition to what components need
 * @property {User} me
 * @property {(id: string) => {author: User, text: string} | undefined} preview of the message that is replied to
 * @property {(message: Message) => void} dismiss
 * @property {(id: string) => void} jump to a message
 * @property {(message: Message) => HTMLElement} tools for developers
 * @typedef {Omit<Components, "message"> & Own} Context
 */

const V2 = 1 << 15;
const PINNED = 6;

/**
 * @param {Message} message
 * @param {Context} context
 * @returns {HTMLElement} an article
 */
export function renderMessage(message, context) {
  const { id, author, local } = message;
  const made = madeAt(id);
  const article = h(
    "article",
    { class: "message", id: `message-${id}`, "aria-labelledby": `author-${id} time-${id}`, dataset: { messageId: id } },
    headerOf(message, context),
    avatar(author),
    h(
      "div",
      { class: "head" },
      h("h3", { class: "name", id: `author-${id}` }, author.username),
      author.bot && appTag(),
      h(
        "time",
        { class: "time", id: `time-${id}`, datetime: new Date(made).toISOString(), title: format(made, "F") },
        stamp(made),
      ),
    ),
    h("time", { class: "short-time", "aria-hidden": "true" }, format(made, "t")),
    h("div", { class: "body", tabindex: "-1" }),
    h("div", { class: "failure", role: "alert" }),
    isEphemeral(message) && footer(message, context),
    local ? null : context.tools(message),
  );
  article.classList.toggle("ephemeral", isEphemeral(message));
  drawBody(article, message, context);
  return article;
}

/**
 * Redraw a message's body. The focus stays on the control that had it; if that is gone, it moves to the body. A list
 * that is open stays open if its select still offers the same.
 * @param {HTMLElement} article
 * @param {Message} message
 * @param {Context} context
 */
export function drawBody(article, message, context) {
  const body = bodyOf(article);
  const focused = focusedIn(body);
  const again = focused && keepOpen(focused);
  fill(body, contentOf(message, { ...context, message }));
  article.classList.toggle("pinged", Boolean(message.pinged));
  if (focused) again?.(refocus(article, focused));
}

/**
 * Move the focus to the control of a redrawn message that stands for a former one; to the message if it is gone.
 * @param {HTMLElement} article
 * @param {HTMLElement} control the former one
 * @returns {HTMLElement} what has the focus now
 */
export function refocus(article, control) {
  const same = twin(bodyOf(article), control);
  if (same) same.focus();
  else enter(article);
  return same ?? bodyOf(article);
}

/**
 * Move the focus to a message, so that the next Tab reaches its first control.
 * @param {HTMLElement} article
 */
export function enter(article) {
  bodyOf(article).focus({ preventScroll: true });
}

/** @param {HTMLElement} article */
const bodyOf = (article) => /** @type {HTMLElement} */ (find(article, ".body"));

/**
 * @param {HTMLElement} body
 * @param {HTMLElement} control
 */
function twin(body, control) {
  const controls = findAll(body, "button, a, [tabindex]");
  const { customId } = control.dataset;
  /** @param {HTMLElement} other */
  const same = (other) =>
    other.getAttribute("aria-label") === control.getAttribute("aria-label") &&
    other.textContent === control.textContent;
  return controls.find((other) => customId && other.dataset.customId === customId) ?? controls.find(same);
}

/**
 * Show which control is waiting for the bot; null for none.
 * @param {HTMLElement} article
 * @param {string | null} customId
 */
export function setBusy(article, customId) {
  const busy = customId !== null;
  set(bodyOf(article), "aria-busy", busy ? "true" : null);
  for (const control of findAll(article, ".body [data-custom-id]")) {
    const mine = busy && control.dataset.customId === customId;
    control.classList.toggle("busy", mine);
    if (busy) control.dataset.held ??= control.getAttribute("aria-disabled") ?? "";
    set(control, "aria-disabled", busy ? "true" : control.dataset.held || null);
    if (!busy) delete control.dataset.held;
  }
}

/**
 * Show below a message that something went wrong; "" removes that.
 * @param {HTMLElement} article
 * @param {string} text
 */
export function setFailure(article, text) {
  const place = find(article, ".failure");
  if (place) fill(place, text && [icon("alert"), text]);
}

/**
 * @param {Message} message
 * @param {Components} context
 * @returns {Child[]}
 */
function contentOf(message, context) {
  const { local, content, embeds, components, attachments, flags, edited_timestamp: edited } = message;
  if (local) return [localContent(local)];
  if (message.type === PINNED) return [h("em", {}, "pinned a message to this channel.")];
  if (isThinking(message)) return [thinking(`${message.author.username} is thinking`)];
  const loose = flags & V2 ? [] : attachments;
  return [
    content && markdown(content, context.known),
    embeds.map((embed) => renderEmbed(embed, context)),
    loose.filter(isPicture).map((one) => h("div", { class: "gallery one" }, picture(one, context))),
    renderComponents(components, context),
    loose.filter((one) => !isPicture(one)).map(file),
    edited && h("time", { class: "edited", datetime: edited, title: format(Date.parse(edited), "F") }, "(edited)"),
  ];
}

/** @param {{failed?: string}} local */
function localContent({ failed }) {
  return failed ? h("p", { class: "failed", role: "alert" }, icon("alert"), failed) : thinking("Sending command");
}

/** @param {string} text */
function thinking(text) {
  const dots = h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
  return h("p", { class: "thinking" }, dots, `${text} …`);
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function footer(message, context) {
  const dismiss = h(
    "button",
    { type: "button", class: "text-button", onClick: () => context.dismiss(message) },
    "Dismiss message",
  );
  return h("p", { class: "only-you" }, icon("eye"), "Only you can see this · ", dismiss);
}

/**
 * Who used which command, or what the message answers.
 * @param {Message} message
 * @param {Context} context
 */
function headerOf(message, context) {
  const { local, interaction_metadata: made, message_reference: reference } = message;
  const command = local?.line ?? (made?.type === 2 ? made.name : null);
  const who = local ? context.me : made?.user;
  if (command && who) {
    const name = h("span", { class: "who" }, who.username);
    return h(
      "div",
      { class: "reply" },
      icon("reply"),
      avatar(who),
      name,
      " used ",
      h("span", { class: "mention" }, `/${command}`),
    );
  }
  const id = reference?.message_id ?? made?.interacted_message_id;
  if (!id) return null;
  const preview = context.preview(id);
  if (!preview) return h("div", { class: "reply" }, icon("reply"), h("em", {}, "Original message was deleted"));
  return h(
    "div",
    { class: "reply" },
    icon("reply"),
    avatar(preview.author),
    h("span", { class: "who" }, preview.author.username),
    h("button", { type: "button", class: "text-button preview", onClick: () => context.jump(id) }, preview.text),
  );
}
