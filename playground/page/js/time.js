/** Times in the reader's zone and language, by the playground's clock. */

const SLACK = 1000;

let ahead = 0;

/**
 * Set the playground's time, in seconds since 1970.
 * @param {number} seconds
 */
export function setTime(seconds) {
  ahead = seconds * 1000 - Date.now();
}

/**
 * Something with this time (milliseconds) has arrived: if it is ahead of our clock, the playground's was moved on.
 * @param {number} ms
 */
export function reach(ms) {
  if (ms - now() > SLACK) setTime(ms / 1000);
}

/** The playground's time in milliseconds. */
export const now = () => Date.now() + ahead;

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const formats = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/**
 * Units with their seconds, and up to how many of them are used before the next unit, as Discord rounds.
 * @type {[Intl.RelativeTimeFormatUnit, number, number][]}
 */
const UNITS = [
  ["second", 1, 45],
  ["minute", 60, 45],
  ["hour", 3600, 22],
  ["day", 86400, 26],
  ["month", 2629800, 11],
  ["year", 31557600, Infinity],
];
const relativeFormat = new Intl.RelativeTimeFormat();

/**
 * A time in one of the timestamp styles: t T d D f F R.
 * @param {number} ms
 */
export function format(ms, style = "f") {
  if (style === "R") return relative(ms);
  return new Intl.DateTimeFormat(undefined, formats[style] ?? formats.f).format(ms);
}

/**
 * A relative time such as "in 2 hours" or "3 days ago".
 * @param {number} ms
 * @returns {string}
 */
export function relative(ms) {
  const seconds = (ms - now()) / 1000;
  const [unit, size] = UNITS.find(([, size, most]) => Math.round(Math.abs(seconds) / size) < most) ?? UNITS[0];
  return relativeFormat.format(Math.sign(seconds) * Math.max(1, Math.round(Math.abs(seconds) / size)), unit);
}

/**
 * The day as shown in a divider between messages.
 * @param {number} ms
 */
export const day = (ms) => format(ms, "D");

/**
 * The time of a message as shown beside its author's name.
 * @param {number} ms
 */
export function stamp(ms) {
  const days = dayNumber(now()) - dayNumber(ms);
  if (days === 0) return format(ms, "t");
  if (days === 1) return `Yesterday at ${format(ms, "t")}`;
  return `${format(ms, "d")}, ${format(ms, "t")}`;
}

/** @param {number} ms */
function dayNumber(ms) {
  const date = new Date(ms);
  return Math.floor((ms - date.getTimezoneOffset() * 60000) / 86400000);
}

/** Keep all relative times on the page up to date. */
export function keepTimes() {
  setInterval(() => {
    for (const time of document.getElementsByTagName("time")) {
      if (time.dataset.relative === undefined) continue;
      const shown = relative(Date.parse(time.dateTime));
      if (time.textContent !== shown) time.textContent = shown; // rewriting the same text would lose a selection
    }
  }, 1000);
}
