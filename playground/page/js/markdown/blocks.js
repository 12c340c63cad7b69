/** Markdown's blocks: headings, subtext, lists, quotes, code; the rest are lines. */

import { parseInline } from "./inline.js";

/** @import { Inline } from "./inline.js" */

/**
 * @typedef {{kind: "lines" | "subtext", children: Inline[]}
 *   | {kind: "heading", level: number, children: Inline[]}
 *   | {kind: "quote", children: Block[]}
 *   | {kind: "list", ordered: boolean, start: number, items: Block[][]}
 *   | {kind: "code", language?: string, text: string}} Block
 */

const FENCE = /^([\s\S]*?)```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```\n?([\s\S]*)$/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const QUOTE = /^>(?: |$)(.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

/**
 * @param {string} text
 * @returns {Block[]}
 */
export function parse(text) {
  const fenced = FENCE.exec(text);
  if (fenced) {
    const [, before, language, code, after] = fenced;
    return [...parse(before.replace(/\n$/, "")), { kind: "code", language, text: code }, ...parse(after)];
  }
  return text ? parseLines(text.split("\n")) : [];
}

/**
 * Parse lines into blocks. Adjacent lines that belong to no other kind of block form one, so that a spoiler, say, may
 * span several.
 * @param {string[]} lines
 * @returns {Block[]}
 */
function parseLines(lines) {
  /** @type {Block[]} */
  const blocks = [];
  let plain = 0;
  let at = 0;
  /** Turn the lines since the last block into a block. */
  const between = () => {
    if (plain < at) blocks.push({ kind: "lines", children: parseInline(lines.slice(plain, at).join("\n")) });
  };
  while (at < lines.length) {
    const found = blockAt(lines, at);
    if (found) {
      between();
      blocks.push(found[0]);
      plain = at + found[1];
    }
    at += found?.[1] ?? 1;
  }
  between();
  return blocks;
}

/**
 * The block that begins at a line, and its number of lines; null if none begins there.
 * @param {string[]} lines
 * @param {number} at
 * @returns {[Block, number] | null}
 */
function blockAt(lines, at) {
  const line = lines[at];
  const heading = HEADING.exec(line);
  if (heading) return [{ kind: "heading", level: heading[1].length, children: parseInline(heading[2]) }, 1];
  const subtext = SUBTEXT.exec(line);
  if (subtext) return [{ kind: "subtext", children: parseInline(subtext[1]) }, 1];
  if (line.startsWith(">>> ")) {
    const all = [line.slice(4), ...lines.slice(at + 1)];
    return [{ kind: "quote", children: parseLines(all) }, lines.length - at];
  }
  if (/^> /.test(line) || line === ">") return quote(lines, at);
  return ITEM.test(line) ? list(lines, at) : null;
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @returns {[Block, number]}
 */
function quote(lines, at) {
  const quoted = [];
  for (const line of lines.slice(at)) {
    const found = QUOTE.exec(line);
    if (!found) break;
    quoted.push(found[1]);
  }
  return [{ kind: "quote", children: parseLines(quoted) }, quoted.length];
}

/**
 * A list of items of the same depth; deeper lines belong to the item above them.
 * @param {string[]} lines
 * @param {number} at
 * @returns {[Block, number]}
 */
function list(lines, at) {
  const [, indent = "", sign = ""] = ITEM.exec(lines[at]) ?? [];
  const ordered = /\d/.test(sign);
  /** @type {Block[][]} */
  const items = [];
  let here = at;
  while (here < lines.length) {
    const match = ITEM.exec(lines[here]);
    if (!match || match[1].length < indent.length) break;
    if (match[1].length > indent.length + 1) {
      const [inner, used] = list(lines, here);
      items.at(-1)?.push(inner);
      here += used;
    } else {
      if (/\d/.test(match[2]) !== ordered) break;
      items.push([{ kind: "lines", children: parseInline(match[3]) }]);
      here += 1;
    }
  }
  return [{ kind: "list", ordered, start: ordered ? parseInt(sign, 10) : 1, items }, here - at];
}
