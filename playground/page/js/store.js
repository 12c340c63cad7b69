/** What is on a person's screen after all events so far; modelled on playground/client/screen.py. */

import { compareIds, madeAt } from "./ids.js";

/** @import { Channel, FeedEvent, Interaction, Message } from "./wire.js" */

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;

/**
 * Whether a message is ephemeral: visible to its reader alone.
 * @param {Message} message
 */
export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);

/**
 * Whether the bot's answer was deferred and is still to come.
 * @param {Message} message
 */
export const isThinking = (message) => Boolean(message.flags & LOADING);

/**
 * The id of the channel whose messages an event changes; undefined for other events.
 * @param {FeedEvent} event
 */
export function channelOf(event) {
  if ("message" in event) return event.message.channel_id;
  return "channel_id" in event ? event.channel_id : undefined;
}

export class Store {
  /** @type {Map<string, Channel>} */
  channels = new Map();
  /** @type {Map<string, Interaction>} */
  interactions = new Map();
  /** Whether users are online, as far as the feed has said. @type {Map<string, boolean>} */
  online = new Map();
  /** @type {Map<string, Message[]>} */
  #messages = new Map();

  /** @param {number} since when the page was loaded (milliseconds): ephemeral messages from before are not shown */
  constructor(since = 0) {
    this.since = since;
  }

  /**
   * Apply one event of the feed. Returns false if it changes nothing on the screen.
   * @param {FeedEvent} event
   */
  apply(event) {
    switch (event.kind) {
      case "channel":
        this.channels.set(event.channel.id, event.channel);
        return true;
      case "channel_gone":
        this.#messages.delete(event.channel_id);
        return this.channels.delete(event.channel_id);
      case "message":
        return this.put(event.message);
      case "edit":
        return this.#edit(event.message);
      case "delete":
        return this.remove(event.channel_id, event.message_id);
      case "interaction":
        this.interactions.set(event.interaction.id, event.interaction);
        return true;
      case "presence":
        this.online.set(event.user_id, event.online);
        return true;
      case "reload":
        return this.#reload();
      default:
        return false;
    }
  }

  /**
   * The messages of a channel, oldest first.
   * @param {string} channelId
   */
  messages(channelId) {
    return this.#messages.get(channelId) ?? [];
  }

  /**
   * A message, or undefined.
   * @param {string} channelId
   * @param {string} id
   */
  message(channelId, id) {
    return this.messages(channelId).find((message) => message.id === id);
  }

  /**
   * Insert a message in order. Returns false if it is there already, or ephemeral and from before the page was loaded.
   * @param {Message} message
   */
  put(message) {
    if (isEphemeral(message) && madeAt(message.id) < this.since) return false;
    const list = this.messages(message.channel_id);
    this.#messages.set(message.channel_id, list);
    let at = list.length;
    while (at > 0 && compareIds(list[at - 1].id, message.id) > 0) at -= 1;
    if (at > 0 && list[at - 1].id === message.id) return false;
    list.splice(at, 0, message);
    return true;
  }

  /**
   * Remove a message. Returns false if it was not there.
   * @param {string} channelId
   * @param {string} id
   */
  remove(channelId, id) {
    const list = this.messages(channelId);
    const at = list.findIndex((message) => message.id === id);
    if (at >= 0) list.splice(at, 1);
    return at >= 0;
  }

  /** @param {Message} message */
  #edit(message) {
    const list = this.messages(message.channel_id);
    const at = list.findLastIndex((known) => known.id === message.id);
    if (at >= 0) list[at] = message;
    return at >= 0;
  }

  #reload() {
    for (const [channelId, list] of this.#messages) {
      this.#messages.set(
        channelId,
        list.filter((message) => !isEphemeral(message)),
      );
    }
    return true;
  }
}
