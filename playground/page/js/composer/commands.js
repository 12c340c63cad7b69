/** The bot's slash commands as a person types them. */

/** @import { Command, Option, Suggestion, Value } from "../wire.js" */

/** @typedef {{line: string, description: string, options: Option[]}} Sendable a command that can be sent */

/**
 * @typedef {object} Written a command as far as it is written
 * @property {Sendable} command
 * @property {Record<string, string>} values for its options, by their names
 * @property {string} rest the text that belongs to no option
 */

const SUBCOMMAND = 1;
const GROUP = 2;

/** Discord's numbers for the types of options. */
export const TYPE = {
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
};

/** The types in words, for error messages. @type {Record<number, string>} */
export const TYPE_NAMES = {
  3: "text",
  4: "whole number",
  5: "true or false",
  6: "user",
  7: "channel",
  8: "role",
  9: "user or role",
  10: "number",
  11: "file",
};

/**
 * All commands that can be sent; each subcommand is one of its own.
 * @param {Command[]} commands as the bot registered them
 * @returns {Sendable[]}
 */
export function flatten(commands) {
  return commands.flatMap((command) => leaves(command, command.name)).sort((a, b) => a.line.localeCompare(b.line));
}

/**
 * @param {Command} command
 * @param {string} line
 * @returns {Sendable[]}
 */
function leaves(command, line) {
  const options = command.options ?? [];
  const inner = options.filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (!inner.length) return [{ line, description: command.description, options }];
  return inner.flatMap((each) => leaves(each, `${line} ${each.name}`));
}

/**
 * The commands that match what was typed after the slash, the likeliest first.
 * @param {Sendable[]} commands
 * @param {string} typed
 */
export function matching(commands, typed) {
  const wanted = typed.trim().toLowerCase();
  /** @param {Sendable} command */
  const rank = ({ line, description }) => {
    if (line.startsWith(wanted)) return 0;
    if (line.split(" ").some((word) => word.startsWith(wanted))) return 1;
    if (line.includes(wanted)) return 2;
    return wanted.length > 2 && description.toLowerCase().includes(wanted) ? 3 : 4;
  };
  const ranked = commands.map((command) => ({ command, place: rank(command) })).filter(({ place }) => place < 4);
  return ranked.sort((a, b) => a.place - b.place).map(({ command }) => command);
}

/**
 * Parse a text such as "/tale new title:The Drowned Archive"; null unless it begins with a command's full name and a
 * space. Text before the first named option is taken as the first required option that is not named.
 * @param {Sendable[]} commands
 * @param {string} text
 * @returns {Written | null}
 */
export function written(commands, text) {
  const command = commands.find(({ line }) => text.startsWith(`/${line} `));
  if (!command) return null;
  const typed = text.slice(command.line.length + 2);
  const marks = [...typed.matchAll(/(?:^|\s)([\p{L}\p{N}_-]+):/gu)].filter(([, name]) =>
    command.options.some((option) => option.name === name),
  );
  /** @type {Record<string, string>} */
  const values = {};
  /** @param {number} from @param {number} [to] undefined: more may be typed, so a trailing space is kept */
  const part = (from, to) => (to === undefined ? typed.slice(from).trimStart() : typed.slice(from, to).trim());
  for (const [n, mark] of marks.entries()) values[mark[1]] = part(mark.index + mark[0].length, marks[n + 1]?.index);
  const lead = part(0, marks[0]?.index);
  const first = command.options.find(({ name, required }) => required && !(name in values));
  if (lead && first) values[first.name] = lead;
  return { command, values, rest: first ? "" : lead };
}

/**
 * The text to look up in an option's list: people may be written as mentions, "@Bob".
 * @param {Option} option
 * @param {string} text
 */
export function named({ type }, text) {
  const typed = text.trim();
  return type === TYPE.USER || type === TYPE.MENTIONABLE ? typed.replace(/^@/, "") : typed;
}

/**
 * The value to send for the text in an option.
 * @param {Option} option
 * @param {string} text
 * @param {Suggestion[]} known the suggestions shown for it
 * @returns {Value}
 * @throws {Error} whose message is for the person
 */
export function valueFor(option, text, known) {
  const typed = named(option, text);
  const all = [...known, ...(option.choices ?? [])];
  const hit =
    all.find(({ name }) => name === typed) ?? all.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  if (hit) return hit.value;
  const { type, name } = option;
  if (type === TYPE.INTEGER || type === TYPE.NUMBER) {
    const number = Number(typed.replace(",", "."));
    if (typed === "" || !Number.isFinite(number) || (type === TYPE.INTEGER && !Number.isInteger(number))) {
      throw new Error(`${name} takes a ${TYPE_NAMES[type]}.`);
    }
    return number;
  }
  if (type !== TYPE.STRING || option.choices?.length) throw new Error(`Choose ${name} from the list.`);
  return text;
}

/**
 * The value to send for an attached file, of which only the text can be sent.
 * @param {File} file
 * @returns {Promise<Value>}
 * @throws {Error} whose message is for the person
 */
export async function attached(file) {
  /** @type {ArrayBuffer} */
  let bytes;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    throw new Error(`${file.name} cannot be read.`);
  }
  try {
    return { filename: file.name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw new Error(`${file.name} is not text in UTF-8; other files cannot be sent from here.`);
  }
}
