/** What this browser remembers: theme, last person, and each person's last channel. */

const KEY = "playground";

/**
 * @typedef {{theme?: string, person?: string, channels?: Record<string, string>}} Prefs the last channel by person
 * @returns {Prefs}
 */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The remembered value of this name, or undefined.
 * @template {keyof Prefs} Name
 * @param {Name} name
 */
export const recall = (name) => all()[name];

/**
 * Remember a value; does nothing if the browser denies storage.
 * @template {keyof Prefs} Name
 * @param {Name} name
 * @param {Prefs[Name]} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [name]: value }));
  } catch {
    // storage is denied: nothing is remembered
  }
}
