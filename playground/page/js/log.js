/** A channel's messages: each is redrawn as it changes; if the reader is at the bottom, the view follows the newest. */

import { Unreachable } from "./api.js";
import { belongs, dividerOf, idOf, nextArticle, previousArticle } from "./articles.js";
import { fill, find, findAll, focusedIn, h, icon } from "./dom.js";
import { compareIds, madeAt } from "./ids.js";
import { drawBody, enter, renderMessage, setBusy, setFailure } from "./message.js";
import { isEphemeral } from "./store.js";
import { day } from "./time.js";

/** @import { FeedEvent, Interaction, Message } from "./wire.js" */
/** @import { Context as Messages } from "./message.js" */

/**
 * @typedef {import("./wire.js").Channel & {label: string, closed: string}} Shown a channel with its name as
 *   displayed, and why nobody can write in it ("" if one can)
 * @typedef {{openModal: (interaction: Interaction) => void, onPresent: () => void}} Does
 * @typedef {Omit<Messages, "use" | "dismiss" | "jump"> & Does} Context
 */

const FAILED = "This interaction failed";
const STEP = 60;
const NEAR = 60;
const RELEASE = 50;
const MOST = 240;

export class MessageLog {
  /** Elements by message id. @type {Map<string, HTMLElement>} */
  #articles = new Map();
  /** The control that waits for the bot, by message id. @type {Map<string, string>} */
  #busy = new Map();
  #stuck = true;
  #seen = "0";
  #size = "";
  #shown = STEP;

