/** Embeds in a simple form: their contents from top to bottom. */

import { h } from "./dom.js";
import { picture } from "./files.js";
import { markdown } from "./markdown/render.js";

/** @import { Embed, Picture } from "./wire.js" */
/** @import { Known } from "./markdown/render.js" */

/**
 * One embed of a message.
 * @param {Embed} embed
 * @param {{known: Known, openPicture: (item: Picture) => void}} context
 */
export function renderEmbed(embed, context) {
  const { title, url, description, author, fields, image, thumbnail, footer, color } = embed;
  const element = h(
    "div",
    { class: "container embed" },
    author?.name && h("div", { class: "embed-author" }, author.name),
    title && h("div", { class: "embed-title", role: "heading", "aria-level": "4" }, url ? link(url, title) : title),
    description && markdown(description, context.known),
    fields &&
      fields.length > 0 &&
      h(
        "div",
        { class: "embed-fields" },
        fields.map((field) => renderField(field, context)),
      ),
    thumbnail && h("div", { class: "thumbnail" }, picture(thumbnail, context)),
    image && h("div", { class: "gallery one" }, picture(image, context)),
    footer?.text && h("div", { class: "subtext" }, footer.text),
  );
  if (color !== null && color !== undefined) {
    element.classList.add("accented");
    element.style.setProperty("--accent-colour", `#${color.toString(16).padStart(6, "0")}`);
  }
  return element;
}

/**
 * @param {{name: string, value: string, inline?: boolean}} field
 * @param {{known: Known}} context
 */
function renderField({ name, value, inline }, { known }) {
  return h(
    "div",
    { class: inline ? "embed-field inline" : "embed-field" },
    h("strong", {}, name),
    markdown(value, known),
  );
}

/**
 * @param {string} url
 * @param {string} text
 */
function link(url, text) {
  if (!/^https?:/i.test(url)) return text;
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, text);
}
