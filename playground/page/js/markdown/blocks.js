/** Markdown's blocks: headings, subtext, lists, quotes, code; the rest are lines. */

import { parseInline } from "./inline.js";

const FENCE = /^([\s\S]*?)```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```\n?([\s\S]*)$/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const QUOTE = /^> ?(.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

/**
 * @param {string} text
 * @returns {Object[]} blocks `{kind: "lines"|"heading"|"subtext"|"quote"|"list"|"code", …}`
 */
export function parse(text) {
  const fenced = FENCE.exec(text);
  if (fenced) {
    const [, before, language, code, after] = fenced;
    return [...parse(before.replace(/\n$/, "")), { kind: "code", language, text: code }, ...parse(after)];
  }
  return text ? parseLines(text.split("\n")) : [];
}

function parseLines(lines) {
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    const [block, used] = blockAt(lines, at);
    if (block.kind === "lines" && blocks.at(-1)?.kind === "lines") {
      blocks.at(-1).children.push("\n", ...block.children);
    } else {
      blocks.push(block);
    }
    at += used;
  }
  return blocks;
}

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
  if (ITEM.test(line)) return list(lines, at);
  return [{ kind: "lines", children: parseInline(line) }, 1];
}

function quote(lines, at) {
  const quoted = [];
  while (at + quoted.length < lines.length && /^>( |$)/.test(lines[at + quoted.length])) {
    quoted.push(QUOTE.exec(lines[at + quoted.length])[1]);
  }
  return [{ kind: "quote", children: parseLines(quoted) }, quoted.length];
}

/** Items of the same depth; what is deeper belongs to the item above it. */
function list(lines, at) {
  const [, indent, sign] = ITEM.exec(lines[at]);
  const ordered = /\d/.test(sign);
  const items = [];
  let here = at;
  while (here < lines.length) {
    const match = ITEM.exec(lines[here]);
    if (!match || match[1].length < indent.length) break;
    if (match[1].length > indent.length + 1) {
      const [inner, used] = list(lines, here);
      items.at(-1).push(inner);
      here += used;
    } else {
      if (/\d/.test(match[2]) !== ordered) break;
      items.push([{ kind: "lines", children: parseInline(match[3]) }]);
      here += 1;
    }
  }
  return [{ kind: "list", ordered, start: ordered ? parseInt(sign, 10) : 1, items }, here - at];
}
