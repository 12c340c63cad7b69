/** Dialogs: the browser keeps the focus inside; Escape closes them, and the focus returns to where it was. */

import { local } from "./api.js";
import { fixed, focusedIn, h, iconButton, set } from "./dom.js";
import { refocus } from "./message.js";

/** @import { Child } from "./dom.js" */
/** @import { Picture } from "./wire.js" */

/**
 * Open a dialog.
 * @param {{title: string, class?: string, signal?: AbortSignal, onClose?: () => void}} settings
 * @param {...Child} content
 * @returns {HTMLDialogElement} remove it by `close()`
 */
export function openDialog({ title, class: name = "", signal, onClose }, ...content) {
  const dialog = h(
    "dialog",
    { class: `dialog ${name}`, "aria-label": title },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", {}, title),
      iconButton("close", "Close", () => close()),
    ),
    content,
  );
  const close = () => dialog.close();
  const opener = focusedIn(document.body);
  const message = opener?.closest("article")?.id;
  dialog.addEventListener("close", () => {
    signal?.removeEventListener("abort", close);
    dialog.remove();
    const article = message && !opener.isConnected && document.getElementById(message);
    if (article) refocus(article, opener); // it was redrawn meanwhile
    onClose?.();
  });
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog && isOutside(event, dialog)) close();
  });
  signal?.addEventListener("abort", close);
  fixed("layer").append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Close the dialog that was opened last.
 * @returns {boolean} whether one was open
 */
export function closeDialog() {
  const dialog = [...document.querySelectorAll("dialog")].at(-1);
  dialog?.close();
  return dialog !== undefined;
}

/**
 * Whether a press is outside an element; one on its scrollbar is not.
 * @param {PointerEvent} event
 * @param {HTMLElement} element
 */
function isOutside({ clientX, clientY }, element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/**
 * Show a picture as large as the window allows.
 * @param {Picture} item
 * @param {AbortSignal} signal
 */
export function openPicture({ url, description, filename }, signal) {
  const name = description || filename || "Picture";
  const picture = h("img", { src: local(url), alt: description ?? "" });
  const zoom = h("button", { type: "button", class: "text-button", "aria-pressed": "false" }, "Full size");
  const link = h("a", { href: local(url), target: "_blank", rel: "noopener" }, "Open in a new tab");
  const words = description && h("details", {}, h("summary", {}, "Description"), h("p", {}, description));
  const dialog = openDialog(
    { title: name, class: "lightbox", signal },
    picture,
    h("div", { class: "lightbox-caption" }, zoom, link, words),
  );
  const toggle = () => set(zoom, "aria-pressed", String(dialog.classList.toggle("zoomed")));
  zoom.addEventListener("click", toggle);
  picture.addEventListener("click", toggle);
}
