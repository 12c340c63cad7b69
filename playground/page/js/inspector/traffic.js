/** The pane for traffic: requests with their answers, gateway events and faults as they happen. */

import { socketUrl } from "../api.js";
import { fill, find, h, set } from "../dom.js";
import { json } from "./json.js";

/** @import { Entry } from "../wire.js" */

/**
 * @typedef {{entry: Entry, answer: Entry | null, element: HTMLDetailsElement}} Row
 * @typedef {[place: string, text: string]} Problem
 */

const KEPT = 500;
const AGAIN = 1500;
const DULL = /^op (1|11)$/;

export class Traffic {
  /** @type {Row[]} */
  #rows = [];
  /** @type {WebSocket | null} */
  #socket = null;
  #after = 0;
  #wanted = false;
  #paused = false;
  /** @type {Entry[]} */
  #waiting = [];
  #timer = 0;

  constructor() {
    this.filter = h("input", {
      type: "search",
      "aria-label": "Filter",
      placeholder: "Filter: callback, MESSAGE, 400 …",
      autocomplete: "off",
    });
    this.filter.addEventListener("input", () => {
      for (const row of this.#rows) this.#sift(row);
    });
    this.pause = h(
      "button",
      { type: "button", class: "button secondary small", "aria-pressed": "false", onClick: () => this.#pause() },
      "Pause",
    );
    const clear = h(
      "button",
      { type: "button", class: "button secondary small", onClick: () => this.#clear() },
      "Clear",
    );
    this.list = h("div", { class: "traffic", role: "list", "aria-label": "Requests and events, newest first" });
    this.element = h(
      "div",
      { class: "traffic-box" },
      h("div", { class: "tool-row" }, this.filter, this.pause, clear),
      this.list,
    );
  }

  /**
   * Start or stop following the log, as the pane is shown or hidden.
   * @param {boolean} wanted
   */
  watch(wanted) {
    if (this.#wanted === wanted) return;
    this.#wanted = wanted;
    clearTimeout(this.#timer);
    if (wanted) this.#connect();
    else this.#socket?.close();
  }

  #connect() {
    const socket = new WebSocket(socketUrl(`/log/feed?after=${this.#after}`));
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      for (const entry of Array.isArray(frame) ? frame : [frame]) this.#take(entry);
    };
    socket.onclose = () => {
      if (this.#wanted && socket === this.#socket) this.#timer = setTimeout(() => this.#connect(), AGAIN);
    };
  }

  /** @param {Entry} entry */
  #take(entry) {
    if (entry.n === undefined) return;
    if (entry.n < this.#after && entry.n === 0) this.#clear();
    this.#after = entry.n + 1;
    if (this.#paused) this.#waiting.push(entry);
    else this.#add(entry);
  }

  /** @param {Entry} entry */
  #add(entry) {
    if (DULL.test(entry.what)) return;
    const asked = entry.kind === "answer" && this.#rows.find((row) => row.entry.n === entry.data.request);
    if (asked) {
      asked.answer = entry;
      this.#draw(asked);
      return;
    }
    /** @type {Row} */
    const row = { entry, answer: null, element: h("details", { class: `traffic-row kind-${entry.kind}` }) };
    row.element.addEventListener("toggle", () => this.#open(row));
    this.#draw(row);
    this.#rows.unshift(row);
    this.list.prepend(h("div", { role: "listitem" }, row.element));
    for (const old of this.#rows.splice(KEPT)) old.element.parentElement?.remove();
  }

  /** @param {Row} row */
  #draw(row) {
    const { entry, answer, element } = row;
    const status = answer?.data?.status;
    const time = new Date(entry.at * 1000).toLocaleTimeString(undefined, { hour12: false });
    const summary = h(
      "summary",
      {},
      h("span", { class: `badge-kind ${kindClass(entry, status)}` }, status ?? sign(entry.kind)),
      h("span", { class: "traffic-what" }, shorten(entry.what), detail(entry)),
      h("span", { class: "traffic-time" }, time),
    );
    fill(element, summary, h("div", { class: "traffic-body" }));
    if (element.open) this.#open(row);
    this.#sift(row);
  }

  /** @param {Row} row */
  #open({ entry, answer, element }) {
    const body = find(element, ".traffic-body");
    if (!element.open || !body) return;
    /** @type {[(string | number)[], string, string][]} */
    const problems = entry.data?.problems ?? [];
    const refused = told(answer?.data?.body?.errors ?? {});
    /** @type {Problem[]} */
    const said = problems.length ? problems.map(([place, , text]) => [place.join("."), text]) : refused;
    fill(
      body,
      h("p", { class: "traffic-full" }, entry.what),
      entry.kind === "request" && validated(said),
      h("h4", {}, answer ? "Request" : "Payload"),
      json(entry.data),
      answer && [h("h4", {}, `Answer ${answer.data.status}`), json(answer.data.body)],
    );
  }

  /** @param {Row} row */
  #sift({ entry, answer, element }) {
    const wanted = this.filter.value.trim().toLowerCase();
    const text = `${entry.kind} ${entry.what} ${answer?.data?.status ?? ""} ${wanted.length > 2 ? JSON.stringify([entry.data, answer?.data]) : ""}`;
    element.hidden = Boolean(wanted) && !text.toLowerCase().includes(wanted);
  }

  #pause() {
    this.#paused = !this.#paused;
    set(this.pause, "aria-pressed", String(this.#paused));
    this.pause.textContent = this.#paused ? "Go on" : "Pause";
    if (this.#paused) return;
    for (const entry of this.#waiting.splice(0)) this.#add(entry);
  }

  #clear() {
    this.#rows = [];
    fill(this.list);
  }
}

/** @type {Record<string, string>} */
const SIGNS = {
  dispatch: "event",
  sent: "gateway",
  received: "bot",
  fault: "fault",
  action: "you",
  request: "…",
  answer: "answer",
};
/** @param {string} kind */
const sign = (kind) => SIGNS[kind] ?? kind;

/**
 * @param {Entry} entry
 * @param {number} [status]
 */
function kindClass({ kind }, status) {
  if (status) return status < 400 ? "good" : "bad";
  return kind === "fault" ? "bad" : kind;
}

/**
 * A route with its ids and tokens shortened.
 * @param {string} what
 */
function shorten(what) {
  return what.replace(/[\w-]{60,}/g, "…").replace(/\d{15,20}/g, (id) => `…${id.slice(-4)}`);
}

/**
 * The subject of a row, if its name does not tell.
 * @param {Entry} entry
 */
function detail({ kind, data }) {
  if (kind === "request" && data?.body?.type) return ` · type ${data.body.type}`;
  const event = data?.d;
  if (kind === "dispatch" && data?.t === "INTERACTION_CREATE")
    return ` · ${event.data?.custom_id ?? event.data?.name ?? ""}`;
  return kind === "fault" && data?.at ? ` · ${data.at}` : "";
}

/**
 * The validator's problems, each with its path in the body.
 * @param {Problem[]} said
 */
function validated(said) {
  if (!said.length) return h("p", { class: "fine" }, "The validator has nothing to object to.");
  const items = said.map(([place, text]) => h("li", {}, h("code", {}, place || "(body)"), " ", text));
  return [h("h4", {}, "The validator says"), h("ul", { class: "problems" }, items)];
}

/**
 * The nested errors of a refusal, each with its path in the body.
 * @param {Record<string, any>} errors
 * @param {string} [path]
 * @returns {Problem[]}
 */
function told(errors, path = "") {
  /** @type {Problem[]} */
  const own = (errors._errors ?? []).map((/** @type {{message: string}} */ { message }) => [path, message]);
  const inner = Object.entries(errors).filter(([key]) => key !== "_errors");
  return [...own, ...inner.flatMap(([key, value]) => told(value, path ? `${path}.${key}` : key))];
}
