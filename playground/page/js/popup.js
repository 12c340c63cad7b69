/** Something that floats beside its anchor until it is closed: by Escape, a press elsewhere, or its owner. */

const GAP = 6;
const MARGIN = 8;

/**
 * @param {HTMLElement} anchor
 * @param {HTMLElement} content
 * @param {{onClose?: function(): void, fit?: boolean, above?: boolean, signal?: AbortSignal}} [settings]
 *   `fit`: as wide as the anchor. `above`: rather above it.
 * @returns {{close: function(): void, place: function(): void}}
 */
export function openPopup(anchor, content, { onClose, fit = false, above = false, signal } = {}) {
  const ending = new AbortController();
  const host = anchor.closest("dialog") ?? document.getElementById("layer");
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
  const listen = (target, type, listener, capture = false) =>
    target.addEventListener(type, listener, { signal: ending.signal, capture });
  listen(
    document,
    "pointerdown",
    ({ target }) => {
      if (!content.contains(target) && !anchor.contains(target)) close();
    },
    true,
  );
  listen(
    document,
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close();
    },
    true,
  );
  listen(
    document,
    "scroll",
    ({ target }) => {
      if (target.contains?.(anchor)) place();
    },
    true,
  );
  listen(window, "resize", place);
  signal?.addEventListener("abort", close, { signal: ending.signal });
  return { close, place };
}

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
