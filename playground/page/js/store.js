/** What stands on a person's screen after all events so far; the model is playground/client/screen.py. */

import { compareIds, madeAt } from "./ids.js";

/** @import { Channel, FeedEvent, Interaction, Message } from "./wire.js" */

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;

/**
 * Whether only its reader sees a message.
 * @param {Message} message
 */
export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);

/**
 * Whether the bot is still thinking about it.
 * @param {Message} message
 */
export const isThinking = (message) => Boolean(message.flags & LOADING);

/**
 * The channel in which an event changes what stands there, if it is one of that kind.
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
  /** Whether users are there, as far as it was told. @type {Map<string, boolean>} */
  online = new Map();
  /** @type {Map<string, Message[]>} */
  #messages = new Map();

  /** @param {number} since ephemeral messages made before this moment (milliseconds) went with an earlier page */
  constructor(since = 0) {
    this.since = since;
  }

  /**
   * Apply one event of the feed; false if it changes nothing on the screen.
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
   * Add a message at its place; false if it is there already.
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
   * Take a message away; false if it was not there.
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
