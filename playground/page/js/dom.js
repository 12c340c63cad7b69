/** Helpers for making elements. Text from outside only ever becomes text nodes. */

/**
 * @typedef {Node | string | number | null | undefined | false | Child[]} Child nested arrays are flattened; null,
 *   undefined and false left out
 * @typedef {{[name: string]: unknown, class?: string, dataset?: Record<string, string>,
 *   onClick?: (event: MouseEvent) => void}} Props `dataset`, `on…` listeners, `prop:…` properties, else attributes;
 *   null, undefined and false leave an attribute out, true sets it empty
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "dataset") Object.assign(element.dataset, value);
    else if (name.startsWith("on")) {
      if (value) element.addEventListener(name.slice(2).toLowerCase(), /** @type {EventListener} */ (value));
    } else if (name.startsWith("prop:")) Object.assign(element, { [name.slice(5)]: value });
    else set(element, name, value);
  }
  element.append(...flat(children));
  return element;
}

/**
 * Set an attribute, or remove it for null, undefined and false.
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Flatten children and drop empty ones, ready for `append`.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export function flat(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flat(child);
    if (child === null || child === undefined || child === false) return [];
    return [typeof child === "number" ? String(child) : child];
  });
}

/**
 * Replace all children of an element.
 * @template {Element} T
 * @param {T} element
 * @param {...Child} children
 * @returns {T}
 */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

/**
 * The first element inside that matches, or null.
 * @param {ParentNode} root
 * @param {string} selector
 */
export const find = (root, selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector));

/**
 * All elements inside that match.
 * @param {ParentNode} root
 * @param {string} selector
 */
export const findAll = (root, selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * The focused element if it is this one or inside it; else null.
 * @param {Element} root
 */
export function focusedIn(root) {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && root.contains(activeElement) ? activeElement : null;
}

/**
 * An element of the initial page, by its id.
 * @param {string} id
 */
export const fixed = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {keyof typeof PATHS} Icon */

const PATHS = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17",
  thread: "M4 4v8a4 4 0 0 0 4 4h12M15 11l5 5-5 5",
  home: "M4 5h16v11H11l-5 4v-4H4z",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.3c2.4.7 4 2.6 4 5.7",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  send: "M4 4l17 8-17 8 3-8zM7 12h8",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  reply: "M5 20v-6a4 4 0 0 1 4-4h11M16 6l4 4-4 4",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  tools: "M8 6l-5 6 5 6M16 6l5 6-5 6M13.5 4l-3 16",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 8v5M12 16.5v.5M12 3 2 20h20z",
  slash: "M5 4h14v16H5zM14 8l-4 8",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14",
  braces: "M9 4c-3 0-3 2-3 4s0 4-3 4c3 0 3 2 3 4s0 4 3 4M15 4c3 0 3 2 3 4s0 4 3 4c-3 0-3 2-3 4s0 4-3 4",
  at: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM16 8v5.5c0 3.5 5 3 5-1.5a9 9 0 1 0-4 7.5",
};

/**
 * A line icon of our own, hidden from screen readers.
 * @param {Icon} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/**
 * An icon button with a name.
 * @param {Icon} name
 * @param {string} label
 * @param {(() => void) | null} onClick
 * @param {Props} [props]
 */
export function iconButton(name, label, onClick, props = {}) {
  return h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": label,
      title: label,
      onClick: onClick ?? undefined,
      ...props,
    },
    icon(name),
  );
}

/**
 * Let the arrow keys move through the items of a list, only one of which is in the tab order (roving tabindex).
 * @param {HTMLElement} container
 * @param {string} selector of the items
 * @returns {() => void} to be called after the items were redrawn
 */
export function roving(container, selector) {
  const items = () => findAll(container, selector).filter((item) => item.offsetParent !== null);
  const settle = () => {
    const all = findAll(container, selector);
    const entry = all.find((item) => item.hasAttribute("aria-current")) ?? all[0];
    for (const item of all) item.tabIndex = item === entry ? 0 : -1;
  };
  container.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || !target.matches(selector)) return;
    for (const item of items()) item.tabIndex = item === target ? 0 : -1;
  });
  container.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = new Map([
      ["ArrowDown", at + 1],
      ["ArrowUp", at - 1],
      ["Home", 0],
      ["End", all.length - 1],
    ]).get(event.key);
    if (at < 0 || to === undefined || !all[to]) return;
    event.preventDefault();
    all[to].focus();
  });
  settle();
  return settle;
}
