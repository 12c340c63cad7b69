/** Requests with their answers, gateway events and faults as they happen. */

import { socketUrl } from "../api.js";
import { fill, h, set } from "../dom.js";
import { json } from "./json.js";

const KEPT = 500;
const AGAIN = 1500;
const DULL = /^op (1|11)$/;

export class Traffic {
  #rows = [];
  #socket = null;
  #after = 0;
  #wanted = false;
  #paused = false;
  #waiting = [];
  #timer = 0;

  constructor() {
    this.filter = h("input", {
      type: "search",
      "aria-label": "Filter",
      placeholder: "Filter: callback, MESSAGE, 400 …",
      autocomplete: "off",
    });
    this.filter.addEventListener("input", () => this.#rows.forEach((row) => this.#sift(row)));
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

  /** Whether somebody looks. */
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

  #take(entry) {
    if (entry.n === undefined) return;
    if (entry.n < this.#after && entry.n === 0) this.#clear();
    this.#after = entry.n + 1;
    if (this.#paused) this.#waiting.push(entry);
    else this.#add(entry);
  }

  #add(entry) {
    if (DULL.test(entry.what)) return;
    const asked = entry.kind === "answer" && this.#rows.find((row) => row.entry.n === entry.data.request);
    if (asked) {
      asked.answer = entry;
      this.#draw(asked);
      return;
    }
    const row = { entry, answer: null, element: h("details", { class: `traffic-row kind-${entry.kind}` }) };
    row.element.addEventListener("toggle", () => this.#open(row));
    this.#draw(row);
    this.#rows.unshift(row);
    this.list.prepend(h("div", { role: "listitem" }, row.element));
    this.#rows.splice(KEPT).forEach((old) => old.element.parentElement.remove());
  }

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

  #open({ entry, answer, element }) {
    if (!element.open) return;
    const problems = entry.data?.problems?.map(([place, , text]) => [place.join("."), text]);
    const refused = told(answer?.data?.body?.errors ?? {});
    const said = problems?.length ? problems : refused;
    fill(
      element.querySelector(".traffic-body"),
      h("p", { class: "traffic-full" }, entry.what),
      entry.kind === "request" && validated(said),
      h("h4", {}, answer ? "Request" : "Payload"),
      json(entry.data),
      answer && [h("h4", {}, `Answer ${answer.data.status}`), json(answer.data.body)],
    );
  }

  #sift({ entry, answer, element }) {
    const wanted = this.filter.value.trim().toLowerCase();
    const text = `${entry.kind} ${entry.what} ${answer?.data?.status ?? ""} ${wanted.length > 2 ? JSON.stringify([entry.data, answer?.data]) : ""}`;
    element.hidden = Boolean(wanted) && !text.toLowerCase().includes(wanted);
  }

  #pause() {
    this.#paused = !this.#paused;
    set(this.pause, "aria-pressed", String(this.#paused));
    this.pause.textContent = this.#paused ? "Go on" : "Pause";
    if (!this.#paused) this.#waiting.splice(0).forEach((entry) => this.#add(entry));
  }

  #clear() {
    this.#rows = [];
    fill(this.list);
  }
}

const SIGNS = {
  dispatch: "event",
  sent: "gateway",
  received: "bot",
  fault: "fault",
  action: "you",
  request: "…",
  answer: "answer",
};
const sign = (kind) => SIGNS[kind] ?? kind;

function kindClass({ kind }, status) {
  if (status) return status < 400 ? "good" : "bad";
  return kind === "fault" ? "bad" : kind;
}

/** Routes without ids and tokens in full length. */
function shorten(what) {
  return what.replace(/[\w-]{60,}/g, "…").replace(/\d{15,20}/g, (id) => `…${id.slice(-4)}`);
}

/** What a row is about, where its name does not tell. */
function detail({ kind, data }) {
  if (kind === "request" && data?.body?.type) return ` · type ${data.body.type}`;
  const event = data?.d;
  if (kind === "dispatch" && data?.t === "INTERACTION_CREATE")
    return ` · ${event.data?.custom_id ?? event.data?.name ?? ""}`;
  return kind === "fault" && data?.at ? ` · ${data.at}` : "";
}

/** What the validator found, each with its place in the body. */
function validated(said) {
  if (!said.length) return h("p", { class: "fine" }, "The validator has nothing to object to.");
  const items = said.map(([place, text]) => h("li", {}, h("code", {}, place || "(body)"), " ", text));
  return [h("h4", {}, "The validator says"), h("ul", { class: "problems" }, items)];
}

/** The nested errors of a refusal, each with its place in the body. */
function told(errors, path = "") {
  return Object.entries(errors).flatMap(([key, value]) => {
    if (key === "_errors") return value.map(({ message }) => [path, message]);
    return told(value, path ? `${path}.${key}` : key);
  });
}
