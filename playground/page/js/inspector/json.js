/** JSON for reading: indented and coloured. */

import { h } from "../dom.js";

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)/gi;

/**
 * A value as an element.
 * @param {unknown} value
 */
export function json(value) {
  const text = JSON.stringify(value, null, 2) ?? "nothing";
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [all, string, colon, word] = match;
    parts.push(text.slice(end, match.index));
    const kind = string ? (colon ? "key" : "string") : word ? "word" : "number";
    parts.push(h("span", { class: `json-${kind}` }, string ?? all), colon ?? "");
    end = match.index + all.length;
  }
  return h("pre", { class: "json", tabindex: "0" }, parts, text.slice(end));
}
