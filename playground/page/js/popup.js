/** Content that floats beside its anchor until it is closed by Escape, a press elsewhere, or its owner. */

import { fixed } from "./dom.js";

const GAP = 6;
const MARGIN = 8;

/** @typedef {{close: () => void, place: () => void}} Popup */

/**
 * @param {HTMLElement} anchor
 * @param {HTMLElement} content
 * @param {{onClose?: () => void, fit?: boolean, above?: boolean, signal?: AbortSignal}} [settings]
 *   `fit`: as wide as the anchor. `above`: above it if there is room.
 * @returns {Popup}
 */
export function openPopup(anchor, content, { onClose, fit = false, above = false, signal } = {}) {
  const ending = new AbortController();
  const host = anchor.closest("dialog") ?? fixed("layer");
  content.classList.add("popup");
  host.append(content);
  const place = () => put(anchor, content, fit, above);
  place();
  const watch = new ResizeObserver(() => (anchor.isConnected ? place() : close()));
  watch.observe(anchor);

  function close() {
    if (ending.signal.aborted) return;
    ending.abort();
    watch.disconnect();
    content.remove();
    onClose?.();
  }
  const first = { signal: ending.signal, capture: true };
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (target instanceof Node && !content.contains(target) && !anchor.contains(target)) close();
    },
    first,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close();
    },
    first,
  );
  document.addEventListener(
    "scroll",
    ({ target }) => {
      if (target instanceof Node && target.contains(anchor)) place();
    },
    first,
  );
  window.addEventListener("resize", place, { signal: ending.signal });
  signal?.addEventListener("abort", close, { signal: ending.signal });
  return { close, place };
}

/**
 * @param {HTMLElement} anchor
 * @param {HTMLElement} content
 * @param {boolean} fit
 * @param {boolean} above
 */
function put(anchor, content, fit, above) {
  const box = anchor.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight;
  if (fit) content.style.width = `${box.width}px`;
  content.style.maxHeight = "";
  const wanted = content.offsetHeight;
  const roomBelow = height - box.bottom - GAP - MARGIN;
  const roomAbove = box.top - GAP - MARGIN;
  const up = above ? roomAbove >= Math.min(wanted, 160) : wanted > roomBelow && roomAbove > roomBelow;
  const room = Math.max(up ? roomAbove : roomBelow, 120);
  content.style.maxHeight = `${room}px`;
  const tall = Math.min(wanted, room);
  content.style.top = `${up ? box.top - GAP - tall : box.bottom + GAP}px`;
  content.style.left = `${Math.max(MARGIN, Math.min(box.left, width - content.offsetWidth - MARGIN))}px`;
}