  /**
   * @param {import("./session.js").Session} session
   * @param {Shown} channel
   * @param {Context} context of messages, without what the log adds
   * @param {(empty: boolean) => HTMLElement} start makes the element above the first message
   * @param {string} read the id up to which the reader has read
   */
  constructor(session, channel, context, start, read) {
    this.session = session;
    this.channel = channel;
    this.start = start;
    this.firstNew = this.#firstNew(read);
    this.context = context;
    this.top = h("div", { class: "log-top" });
    this.more = h("button", { type: "button", class: "button secondary", onClick: () => this.#earlier() });
    this.list = h("div", {
      class: "log",
      role: "log",
      "aria-live": "polite",
      "aria-relevant": "additions",
      "aria-label": `Messages in ${channel.label}`,
    });
    this.scroller = h(
      "div",
      { class: "scroller", tabindex: "0", role: "region", "aria-label": "History" },
      h("div", { class: "log-inner" }, this.top, this.list),
    );
    this.jumpButton = h("button", { type: "button", class: "jump", hidden: true, onClick: () => this.toPresent() });
    this.element = h("div", { class: "log-box" }, this.scroller, this.jumpButton);
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    const size = new ResizeObserver(() => this.#keepBottom());
    size.observe(this.list);
    size.observe(this.scroller);
    session.signal.addEventListener("abort", () => size.disconnect());
    this.rebuild();
  }

  /** Whether the reader sees the newest message. */
  get atPresent() {
    return this.#stuck;
  }

  /** Redraw everything; a reader of earlier messages stays where they are. */
  rebuild() {
    const focused = focusedIn(this.list)?.closest("article");
    const read = this.#stuck ? null : this.#topmost();
    this.#shown = Math.max(this.#shown, this.#articles.size);
    this.#articles.clear();
    this.#busy.clear();
    this.list.setAttribute("aria-busy", "true");
    const articles = this.#messages()
      .slice(-this.#shown)
      .map((message) => this.#make(message));
    fill(this.list, articles);
    for (const article of articles) this.#decorate(article);
    this.list.removeAttribute("aria-busy");
    this.#drawTop();
    const again = read && this.#articles.get(read.id);
    if (again) this.scroller.scrollTop += this.#height(again) - read.height;
    else this.toPresent();
    this.#drawJump();
    if (focused) {
      const entered = this.#articles.get(idOf(focused)) ?? articles.at(-1);
      if (entered) enter(entered);
      else this.scroller.focus();
    }
  }

  /**
   * Update the log by one event of its channel.
   * @param {FeedEvent} event
   */
  apply(event) {
    if (event.kind === "reload") this.rebuild();
    else if (event.kind === "message") this.#add(event.message);
    else if (event.kind === "edit") this.#redraw(event.message);
    else if (event.kind === "delete") this.#remove(event.message_id);
    this.#keepBottom();
    this.#drawJump();
  }

  /**
   * Scroll to a message and highlight it.
   * @param {string} id
   */
  jump(id) {
    const article = this.#articles.get(id);
    if (!article) return;
    article.scrollIntoView({ block: "center" });
    article.classList.remove("found");
    requestAnimationFrame(() => article.classList.add("found"));
  }

  toPresent() {
    this.#stuck = true;
    this.#keepBottom();
    this.#drawJump();
  }

  /**
   * Use a component; its message is shown as busy until the bot has answered.
   * @param {Message} message
   * @param {{custom_id?: string}} component
   * @param {"click" | "select"} action
   * @param {object} body
   */
  async use(message, component, action, body) {
    const { id, channel_id: channelId } = message;
    if (this.#busy.has(id)) return;
    this.#setBusy(id, component.custom_id ?? null);
    this.#fail(id, "");
    try {
      const done = await this.session.finish(action, {
        channel_id: channelId,
        message_id: id,
        custom_id: component.custom_id,
        ...body,
      });
      if (done.state === "failed") this.#refuse(message, FAILED);
      else if (done.modal) this.context.openModal(done);
    } catch (error) {
      this.#refuse(message, error instanceof Unreachable ? error.message : FAILED);
    } finally {
      this.#setBusy(id, null);
    }
  }

  #messages() {
    return this.session.store.messages(this.channel.id);
  }

  /** The first message in sight, with its height there; null if there is none. */
  #topmost() {
    const article = findAll(this.list, "article").find((one) => this.#height(one) + one.offsetHeight > 0);
    return article ? { id: idOf(article), height: this.#height(article) } : null;
  }

  /**
   * How far below the upper edge of what is in sight an article begins, in pixels.
   * @param {HTMLElement} article
   */
  #height(article) {
    return article.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top;
  }

  /** @param {Message} message */
  #make(message) {
    const article = renderMessage(message, this.#contextOf(message));
    this.#articles.set(message.id, article);
    return article;
  }

  /**
   * The oldest message that was unread when the channel was opened, if older ones stand above it.
   * @param {string} read
   */
  #firstNew(read) {
    const messages = this.#messages();
    const at = messages.findIndex(({ id, author }) => compareIds(id, read) > 0 && author.id !== this.session.me.id);
    return at > 0 ? messages[at].id : null;
  }

  /**
   * @param {Message} message
   * @returns {Messages}
   */
  #contextOf(message) {
    return {
      ...this.context,
      use: (component, action, body) => this.use(message, component, action, body),
      dismiss: (dismissed) => this.session.dismiss(dismissed),
      jump: (id) => this.jump(id),
    };
  }

  /**
   * @param {string} id
   * @param {string | null} customId
   */
  #setBusy(id, customId) {
    if (customId) this.#busy.set(id, customId);
    else this.#busy.delete(id);
    const article = this.#articles.get(id);
    if (article) setBusy(article, customId);
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  #fail(id, text) {
    const article = this.#articles.get(id);
    if (article) setFailure(article, text);
    this.#keepBottom();
  }

  /**
   * Show that the bot did not get it. The message is redrawn to reset its selects: they send only changes, so the same
   * choice could not be tried again.
   * @param {Message} message
   * @param {string} text
   */
  #refuse(message, text) {
    this.#redraw(this.session.store.message(this.channel.id, message.id) ?? message);
    this.#fail(message.id, text);
  }

  /** @param {Message} message */
  #add(message) {
    const later = findAll(this.list, "article").filter((one) => compareIds(idOf(one), message.id) > 0);
    if (later.length && later.length === this.#articles.size && !this.#allShown()) return; // older than all shown
    const next = later[0];
    const article = this.#make(message);
    this.list.insertBefore(article, next ? (dividerOf(next) ?? next) : null);
    this.#decorate(article);
    if (next) this.#decorate(next);
    this.#drawTop();
    if (message.author.id === this.session.me.id || message.local || isEphemeral(message)) this.toPresent();
    if (this.#stuck && this.#articles.size > MOST) this.#forget();
  }

  /** Remove the oldest messages, out of the reader's sight, from the page; they can be shown again. */
  #forget() {
    const old = findAll(this.list, "article").slice(0, -STEP);
    if (old.some((article) => article.contains(document.activeElement))) return;
    for (const article of old) {
      this.#articles.delete(idOf(article));
      dividerOf(article)?.remove();
      article.remove();
    }
    const first = find(this.list, "article");
    if (first) this.#decorate(first);
    this.#drawTop();
    this.#keepBottom();
  }

  /** @param {Message} message */
  #redraw(message) {
    const article = this.#articles.get(message.id);
    if (!article) return;
    if (article.querySelector(".body button:active")) {
      // Redrawing now would lose the press with its button.
      setTimeout(() => this.#redraw(this.session.store.message(this.channel.id, message.id) ?? message), RELEASE);
      return;
    }
    drawBody(article, message, this.#contextOf(message));
    const customId = this.#busy.get(message.id);
    if (customId) setBusy(article, customId);
  }

  /** @param {string} id */
  #remove(id) {
    const article = this.#articles.get(id);
    if (!article) return;
    const next = nextArticle(article);
    if (article.contains(document.activeElement)) this.#leave(article, next);
    dividerOf(article)?.remove();
    article.remove();
    this.#articles.delete(id);
    if (next) this.#decorate(next);
    this.#drawTop();
  }

  /**
   * Move the focus from a message that is about to be removed to the newest ephemeral one below it, or to a neighbour.
   * @param {HTMLElement} article
   * @param {HTMLElement | null} next
   */
  #leave(article, next) {
    const later = findAll(this.list, "article.ephemeral").at(-1);
    const isBelow = later && compareIds(idOf(later), idOf(article)) > 0;
    const place = isBelow ? later : (next ?? previousArticle(article));
    if (place) enter(place);
    else this.scroller.focus();
  }

