/** The little that this browser remembers: theme, last person, last channel of each. */

const KEY = "playground";

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** What is remembered under a name, or undefined. */
export const recall = (name) => all()[name];

/** Remember something; silently not where storage is closed. */
export function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [name]: value }));
  } catch {
    // nothing is remembered then
  }
}
