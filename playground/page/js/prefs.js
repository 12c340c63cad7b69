/** The little that this browser remembers: theme, last person, last channel of each. */

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
 * What is remembered under a name, or undefined.
 * @template {keyof Prefs} Name
 * @param {Name} name
 */
export const recall = (name) => all()[name];

/**
 * Remember something; silently not where storage is closed.
 * @template {keyof Prefs} Name
 * @param {Name} name
 * @param {Prefs[Name]} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [name]: value }));
  } catch {
    // nothing is remembered then
  }
}
