/** What everybody may know about the playground: users (and which is the bot), guilds, and the clock. */

import { about, state } from "./api.js";
import { giveColours } from "./avatar.js";
import { setTime } from "./time.js";

/** @import { About, Guild, User } from "./wire.js" */

const OWNER = "owner";

export class World extends EventTarget {
  /** @type {Map<string, User>} */
  users = new Map();
  /** @type {Guild[]} */
  guilds = [];
  /** @type {About} */
  about = { shortcuts: [] };
  connected = true;

  /** Fetch the state, then emit `change`. @throws {import("./api.js").Unreachable} */
  async refresh() {
    const [data, told] = await Promise.all([state(), about()]);
    setTime(data.time);
    this.users = new Map(data.users.map((user) => [user.id, user]));
    giveColours(data.users);
    this.guilds = data.guilds;
    this.connected = data.connected;
    this.about = told;
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Note the users of a message; if one is unknown, fetch the state again.
   * @param {User[]} users
   */
  meet(users) {
    const strangers = users.filter(({ id }) => !this.users.has(id));
    if (!strangers.length) return;
    for (const user of strangers) this.users.set(user.id, user);
    this.refresh().catch(() => {});
  }

  /** The bot's user. */
  get bot() {
    return [...this.users.values()].find((user) => user.bot);
  }

  /** The people one can act as: neither the bot nor its owner, who is only part of the scenery. */
  get people() {
    return [...this.users.values()].filter((user) => !user.bot && user.username !== OWNER);
  }

  /**
   * A person by id, or by name in any case; undefined if there is none.
   * @param {string | null} [which]
   */
  person(which) {
    const wanted = which?.toLowerCase();
    return [...this.users.values()].find((u) => !u.bot && (u.id === which || u.username.toLowerCase() === wanted));
  }

  /**
   * A user's name.
   * @param {string} id
   */
  name(id) {
    return this.users.get(id)?.username ?? "unknown-user";
  }

  /**
   * The users of a guild, by name.
   * @param {string} guildId
   */
  members(guildId) {
    const guild = this.guilds.find(({ id }) => id === guildId);
    const found = (guild?.members ?? [])
      .map((id) => this.users.get(id))
      .filter((user) => user !== undefined)
      .filter((user) => user.username !== OWNER);
    return found.sort((a, b) => a.username.localeCompare(b.username));
  }
}
