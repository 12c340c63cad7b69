/** Suggestions for an option: its choices, people, channels, or the bot's autocompletion. */

import { reason } from "../api.js";
import { named, TYPE } from "./commands.js";

/** @import { Channel, Option, Suggestion, Value } from "../wire.js" */
/** @typedef {{items: Suggestion[], say: string, loading?: boolean}} Found `say`: what to show if there are none */

const PAUSE = 200;

export class Suggestions {
  #timer = 0;
  #asked = 0;

  /**
   * @param {import("../session.js").Session} session
   * @param {Channel} channel
   * @param {string} line the command
   */
  constructor(session, channel, line) {
    this.session = session;
    this.channel = channel;
    this.line = line;
  }

  /**
   * Whether an option has suggestions at all.
   * @param {Option} option
   */
  static has({ type, choices, autocomplete }) {
    return (
      Boolean(choices?.length || autocomplete) ||
      [TYPE.BOOLEAN, TYPE.USER, TYPE.CHANNEL, TYPE.ROLE, TYPE.MENTIONABLE].includes(type)
    );
  }

  /**
   * Look for suggestions; `told` gets them, at once or with the bot's answer. Answers to older requests are dropped.
   * @param {Option} option
   * @param {string} typed
   * @param {() => Record<string, Value>} values of the other options
   * @param {(found: Found) => void} told
   */
  look(option, typed, values, told) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const asked = this.#asked;
    if (!option.autocomplete) {
      const wanted = named(option, typed).toLowerCase();
      const items = this.fixed(option).filter(({ name }) => name.toLowerCase().includes(wanted));
      told({ items, say: "No options match." });
      return;
    }
    told({ items: [], say: "Loading options …", loading: true });
    const ask = async () => {
      const found = await this.#ask(option, typed, values());
      if (asked === this.#asked) told(found);
    };
    this.#timer = setTimeout(ask, typed ? PAUSE : 0);
  }

  /** Cancel the pending request. */
  stop() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /**
   * @param {Option} option
   * @param {string} typed
   * @param {Record<string, Value>} values
   * @returns {Promise<Found>}
   */
  async #ask(option, typed, values) {
    const body = { channel_id: this.channel.id, line: this.line, focused: option.name, value: typed, values };
    try {
      const done = await this.session.finish("autocomplete", body);
      if (done.state === "failed") return { items: [], say: "Loading options failed." };
      return { items: done.choices ?? [], say: "No options match." };
    } catch (error) {
      return { items: [], say: reason(error) };
    }
  }

  /**
   * The suggestions that need no answer of the bot.
   * @param {Option} option
   * @returns {Suggestion[]}
   */
  fixed({ type, choices }) {
    if (choices?.length) return choices;
    if (type === TYPE.BOOLEAN)
      return [
        { name: "True", value: true },
        { name: "False", value: false },
      ];
    if (type === TYPE.CHANNEL) {
      const channels = [...this.session.store.channels.values()].filter(
        ({ guild_id: guild }) => guild && guild === this.channel.guild_id,
      );
      return channels.map(({ id, name }) => ({ name: `#${name}`, value: id }));
    }
    if (type !== TYPE.USER && type !== TYPE.MENTIONABLE) return [];
    return this.session.around(this.channel).map(({ id, username }) => ({ name: username, value: id }));
  }
}
