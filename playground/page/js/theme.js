/** The dark and light themes: the system's, or the chosen one. */

import { fill, icon, iconButton } from "./dom.js";
import { recall, remember } from "./prefs.js";

const system = matchMedia("(prefers-color-scheme: light)");

const current = () => recall("theme") ?? (system.matches ? "light" : "dark");

/** Apply the theme, now and whenever the system's changes. */
export function applyTheme() {
  document.documentElement.dataset.theme = current();
  system.onchange = applyTheme;
}

/** A button that switches between dark and light. */
export function themeButton() {
  const button = iconButton("sun", "", () => {
    remember("theme", current() === "dark" ? "light" : "dark");
    applyTheme();
    draw();
  });
  function draw() {
    const other = current() === "dark" ? "light" : "dark";
    fill(button, icon(other === "light" ? "sun" : "moon"));
    button.setAttribute("aria-label", `Use the ${other} theme`);
    button.title = `Use the ${other} theme`;
  }
  draw();
  return button;
}
