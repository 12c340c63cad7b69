/** Pictures and files of messages. */

import { local } from "./api.js";
import { h, icon } from "./dom.js";

/** @import { Attachment, Download, Picture } from "./wire.js" */

/**
 * Whether an attachment is shown as a picture.
 * @param {Attachment} attachment
 */
export const isPicture = ({ content_type: type }) => /^image\//.test(type ?? "");

/**
 * A picture as a button that opens it in large.
 * @param {Picture} item
 * @param {{openPicture: (item: Picture) => void}} context
 */
export function picture(item, context) {
  const { url, description, width, height, spoiler } = item;
  const image = h("img", { src: local(url), alt: description ?? "", width, height, decoding: "async" });
  const label = spoiler ? "Spoiler, press to show" : `Open the picture large${description ? `: ${description}` : ""}`;
  const button = h("button", { type: "button", class: "picture", "aria-label": label }, image);
  button.classList.toggle("hidden-picture", Boolean(spoiler));
  button.addEventListener("click", () => {
    if (button.classList.contains("hidden-picture")) button.classList.remove("hidden-picture");
    else context.openPicture(item);
  });
  return button;
}

/**
 * A file to download.
 * @param {Download} download
 */
export function file({ filename, url, size }) {
  return h(
    "div",
    { class: "file" },
    icon("file"),
    h(
      "div",
      { class: "file-text" },
      h("a", { href: local(url), download: filename }, filename),
      h("span", { class: "file-size" }, bytes(size)),
    ),
    h(
      "a",
      {
        class: "icon-button",
        href: local(url),
        download: filename,
        "aria-label": `Download ${filename}`,
        title: "Download",
      },
      icon("download"),
    ),
  );
}

/** @param {number} size */
function bytes(size) {
  if (size < 1024) return `${size} bytes`;
  if (size < 1024 * 1024) return `${(size / 1024).toFixed(1)} KB`;
  return `${(size / (1024 * 1024)).toFixed(1)} MB`;
}
