/** Markdown inside a line: text to a tree of plain nodes `{kind, …}`; strings are text. */

/** In the order in which they are tried at each place. `nested` are kinds whose text is parsed again. */
const RULES = [
  { kind: "escape", at: /^\\([^\p{L}\p{N}\s])/u, make: ([, char]) => char },
  {
    kind: "code",
    at: /^(`{1,2})(?!`)([\s\S]*?[^`])\1(?!`)/,
    make: ([, , text]) => ({ kind: "code", text: text.trim() }),
  },
  { kind: "strong", at: /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, nested: true },
  { kind: "underline", at: /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, nested: true },
  { kind: "em", at: /^\*(?=\S)((?:\\[\s\S]|\*\*|[^\\*])+?)\*(?!\*)/, nested: true },
  { kind: "em", at: /^_(?=\S)((?:\\[\s\S]|__|[^\\_])+?)_(?![\p{L}\p{N}_])/u, nested: true, afterSpace: true },
  { kind: "strike", at: /^~~([\s\S]+?)~~(?!~)/, nested: true },
  { kind: "spoiler", at: /^\|\|([\s\S]+?)\|\|/, nested: true },
  { kind: "user", at: /^<@!?(\d{1,20})>/, make: ([, id]) => ({ kind: "user", id }) },
  { kind: "role", at: /^<@&(\d{1,20})>/, make: ([, id]) => ({ kind: "role", id }) },
  { kind: "channel", at: /^<#(\d{1,20})>/, make: ([, id]) => ({ kind: "channel", id }) },
  { kind: "command", at: /^<\/([^:>]{1,100}):\d{1,20}>/, make: ([, name]) => ({ kind: "command", name }) },
  { kind: "emoji", at: /^<a?:(\w{2,32}):(\d{1,20})>/, make: ([, name, id]) => ({ kind: "emoji", name, id }) },
  {
    kind: "time",
    at: /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/,
    make: ([, seconds, style]) => ({ kind: "time", seconds: Number(seconds), style: style ?? "f" }),
  },
  { kind: "everyone", at: /^@(everyone|here)\b/, make: ([, name]) => ({ kind: "everyone", name }) },
  {
    kind: "link",
    at: /^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/,
    make: ([, text, url]) => ({ kind: "link", url, children: parseInline(text) }),
  },
  { kind: "link", at: /^<(https?:\/\/[^\s>]+)>/, make: ([, url]) => ({ kind: "link", url, children: [url] }) },
  { kind: "link", at: /^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, make: ([url]) => ({ kind: "link", url, children: [url] }) },
];

const PLAIN = /^[^\\`*_~|<@[h]+/;

/**
 * @param {string} text
 * @returns {(string|Object)[]} neighbouring text is one string
 */
export function parseInline(text) {
  const nodes = [];
  let rest = text;
  let before = "";
  const add = (node) => {
    if (typeof node === "string" && typeof nodes.at(-1) === "string") nodes[nodes.length - 1] += node;
    else nodes.push(node);
  };
  while (rest) {
    const [node, length] = next(rest, before);
    add(node);
    before = rest[length - 1];
    rest = rest.slice(length);
  }
  return nodes;
}

function next(rest, before) {
  const plain = PLAIN.exec(rest);
  if (plain) return [plain[0], plain[0].length];
  for (const rule of RULES) {
    if (rule.afterSpace && /[\p{L}\p{N}_]/u.test(before)) continue;
    const match = rule.at.exec(rest);
    if (!match) continue;
    const node = rule.nested ? { kind: rule.kind, children: parseInline(match[1]) } : rule.make(match);
    return [node, match[0].length];
  }
  return [rest[0], 1];
}
