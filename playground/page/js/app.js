/** One person's view of the whole application; a new one is made for each session. */

import { Composer } from "./composer/composer.js";
import { closeDialog, openPicture } from "./dialog.js";
import { fill, find, h, icon, iconButton, set } from "./dom.js";
import { MessageLog } from "./log.js";
import { Members } from "./members.js";
import { openModal } from "./modal.js";
import { addressOf, personPanel } from "./people.js";
import { recall, remember } from "./prefs.js";
import { preview } from "./preview.js";
import { labelOf, Sidebar, signOf } from "./sidebar.js";
import { channelOf } from "./store.js";
import { Tasks } from "./tasks.js";
import { themeButton } from "./theme.js";
import { Unread } from "./unread.js";
import { welcome } from "./welcome.js";

/** @import { Channel, FeedEvent, Interaction, Message, Value } from "./wire.js" */
/** @import { Item } from "./select.js" */

const EPHEMERAL = 1 << 6;

export class App {
  /** @type {MessageLog | null} */
  #log = null;
  /** @type {Composer | null} */
  #composer = null;
  /** The channel that is shown; "" while there is none. */
  #channelId = "";

  /**
   * @param {HTMLElement} root
   * @param {import("./session.js").Session} session
   * @param {{become: (id: string) => void, inspector: import("./inspector/inspector.js").Inspector}} does
   */
  constructor(root, session, { become, inspector }) {
    this.root = root;
    this.session = session;
    this.world = session.world;
    this.inspector = inspector;
    this.unread = new Unread(session);
    this.sidebar = new Sidebar(session, this.unread, { open: (id) => this.open(id), openDm: () => this.openDm() });
    this.members = new Members(session, () => this.openDm());
    this.heading = h("h1", { class: "chat-title" });
    this.banners = h("div", { class: "banners", role: "status" });
    this.tasks = new Tasks(session, () => session.store.channels.get(this.#channelId));
    this.chat = h("div", { class: "chat-box" });
    this.toggles = this.#build(become);
    this.#listen();
  }

  /**
   * Show a channel. The browser's Back leads to the one shown before.
   * @param {string} channelId
   */
  open(channelId) {
    const channel = this.session.store.channels.get(channelId);
    if (!channel) return;
    const shown = this.#asShown(channel);
    const leaves = this.#channelId && location.hash.slice(1).split("/")[0] !== channelId;
    history[leaves ? "pushState" : "replaceState"](null, "", `${addressOf(this.session.me)}#${channelId}`);
    this.#channelId = channelId;
    remember("channels", { ...recall("channels"), [this.session.me.id]: channelId });
    /** @param {boolean} empty */
    const start = (empty) => welcome(shown, this.world, empty, (shortcut) => this.tasks.run(shortcut));
    const log = new MessageLog(this.session, shown, this.#context(), start, this.unread.mark(channelId));
    const composer = new Composer(this.session, shown, {
      command: (line, values) => this.command(line, values),
      menu: (button) => this.tasks.menu(button),
    });
    this.#log = log;
    this.#composer = composer;
    fill(this.heading, icon(signOf(channel)), shown.label.slice(1));
    fill(this.chat, log.element, this.tasks.element, composer.element);
    log.toPresent();
    this.#closeDrawers();
    this.sidebar.show(channelId);
    this.members.draw(channel);
    this.#read();
    this.#drawBanners();
    if (matchMedia("(hover: hover)").matches) composer.focus();
  }

  /** Open the direct messages with the bot. */
  async openDm() {
    const { channel_id: id } = await this.session.act("open_dm");
    if (this.session.store.channels.has(id)) this.open(id);
    else
      this.session.on("event", ({ detail }) => detail.kind === "channel" && detail.channel.id === id && this.open(id));
  }

  /**
   * Send a slash command, and show it as being sent until the bot has answered.
   * @param {string} line
   * @param {Record<string, Value>} values
   * @throws {Error}
   */
  async command(line, values) {
    const { session } = this;
    const channelId = this.#channelId;
    const { id, done } = await session.begin("command", { channel_id: channelId, line, values });
    const author = this.world.bot ?? session.me;
    const nothing = { content: "", embeds: [], components: [], attachments: [] };
    /** @type {Message} */
    const sent = { ...nothing, id, channel_id: channelId, author, flags: EPHEMERAL, local: { line } };
    if ((session.store.interactions.get(id)?.state ?? "sent") === "sent") session.show(sent);
    done.then((interaction) => {
      session.dismiss(sent);
      if (interaction.state === "failed")
        session.show({ ...sent, local: { line, failed: "The application did not respond" } });
      else if (interaction.modal && !session.signal.aborted) this.#openModal(interaction);
    });
  }

  /**
   * Build the page; returns what opens and closes its parts.
   * @param {(id: string) => void} become
   */
  #build(become) {
    const { root } = this;
    const drawer = iconButton("menu", "Channels and people", () => this.#toggle("drawer-open"), {
      class: "icon-button only-narrow",
    });
    const members = iconButton("people", "Members", () => this.#toggle("members-open"));
    const header = h("header", { class: "chat-head" }, drawer, this.heading, members, this.inspector.button());
    const side = h(
      "div",
      { class: "side" },
      h("header", { class: "side-head" }, this.sidebar.title),
      this.sidebar.list,
    );
    const person = personPanel(this.session, become, themeButton());
    const shade = h("div", { class: "shade", onClick: () => this.#closeDrawers() });
    fill(
      root,
      h("div", { class: "drawer" }, h("div", { class: "drawer-top" }, this.sidebar.rail, side), person),
      h("main", { class: "chat" }, header, this.banners, this.chat),
      this.members.element,
      this.inspector.element,
      shade,
    );
    return { drawer, members };
  }

  /** @param {"drawer-open" | "members-open"} name */
  #toggle(name) {
    const { classList } = this.root;
    if (name === "members-open" && matchMedia("(min-width: 62.5em)").matches) classList.toggle("members-closed");
    else classList.toggle(name);
    this.#drawToggles();
    if (classList.contains("drawer-open")) find(this.sidebar.list, "[tabindex='0']")?.focus();
  }

  /** Close the drawers that cover the messages of a narrow page. */
  #closeDrawers() {
    const { classList } = this.root;
    const drawer = classList.contains("drawer-open");
    classList.remove("drawer-open", "members-open");
    this.#drawToggles();
    if (drawer) this.toggles.drawer.focus();
  }

  #drawToggles() {
    const isShown = getComputedStyle(this.members.element).display !== "none";
    set(this.toggles.members, "aria-expanded", String(isShown));
    set(this.toggles.drawer, "aria-expanded", String(this.root.classList.contains("drawer-open")));
  }

  #listen() {
    const { session, world } = this;
    const { signal } = session;
    session.on("ready", () => this.#ready());
    session.on("lost", () => this.#drawBanners());
    session.on("event", ({ detail }) => this.#apply(detail));
    world.addEventListener("change", () => this.#drawAround(), { signal });
    this.unread.addEventListener("change", () => this.#drawTitle());
    window.addEventListener("popstate", () => this.#follow(), { signal });
    document.addEventListener("visibilitychange", () => this.#read(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    const shown = new ResizeObserver(() => this.#drawToggles());
    shown.observe(this.members.element);
    signal.addEventListener("abort", () => shown.disconnect());
  }

  /**
   * Follow the address's fragment to a channel, if this person sees it, and to a message there. With a dialog open, Back
   * only closes that.
   */
  #follow() {
    const [channelId, messageId] = location.hash.slice(1).split("/");
    const leaves = channelId !== this.#channelId && this.session.store.channels.has(channelId);
    if (leaves && !closeDialog()) this.open(channelId);
    else history[leaves ? "pushState" : "replaceState"](null, "", `${addressOf(this.session.me)}#${this.#channelId}`);
    if (messageId) this.#log?.jump(messageId);
  }

  /**
   * Escape closes drawers; typing outside of an input goes to the message box.
   * @param {KeyboardEvent} event
   */
  #key({ key, ctrlKey, metaKey, altKey }) {
    if (key === "Escape") this.#closeDrawers();
    const nowhere = document.activeElement === document.body;
    if (nowhere && key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey) this.#composer?.focus();
  }

  #ready() {
    const { channels } = this.session.store;
    const wanted = [location.hash.slice(1).split("/")[0], this.#channelId, recall("channels")?.[this.session.me.id]];
    const first = [...channels.values()].find(({ guild_id: guild }) => guild);
    const id = wanted.find((one) => one && channels.has(one)) ?? first?.id ?? [...channels.keys()][0];
    if (id && id === this.#channelId) {
      this.#log?.rebuild();
      this.#drawAround();
      this.#read();
    } else if (id) this.open(id);
    else {
      fill(this.heading);
      fill(this.chat, h("p", { class: "starting" }, "There is no channel here."));
      this.sidebar.draw();
    }
    this.#drawBanners();
    this.root.dataset.ready = this.session.me.id;
  }

  /** @param {FeedEvent} event */
  #apply(event) {
    if ("message" in event) this.world.meet([event.message.author, ...(event.message.mentions ?? [])]);
    if (event.kind === "reload") this.#log?.apply(event);
    else if (event.kind === "presence") this.#drawAround();
    else if (event.kind === "channel") this.#channelCame(event.channel);
    else if (event.kind === "channel_gone") this.#channelGone(event.channel_id);
    else if (channelOf(event) === this.#channelId) {
      this.#log?.apply(event);
      this.#read();
    }
  }

  /** @param {Channel} channel */
  #channelCame(channel) {
    this.world.refresh().catch(() => {});
    if (!this.#channelId || (channel.id === this.#channelId && this.#looksOld(channel))) this.open(channel.id);
    this.sidebar.draw();
  }

  /**
   * @param {Channel} channel
   * @returns {import("./log.js").Shown}
   */
  #asShown(channel) {
    return { ...channel, label: labelOf(channel, this.world), closed: closed(channel) };
  }

  /**
   * Whether the open channel must be shown anew, as its name or whether one can write in it has changed.
   * @param {Channel} channel
   */
  #looksOld(channel) {
    const { label, closed: why } = this.#asShown(channel);
    return label !== this.#log?.channel.label || why !== this.#log.channel.closed;
  }

  /** @param {string} id */
  #channelGone(id) {
    if (id !== this.#channelId) return this.sidebar.draw();
    this.#channelId = "";
    return this.#ready();
  }

  #read() {
    if (document.visibilityState === "visible" && this.#log?.atPresent) this.unread.read(this.#channelId);
  }

  #drawAround() {
    this.sidebar.draw();
    const channel = this.session.store.channels.get(this.#channelId);
    if (channel) this.members.draw(channel);
    this.#drawBanners();
  }

  #drawTitle() {
    const { pings } = this.unread;
    const channel = this.session.store.channels.get(this.#channelId);
    const place = channel ? `${labelOf(channel, this.world)} · ` : "";
    document.title = `${pings ? `(${pings}) ` : ""}${place}${this.session.me.username} · Playground`;
  }

  #drawBanners() {
    const { bot } = this.world;
    const lost = !this.session.connected;
    const away = !lost && bot && !this.members.isOnline(bot);
    fill(
      this.banners,
      lost &&
        h("p", { class: "banner bad" }, icon("alert"), "The connection to the playground is lost. Trying again …"),
      away &&
        h(
          "p",
          { class: "banner warn" },
          icon("alert"),
          `${bot.username} is offline: commands and buttons fail until it is back.`,
        ),
    );
    this.#drawTitle();
  }

  /** @param {Interaction} interaction */
  #openModal(interaction) {
    openModal(interaction, this.session, this.#context());
  }

  /**
   * The context that messages need.
   * @returns {import("./log.js").Context}
   */
  #context() {
    const { session, world } = this;
    /** @type {import("./markdown/render.js").Known} */
    const known = {
      me: session.me.id,
      name: (id) => world.name(id),
      channel: (id) => session.store.channels.get(id)?.name,
    };
    return {
      known,
      me: session.me,
      choices: (type) => this.#choices(type),
      openPicture: (item) => openPicture(item, session.signal),
      openModal: (interaction) => this.#openModal(interaction),
      onPresent: () => this.#read(),
      tools: (message) => this.inspector.tools(message),
      preview: (id) => {
        const found = session.store.message(this.#channelId, id);
        return found && { author: found.author, text: preview(found, known) };
      },
    };
  }

  /**
   * @param {number} type of a select
   * @returns {Item[]}
   */
  #choices(type) {
    const channel = this.session.store.channels.get(this.#channelId);
    if (type === 8)
      return [...this.session.store.channels.values()]
        .filter((one) => one.guild_id)
        .map(({ id, name }) => ({ value: id, label: `#${name}` }));
    if (type === 6 || !channel) return [];
    return this.session.around(channel).map(({ id, username }) => ({ value: id, label: username }));
  }
}

/**
 * Why nobody can write in a channel; "" if one can. Writing in an archived thread unarchives it.
 * @param {Channel} channel
 */
const closed = (channel) => (channel.thread_metadata?.locked ? "This thread is locked." : "");
