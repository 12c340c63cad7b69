/** Unread messages by channel. Kept in memory while the page is open. */

import { compareIds, firstId } from "./ids.js";
import { channelOf } from "./store.js";

/** The id up to which messages were read, by person and channel. @type {Map<string, Map<string, string>>} */
const marks = new Map();
const DM = 1;

export class Unread extends EventTarget {
  /** @type {Map<string, {news: number, pings: number}>} */
  #counts = new Map();

  /** @param {import("./session.js").Session} session */
  constructor(session) {
    super();
    this.session = session;
    this.marks = marks.get(session.me.id) ?? new Map();
    marks.set(session.me.id, this.marks);
    session.on("ready", () => this.#all());
    session.on("event", ({ detail }) => {
      const id = channelOf(detail);
      if (id) this.#count(id);
    });
  }

  /**
   * The numbers of unread messages and pings in a channel.
   * @param {string} channelId
   */
  of(channelId) {
    return this.#counts.get(channelId) ?? { news: 0, pings: 0 };
  }

  /**
   * The id up to which a channel has been read.
   * @param {string} channelId
   */
  mark(channelId) {
    return this.marks.get(channelId) ?? firstId(this.session.since);
  }

  /** The number of all unread pings, for the title. */
  get pings() {
    return [...this.#counts.values()].reduce((sum, { pings }) => sum + pings, 0);
  }

  /**
   * Mark a channel as read.
   * @param {string} channelId
   */
  read(channelId) {
    const last = this.session.store.messages(channelId).at(-1);
    if (last) this.marks.set(channelId, last.id);
    if (this.#counts.get(channelId)?.news) this.#count(channelId);
  }

  #all() {
    this.#counts.clear();
    for (const id of this.session.store.channels.keys()) this.#count(id);
  }

  /** @param {string} channelId */
  #count(channelId) {
    const { store, me } = this.session;
    const isDm = store.channels.get(channelId)?.type === DM;
    const mark = this.mark(channelId);
    const found = { news: 0, pings: 0 };
    for (const message of store.messages(channelId).toReversed()) {
      if (compareIds(message.id, mark) <= 0) break;
      if (message.author.id === me.id || message.local) continue;
      found.news += 1;
      if (message.pinged || isDm) found.pings += 1;
    }
    this.#counts.set(channelId, found);
    this.dispatchEvent(new Event("change"));
  }
}
