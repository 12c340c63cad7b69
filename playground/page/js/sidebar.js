/** Servers, channels and direct messages, each with what is unread. */

import { avatar } from "./avatar.js";
import { fill, find, h, icon, roving, set } from "./dom.js";
import { initials } from "./ids.js";

/** @import { Channel } from "./wire.js" */
/** @import { Child } from "./dom.js" */

const DM = 1;

/**
 * A channel's name as displayed.
 * @param {Channel} channel
 * @param {import("./world.js").World} world
 */
export function labelOf(channel, world) {
  if (channel.type === DM) return `@${world.bot?.username ?? "bot"}`;
  return `#${channel.name}`;
}

/** @param {number} type of a channel */
const isThread = (type) => [10, 11, 12].includes(type);

/**
 * The icon of a channel.
 * @param {Channel} channel
 */
export function signOf({ type }) {
  if (type === DM) return "at";
  return isThread(type) ? "thread" : "hash";
}

export class Sidebar {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./unread.js").Unread} unread
   * @param {{open: (channelId: string) => void, openDm: () => void}} does
   */
  constructor(session, unread, does) {
    this.session = session;
    this.unread = unread;
    this.does = does;
    /** A guild by id, or "home". @type {string | null} */
    this.place = null;
    /** @type {string | null} */
    this.current = null;
    this.rail = h("nav", { class: "rail", "aria-label": "Servers" });
    this.title = h("h2", { class: "side-title" });
    this.list = h("nav", { class: "channels", "aria-label": "Channels" });
    this.settled = [roving(this.rail, ".rail-item"), roving(this.list, ".channel")];
    unread.addEventListener("change", () => this.draw());
  }

  /**
   * Show the guild or direct messages of a channel, and mark the channel.
   * @param {string} channelId
   */
  show(channelId) {
    this.current = channelId;
    this.place = this.session.store.channels.get(channelId)?.guild_id ?? "home";
    this.draw();
  }

  draw() {
    this.#keepingFocus(() => {
      this.#drawRail();
      this.#drawList();
      for (const settle of this.settled) settle();
    });
  }

  /** @param {() => void} work */
  #keepingFocus(work) {
    const key = document.activeElement instanceof HTMLElement && document.activeElement.dataset.key;
    work();
    if (!key) return;
    const same = `[data-key="${CSS.escape(key)}"]`;
    (find(this.rail, same) ?? find(this.list, same))?.focus();
  }

  /** @param {string} guildId */
  #channels(guildId) {
    return [...this.session.store.channels.values()].filter((channel) => (channel.guild_id ?? "home") === guildId);
  }

  /** @param {Channel[]} channels */
  #sum(channels) {
    return channels
      .map(({ id }) => this.unread.of(id))
      .reduce((a, b) => ({ news: a.news + b.news, pings: a.pings + b.pings }), { news: 0, pings: 0 });
  }

  #drawRail() {
    const home = this.#railItem("home", "Direct messages", icon("home"));
    const guilds = this.session.world.guilds.filter(({ members }) => members.includes(this.session.me.id));
    fill(
      this.rail,
      home,
      h("hr"),
      guilds.map(({ id, name }) => this.#railItem(id, name, initials(name))),
    );
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {Child} content
   */
  #railItem(id, name, content) {
    const channels = this.#channels(id);
    const { news, pings } = this.#sum(channels);
    const here = this.place === id;
    const open = () => {
      this.place = id;
      const next = channels.find((channel) => channel.id === this.current) ?? channels[0];
      if (next) this.does.open(next.id);
      else this.draw();
    };
    return h(
      "button",
      {
        type: "button",
        class: `rail-item${here ? " here" : ""}${news ? " news" : ""}`,
        title: name,
        "aria-label": withNews(name, news, pings),
        "aria-current": here ? "true" : null,
        dataset: { key: `rail-${id}` },
        onClick: open,
      },
      h("span", { class: "rail-face" }, content),
      badge(pings),
    );
  }

  #drawList() {
    const home = this.place === "home";
    const guild = this.session.world.guilds.find(({ id }) => id === this.place);
    this.title.textContent = home ? "Direct messages" : (guild?.name ?? "");
    set(this.list, "aria-label", home ? "Direct messages" : "Channels");
    const channels = this.#channels(this.place ?? "home");
    if (home) {
      const found = channels.map((channel) => this.#item(channel));
      fill(this.list, found.length ? found : this.#newDm());
      return;
    }
    const parents = channels.filter(({ type }) => !isThread(type));
    /** @param {Channel} parent */
    const threads = (parent) =>
      channels.filter(
        (one) => one.parent_id === parent.id && (!one.thread_metadata?.archived || one.id === this.current),
      );
    fill(
      this.list,
      h("h3", { class: "list-head" }, "Text channels"),
      parents.map((parent) => [this.#item(parent), threads(parent).map((one) => this.#item(one))]),
    );
  }

  /** @param {Channel} channel */
  #item(channel) {
    const { news, pings } = this.unread.of(channel.id);
    const here = channel.id === this.current;
    const thread = isThread(channel.type);
    const { bot } = this.session.world;
    const name = (channel.type === DM ? bot?.username : channel.name) ?? "";
    const face = channel.type === DM && bot ? avatar(bot) : icon(signOf(channel));
    return h(
      "a",
      {
        class: `channel${here ? " here" : ""}${news ? " news" : ""}${thread ? " thread" : ""}`,
        href: `#${channel.id}`,
        title: name,
        "aria-label": withNews(name, news, pings),
        "aria-current": here ? "page" : null,
        dataset: { key: `channel-${channel.id}` },
        onClick: (event) => this.#follow(event, channel.id),
      },
      face,
      h("span", { class: "channel-name" }, name),
      badge(pings),
    );
  }

  /**
   * Open the channel in this tab, unless the click asks for another one.
   * @param {MouseEvent} event
   * @param {string} channelId
   */
  #follow(event, channelId) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.does.open(channelId);
  }

  #newDm() {
    const { bot } = this.session.world;
    if (!bot) return null;
    return h(
      "button",
      { type: "button", class: "channel", onClick: () => this.does.openDm() },
      avatar(bot),
      h("span", { class: "channel-name" }, `Message ${bot.username}`),
    );
  }
}

/** @param {number} pings */
function badge(pings) {
  return pings > 0 && h("span", { class: "badge", "aria-hidden": "true" }, pings > 99 ? "99+" : pings);
}

/**
 * @param {string} name
 * @param {number} news
 * @param {number} pings
 */
function withNews(name, news, pings) {
  if (pings) return `${name}, ${pings} ${pings === 1 ? "mention" : "mentions"}`;
  return news ? `${name}, unread` : name;
}
