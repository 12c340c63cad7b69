/** A person's feed: all past events, then new ones. It reconnects when the connection is lost. */

import { socketUrl } from "./api.js";

/** @import { FeedEvent } from "./wire.js" */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

export class Feed {
  /** @type {WebSocket | null} */
  #socket = null;
  #closed = false;
  #wait = FIRST_WAIT;
  #timer = 0;

  /**
   * @param {string} userId
   * @param {{past: (events: FeedEvent[]) => void, event: (event: FeedEvent) => void, lost: () => void}} handlers
   *   `past` is called after every (re)connection with all past events, which replace what was known before.
   */
  constructor(userId, handlers) {
    this.userId = userId;
    this.handlers = handlers;
    this.#connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect() {
    const socket = new WebSocket(socketUrl(`/people/${this.userId}/feed`));
    /** @type {FeedEvent[]} */
    const past = [];
    let expected = -1;
    let isPast = true;
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (this.#closed) return;
      const frame = JSON.parse(data);
      if (!isPast) {
        this.handlers.event(frame);
        return;
      }
      if (expected < 0) expected = frame.past;
      else past.push(frame);
      if (past.length < expected) return;
      isPast = false;
      this.#wait = FIRST_WAIT;
      this.handlers.past(past);
    };
    socket.onclose = () => {
      if (this.#closed) return;
      this.handlers.lost();
      this.#timer = setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
    };
  }
}
