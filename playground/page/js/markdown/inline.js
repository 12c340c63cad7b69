/** Markdown within a line: parses text into a tree of plain nodes `{kind, …}`; text nodes are strings. */

/**
 * @typedef {{kind: "code", text: string}
 *   | {kind: "user" | "role" | "channel", id: string}
 *   | {kind: "command" | "everyone", name: string}
 *   | {kind: "emoji", name: string, id: string}
 *   | {kind: "time", seconds: number, style: string}
 *   | {kind: "link", url: string, children: Inline[]}
 *   | {kind: Nested, children: Inline[]}} Element
 * @typedef {"strong" | "underline" | "em" | "strike" | "spoiler"} Nested kinds whose text is parsed again
 * @typedef {string | Element} Inline
 * @typedef {{at: RegExp, make: (match: RegExpExecArray) => Inline, afterSpace?: boolean}} Rule
 */

/** @type {(kind: Nested) => (match: RegExpExecArray) => Inline} */
const nested = (kind) => (match) => ({ kind, children: parseInline(match[1]) });

/** The rules, in the order in which they are tried at each position. @type {Rule[]} */
const RULES = [
  { at: /^\\([^\p{L}\p{N}\s])/u, make: ([, char]) => char },
  {
    at: /^(`{1,2})(?!`)([\s\S]*?[^`])\1(?!`)/,
    make: ([, , text]) => ({ kind: "code", text: text.trim() }),
  },
  { at: /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, make: nested("strong") },
  { at: /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, make: nested("underline") },
  { at: /^\*(?=\S)((?:\\[\s\S]|\*\*|[^\\*])+?)(?<!\s)\*(?!\*)/, make: nested("em") },
  { at: /^_(?=\S)((?:\\[\s\S]|__|[^\\_])+?)_(?![\p{L}\p{N}_])/u, make: nested("em"), afterSpace: true },
  { at: /^~~([\s\S]+?)~~(?!~)/, make: nested("strike") },
  { at: /^\|\|([\s\S]+?)\|\|/, make: nested("spoiler") },
  { at: /^<@!?(\d{1,20})>/, make: ([, id]) => ({ kind: "user", id }) },
  { at: /^<@&(\d{1,20})>/, make: ([, id]) => ({ kind: "role", id }) },
  { at: /^<#(\d{1,20})>/, make: ([, id]) => ({ kind: "channel", id }) },
  { at: /^<\/([^:>]{1,100}):\d{1,20}>/, make: ([, name]) => ({ kind: "command", name }) },
  { at: /^<a?:(\w{2,32}):(\d{1,20})>/, make: ([, name, id]) => ({ kind: "emoji", name, id }) },
  {
    at: /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/,
    make: ([, seconds, style]) => ({ kind: "time", seconds: Number(seconds), style: style ?? "f" }),
  },
  { at: /^@(everyone|here)\b/, make: ([, name]) => ({ kind: "everyone", name }) },
  {
    at: /^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/,
    make: ([, text, url]) => ({ kind: "link", url, children: parseInline(text) }),
  },
  { at: /^<(https?:\/\/[^\s>]+)>/, make: ([, url]) => ({ kind: "link", url, children: [url] }) },
  {
    at: /^https?:\/\/(?:[^\s<()]|\([^\s<()]*\))*(?:\([^\s<()]*\)|[^\s<.,:;"'()\]])/,
    make: ([url]) => ({ kind: "link", url, children: [url] }),
  },
];

const PLAIN = /^[^\\`*_~|<@[h]+/;

/**
 * @param {string} text
 * @returns {Inline[]} adjacent text is joined into one string
 */
export function parseInline(text) {
  /** @type {Inline[]} */
  const nodes = [];
  let rest = text;
  let before = "";
  while (rest) {
    const [node, length] = next(rest, before);
    const last = nodes.at(-1);
    if (typeof node === "string" && typeof last === "string") nodes[nodes.length - 1] = last + node;
    else nodes.push(node);
    before = rest[length - 1];
    rest = rest.slice(length);
  }
  return nodes;
}

/**
 * The first node of a text, and how many characters it takes.
 * @param {string} rest
 * @param {string} before the character before it
 * @returns {[Inline, number]}
 */
function next(rest, before) {
  const plain = PLAIN.exec(rest);
  if (plain) return [plain[0], plain[0].length];
  for (const rule of RULES) {
    if (rule.afterSpace && /[\p{L}\p{N}_]/u.test(before)) continue;
    const match = rule.at.exec(rest);
    if (!match) continue;
    return [rule.make(match), match[0].length];
  }
  return [rest[0], 1];
}
