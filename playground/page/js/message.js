/** One message as an element. Its body can be drawn anew while the rest, and the focus, stay. */

import { appTag, avatar } from "./avatar.js";
import { renderComponents } from "./components.js";
import { fill, h, icon, set } from "./dom.js";
import { renderEmbed } from "./embeds.js";
import { file, isPicture, picture } from "./files.js";
import { madeAt } from "./ids.js";
import { markdown } from "./markdown/render.js";
import { isEphemeral, isThinking } from "./store.js";
import { format, stamp } from "./time.js";

const V2 = 1 << 15;

/**
 * @param {Object} message as the feed has it; with `local` it is this page's own (a command on its way)
 * @param {Object} context that of components, with `preview(message)`, `dismiss(message)`, `jump(id)`, `tools(message)`
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

/** Draw a message's body anew; the focus stays on the control it was on, or else in the body. */
export function drawBody(article, message, context) {
  const body = article.querySelector(".body");
  const focused = body.contains(document.activeElement) ? document.activeElement : null;
  fill(body, contentOf(message, { ...context, message }));
  article.classList.toggle("pinged", Boolean(message.pinged));
  if (!focused) return;
  const same = twin(body, focused);
  if (same) same.focus();
  else enter(article);
}

/** Let the keyboard go on at a message: the next Tab reaches its first control. */
export function enter(article) {
  article.querySelector(".body").focus({ preventScroll: true });
}

function twin(body, control) {
  const controls = [...body.querySelectorAll("button, a, [tabindex]")];
  const { customId } = control.dataset;
  const same = (other) =>
    other.getAttribute("aria-label") === control.getAttribute("aria-label") &&
    other.textContent === control.textContent;
  return controls.find((other) => customId && other.dataset.customId === customId) ?? controls.find(same);
}

/** Show which control is waiting for the bot; null for none. */
export function setBusy(article, customId) {
  const busy = customId !== null;
  set(article.querySelector(".body"), "aria-busy", busy ? "true" : null);
  for (const control of article.querySelectorAll(".body [data-custom-id]")) {
    const mine = busy && control.dataset.customId === customId;
    control.classList.toggle("busy", mine);
    if (busy) control.dataset.held ??= control.getAttribute("aria-disabled") ?? "";
    set(control, "aria-disabled", busy ? "true" : control.dataset.held || null);
    if (!busy) delete control.dataset.held;
  }
}

/** Say under a message that something went wrong; nothing takes it away. */
export function setFailure(article, text) {
  fill(article.querySelector(".failure"), text && [icon("alert"), text]);
}

function contentOf(message, context) {
  const { local, content, embeds, components, attachments, flags, edited_timestamp: edited } = message;
  if (local) return localContent(local);
  if (isThinking(message)) return thinking(`${message.author.username} is thinking`);
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

function localContent({ failed }) {
  return failed ? h("p", { class: "failed", role: "alert" }, icon("alert"), failed) : thinking("Sending command");
}

function thinking(text) {
  const dots = h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
  return h("p", { class: "thinking" }, dots, `${text} …`);
}

function footer(message, context) {
  const dismiss = h(
    "button",
    { type: "button", class: "text-button", onClick: () => context.dismiss(message) },
    "Dismiss message",
  );
  return h("p", { class: "only-you" }, icon("eye"), "Only you can see this · ", dismiss);
}

/** Who used which command, or what the message answers. */
function headerOf(message, context) {
  const { local, interaction_metadata: made, message_reference: reference } = message;
  const command = local?.line ?? (made?.type === 2 ? made.name : null);
  if (command) {
    const who = local ? context.me : made.user;
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
