/** Renders Markdown as elements. The text is never parsed as HTML. */

import { h } from "../dom.js";
import { format, relative } from "../time.js";
import { parse } from "./blocks.js";

/** @import { Block } from "./blocks.js" */
/** @import { Element, Inline } from "./inline.js" */
/** @import { Child } from "../dom.js" */
/** @import { Emoji } from "../wire.js" */

/**
 * @typedef {object} Known names by id, and whose mention stands out
 * @property {string} me
 * @property {(id: string) => string} name of a user
 * @property {(id: string) => string | undefined} channel
 */

const NESTED = /** @type {const} */ ({ strong: "strong", em: "em", underline: "u", strike: "s" });
const PLACE = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/;
const ONLY_EMOJI = /^(?:\s|<a?:\w+:\d+>|\p{Extended_Pictographic}|\p{Emoji_Component}(?<!\d|[#*]))+$/u;

/**
 * @param {string} text
 * @param {Known} known
 * @returns {HTMLElement}
 */
export function markdown(text, known) {
  const element = h(
    "div",
    { class: "markdown" },
    parse(text).map((block) => renderBlock(block, known)),
  );
  if (text.length < 200 && ONLY_EMOJI.test(text)) element.classList.add("jumbo");
  return element;
}

/**
 * Markdown as one line of plain text, such as for a preview.
 * @param {string} text
 * @param {Known} known
 */
export function plain(text, known) {
  return markdown(text, known).textContent.replace(/\s+/g, " ").trim();
}

/**
 * A custom or Unicode emoji of a button, option or text.
 * @param {Emoji} emoji
 */
export function emoji({ id, name }) {
  if (!id) return h("span", { class: "emoji" }, name);
  return h("img", {
    class: "emoji",
    src: `/emojis/${id}.png`,
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
  });
}

/**
 * @param {Block} block
 * @param {Known} known
 * @returns {HTMLElement}
 */
function renderBlock(block, known) {
  switch (block.kind) {
    case "heading":
      return h(
        "div",
        { class: `h${block.level}`, role: "heading", "aria-level": block.level + 3 },
        inline(block.children, known),
      );
    case "subtext":
      return h("div", { class: "subtext" }, inline(block.children, known));
    case "quote":
      return h(
        "blockquote",
        {},
        block.children.map((inner) => renderBlock(inner, known)),
      );
    case "code":
      return h("pre", { tabindex: "0" }, h("code", { dataset: { language: block.language ?? "" } }, block.text));
    case "list":
      return h(
        block.ordered ? "ol" : "ul",
        { start: block.ordered && block.start !== 1 ? block.start : null },
        block.items.map((item) =>
          h(
            "li",
            {},
            item.map((inner) => renderBlock(inner, known)),
          ),
        ),
      );
    default:
      return h("div", { class: "lines" }, inline(block.children, known));
  }
}

/**
 * @param {Inline[]} nodes
 * @param {Known} known
 * @returns {Child[]}
 */
function inline(nodes, known) {
  return nodes.map((node) => (typeof node === "string" ? node : renderInline(node, known)));
}

/**
 * @param {Element} node
 * @param {Known} known
 * @returns {Child}
 */
function renderInline(node, known) {
  switch (node.kind) {
    case "code":
      return h("code", {}, node.text);
    case "user":
      return h("span", { class: node.id === known.me ? "mention me" : "mention" }, `@${known.name(node.id)}`);
    case "role":
      return h("span", { class: "mention" }, "@role");
    case "everyone":
      return h("span", { class: "mention me" }, `@${node.name}`);
    case "channel":
      return mentionedChannel(node.id, known);
    case "command":
      return h("span", { class: "mention" }, `/${node.name}`);
    case "emoji":
      return emoji(node);
    case "time":
      return time(node);
    case "link":
      return (
        toPlace(node, known) ??
        h("a", { href: node.url, target: "_blank", rel: "noopener noreferrer nofollow" }, inline(node.children, known))
      );
    case "spoiler":
      return spoiler(inline(node.children, known));
    default:
      return h(NESTED[node.kind], {}, inline(node.children, known));
  }
}

/**
 * @param {string} id
 * @param {Known} known
 */
function mentionedChannel(id, known) {
  const name = known.channel(id);
  if (name === undefined) return h("span", { class: "mention" }, "#unknown");
  return h("a", { class: "mention", href: `#${id}`, dataset: { channelId: id } }, `#${name}`);
}

/**
 * A link to an existing channel or message. A bare URL is shown as the channel's name, as in Discord.
 * @param {{url: string, children: Inline[]}} node
 * @param {Known} known
 */
function toPlace({ url, children }, known) {
  const [, id, message] = PLACE.exec(url) ?? [];
  const name = id && known.channel(id);
  if (!name) return undefined;
  const bare = children.length === 1 && children[0] === url;
  const href = message ? `#${id}/${message}` : `#${id}`;
  return h(
    "a",
    { class: bare ? "mention" : "", href, dataset: { channelId: id } },
    bare ? `#${name}${message ? " › message" : ""}` : inline(children, known),
  );
}

/** @param {{seconds: number, style: string}} node */
function time({ seconds, style }) {
  const ms = seconds * 1000;
  if (!Number.isFinite(new Date(ms).getTime())) return `<t:${seconds}>`;
  const shown = style === "R" ? relative(ms) : format(ms, style);
  const props = { class: "timestamp", datetime: new Date(ms).toISOString(), title: format(ms, "F") };
  return h("time", style === "R" ? { ...props, dataset: { relative: "" } } : props, shown);
}

/** @param {Child} children */
function spoiler(children) {
  const inner = h("span", { class: "spoiler-text", inert: true }, children);
  const button = h("button", { type: "button", class: "spoiler", "aria-label": "Spoiler, press to show" }, inner);
  button.addEventListener(
    "click",
    () => button.replaceWith(h("span", { class: "spoiler shown" }, [...inner.childNodes])),
    { once: true },
  );
  return button;
}
