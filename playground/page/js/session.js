/** One person's session in this tab: their feed, what they see, what they do. Closed when the person changes. */

import { act } from "./api.js";
import { Feed } from "./feed.js";
import { madeAt } from "./ids.js";
import { Store } from "./store.js";
import { reach } from "./time.js";

/** @import { Channel, DeleteEvent, FeedEvent, Interaction, Message, User } from "./wire.js" */

const FAILED = "failed";

export class Session extends EventTarget {
  connected = false;
  #closing = new AbortController();
  /** @type {Map<string, (done: Interaction) => void>} */
  #waiting = new Map();
  /** @type {DeleteEvent[]} */
  #dismissed = [];

  /**
   * Emits `ready` after every (re)connection, `lost`, and `event` (detail: a feed event that changed something).
   * @param {User} me
   * @param {import("./world.js").World} world
   * @param {number} since when this page was loaded, by the playground's clock, in milliseconds
   */
  constructor(me, world, since) {
    super();
    this.me = me;
    this.world = world;
    this.since = since;
    this.store = new Store(since);
    this.feed = new Feed(me.id, {
      past: (events) => this.#rebuild(events),
      event: (event) => this.#apply(event),
      lost: () => this.#lost(),
    });
  }

  /**
   * The users in a channel, without the playground's owner.
   * @param {Channel} channel
   */
  around(channel) {
    const { bot } = this.world;
    if (channel.guild_id) return this.world.members(channel.guild_id);
    return bot ? [this.me, bot] : [this.me];
  }

  /** Aborted when the session is closed, which removes all listeners that were given it. */
  get signal() {
    return this.#closing.signal;
  }

  /**
   * Add a listener until the session is closed.
   * @param {"ready" | "lost" | "event"} type
   * @param {(event: CustomEvent<FeedEvent>) => void} listener
   */
  on(type, listener) {
    this.addEventListener(type, /** @type {EventListener} */ (listener), { signal: this.signal });
  }

  close() {
    this.feed.close();
    this.#closing.abort();
  }

  /**
   * Do something that makes no interaction, such as `say`.
   * @param {string} action
   * @param {object} [body]
   * @throws {import("./api.js").Refused}
   */
  act(action, body) {
    return act(this.me.id, action, body);
  }

  /**
   * Start an interaction: `command`, `click`, `select`, `submit` or `autocomplete`.
   * @param {string} action
   * @param {object} body
   * @returns {Promise<{id: string, done: Promise<Interaction>}>} `done` is the interaction once the bot has answered or
   *   failed
   * @throws {import("./api.js").Refused}
   */
  async begin(action, body) {
    const { interaction_id: id } = await this.act(action, body);
    return { id, done: this.#settled(id) };
  }

  /**
   * Start an interaction and wait until the bot has answered or failed.
   * @param {string} action
   * @param {object} body
   */
  async finish(action, body) {
    return (await this.begin(action, body)).done;
  }

  /**
   * Show a message on this screen only, such as a command that is being sent.
   * @param {Message} message
   */
  show(message) {
    this.#apply({ kind: "message", message });
  }

  /**
   * Remove a message from this screen only.
   * @param {Message} message
   */
  dismiss(message) {
    /** @type {DeleteEvent} */
    const event = { kind: "delete", channel_id: message.channel_id, message_id: message.id };
    this.#dismissed.push(event);
    this.#apply(event);
  }

  /**
   * @param {string} id
   * @returns {Promise<Interaction>}
   */
  #settled(id) {
    const known = this.store.interactions.get(id);
    if (known && known.state !== "sent") return Promise.resolve(known);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /**
   * @param {string} id
   * @param {Interaction} interaction
   */
  #settle(id, interaction) {
    this.#waiting.get(id)?.(interaction);
    this.#waiting.delete(id);
  }

  /** @param {FeedEvent[]} events */
  #rebuild(events) {
    this.store = new Store(this.since);
    for (const event of [...events, ...this.#dismissed]) this.store.apply(event);
    for (const id of [...this.#waiting.keys()]) {
      const known = this.store.interactions.get(id) ?? { id, state: FAILED };
      if (known.state !== "sent") this.#settle(id, known);
    }
    this.connected = true;
    this.dispatchEvent(new Event("ready"));
  }

  /** @param {FeedEvent} event */
  #apply(event) {
    if (event.kind === "message") reach(madeAt(event.message.id));
    if (!this.store.apply(event)) return;
    this.dispatchEvent(new CustomEvent("event", { detail: event }));
    if (event.kind === "interaction" && event.interaction.state !== "sent") {
      this.#settle(event.interaction.id, event.interaction);
    }
  }

  #lost() {
    this.connected = false;
    this.dispatchEvent(new Event("lost"));
  }
}