  /**
   * Group a message with the one above it, or put a day's divider between them.
   * @param {HTMLElement} article
   */
  #decorate(article) {
    const message = this.session.store.message(this.channel.id, idOf(article));
    if (!message) return;
    const above = previousArticle(article);
    const before = above && this.session.store.message(this.channel.id, idOf(above));
    const sameDay = before && day(madeAt(before.id)) === day(madeAt(message.id));
    article.classList.toggle("grouped", Boolean(sameDay && belongs(message, before)));
    article.classList.toggle("first-new", message.id === this.firstNew);
    const divider = dividerOf(article);
    if (sameDay) divider?.remove();
    else if (!divider)
      article.before(h("div", { class: "day", role: "separator" }, h("span", {}, day(madeAt(message.id)))));
  }

  #allShown() {
    return this.#articles.size >= this.#messages().length - 1;
  }

  #drawTop() {
    const hidden = this.#messages().length - this.#articles.size;
    if (hidden > 0) {
      const next = Math.min(hidden, STEP);
      this.more.textContent = `Show ${next} earlier ${next === 1 ? "message" : "messages"}`;
      if (!this.top.contains(this.more)) fill(this.top, h("div", { class: "earlier" }, this.more));
    } else if (this.top.dataset.empty !== String(this.#messages().length === 0) || !this.top.hasChildNodes()) {
      const pressed = this.top.contains(document.activeElement); // on a shortcut, which is now removed
      fill(this.top, this.start(this.#messages().length === 0));
      if (pressed) this.scroller.focus();
    }
    this.top.dataset.empty = hidden > 0 ? "" : String(this.#messages().length === 0);
  }

  #earlier() {
    const before = this.scroller.scrollHeight - this.scroller.scrollTop;
    this.#shown = this.#articles.size + STEP;
    const messages = this.#messages();
    const first = find(this.list, "article");
    const older = messages
      .slice(-this.#shown, messages.length - this.#articles.size)
      .map((message) => this.#make(message));
    if (!first) return;
    (dividerOf(first) ?? first).before(...older);
    for (const article of [...older, first]) this.#decorate(article);
    this.#drawTop();
    this.scroller.scrollTop = this.scroller.scrollHeight - before;
  }

  #scrolled() {
    if (!this.#articles.size) return; // an empty channel stays at its beginning
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const size = `${scrollHeight} ${clientHeight}`;
    if (this.#stuck && size !== this.#size) {
      this.#keepBottom(); // the layout has changed; the reader did not scroll
      return;
    }
    this.#stuck = scrollHeight - scrollTop - clientHeight < NEAR;
    this.#drawJump();
    if (this.#stuck) this.context.onPresent();
    if (scrollTop < NEAR && this.#messages().length > this.#articles.size && this.#articles.size) this.#earlier();
  }

  #keepBottom() {
    const { scroller } = this;
    this.#size = `${scroller.scrollHeight} ${scroller.clientHeight}`;
    if (this.#stuck && this.#articles.size) scroller.scrollTop = scroller.scrollHeight;
  }

  /** Show the button that jumps to the newest message, with the number of unseen ones. */
  #drawJump() {
    const messages = this.#messages();
    if (this.#stuck) this.#seen = messages.at(-1)?.id ?? "0";
    this.jumpButton.hidden = this.#stuck;
    if (this.#stuck) return;
    const missed = messages.filter(({ id }) => compareIds(id, this.#seen) > 0).length;
    const news = missed ? `${missed} new · ` : "";
    fill(this.jumpButton, `${news}Jump to present`, icon("down"));
  }
}
