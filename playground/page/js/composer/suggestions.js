/** What may be filled into an option: its choices, people, channels, or what the bot suggests as one types. */

import { TYPE } from "./commands.js";

const PAUSE = 200;

export class Suggestions {
  #timer = 0;
  #asked = 0;

  /**
   * @param {import("../session.js").Session} session
   * @param {Object} channel
   * @param {string} line the command
   */
  constructor(session, channel, line) {
    this.session = session;
    this.channel = channel;
    this.line = line;
  }

  /** Whether an option has suggestions at all. */
  static has({ type, choices, autocomplete }) {
    return (
      Boolean(choices?.length || autocomplete) ||
      [TYPE.BOOLEAN, TYPE.USER, TYPE.CHANNEL, TYPE.ROLE, TYPE.MENTIONABLE].includes(type)
    );
  }

  /**
   * Look for suggestions; `told` hears of them, at once or when the bot has answered the newest question.
   * @param {Object} option
   * @param {string} typed
   * @param {function(): Object} values those of the other options
   * @param {function({items: {name: string, value: any}[], say: string, loading?: boolean}): void} told
   */
  look(option, typed, values, told) {
    clearTimeout(this.#timer);
    const asked = (this.#asked += 1);
    if (!option.autocomplete) {
      const wanted = typed.trim().toLowerCase();
      const items = this.#fixed(option).filter(({ name }) => name.toLowerCase().includes(wanted));
      told({ items, say: "No options match." });
      return;
    }
    told({ items: [], say: "Loading options …", loading: true });
    const tell = (found) => asked === this.#asked && told(found);
    this.#timer = setTimeout(() => this.#ask(option, typed, values()).then(tell), typed ? PAUSE : 0);
  }

  /** Forget what is being asked. */
  stop() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  async #ask(option, typed, values) {
    const body = { channel_id: this.channel.id, line: this.line, focused: option.name, value: typed, values };
    try {
      const done = await this.session.finish("autocomplete", body);
      if (done.state === "failed") return { items: [], say: "Loading options failed." };
      return { items: done.choices ?? [], say: "No options match." };
    } catch (error) {
      return { items: [], say: error.message };
    }
  }

  #fixed({ type, choices }) {
    const { world } = this.session;
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
    if (type === TYPE.ROLE) return [];
    const users = this.channel.guild_id ? world.members(this.channel.guild_id) : [this.session.me, world.bot];
    return users.map(({ id, username }) => ({ name: username, value: id }));
  }
}
