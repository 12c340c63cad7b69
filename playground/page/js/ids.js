/** Ids (snowflakes): they grow with time, and are too large for JavaScript numbers. */

const EPOCH = 1420070400000n;

/**
 * Compare two ids by age for `sort`: negative if the first is older.
 * @param {string} a
 * @param {string} b
 */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * The time at which an id was made, in milliseconds since 1970.
 * @param {string} id
 */
export function madeAt(id) {
  return Number((BigInt(id) >> 22n) + EPOCH);
}

/**
 * The lowest id that can be made at a time.
 * @param {number} ms
 */
export function firstId(ms) {
  return String((BigInt(Math.floor(ms)) - EPOCH) << 22n);
}

/**
 * Initials of a name, at most two.
 * @param {string} name
 */
export function initials(name) {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  const letters = (words.length ? words : [name]).slice(0, 2).map(([letter]) => letter);
  return letters.join("").toUpperCase();
}
