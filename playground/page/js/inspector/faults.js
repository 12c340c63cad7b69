/** The pane for faults: misbehaviour on demand. */

import { call, change } from "../api.js";
import { fill, findAll, focusedIn, h, iconButton } from "../dom.js";
import { Pane } from "./pane.js";

const EVERY = 1500;

/** @import { Fault } from "../wire.js" */

/** @type {[string, string, object][]} */
const PRESETS = [
  [
    "Slow answers",
    "Every request of the bot waits 2 seconds",
    { kind: "delay", pattern: "*", seconds: 2, times: null },
  ],
  [
    "Too slow for a click",
    "The next answer to an interaction waits 4 seconds",
    { kind: "delay", pattern: "POST /interactions/*", seconds: 4 },
  ],
  [
    "Server errors",
    "The next 3 messages and edits get a 500",
    { kind: "status", pattern: "* /channels/*/messages*", status: 500, times: 3 },
  ],
  [
    "Rate limit",
    "The next 3 messages and edits get a 429 of 3 seconds",
    { kind: "rate_limit", pattern: "* /channels/*/messages*", seconds: 3, times: 3 },
  ],
  [
    "Lost answer",
    "The next message is posted, but the bot is not told",
    { kind: "lose_answer", pattern: "POST /channels/*/messages" },
  ],
  ["Lost click", "The next interaction never reaches the bot", { kind: "lose", pattern: "INTERACTION_CREATE" }],
  ["Doubled click", "The next interaction reaches the bot twice", { kind: "double", pattern: "INTERACTION_CREATE" }],
];

export class FaultsPanel extends Pane {
  /** The faults in the list, as JSON. */
  #listed = "";

  /** @param {() => import("../session.js").Session | null} session returns the current person's session */
  constructor(session) {
    super(EVERY);
    this.session = session;
    this.active = h("ul", { class: "faults", "aria-label": "Active faults" });
    const presets = PRESETS.map(([label, note, fault]) =>
      this.#preset(label, note, () => call("POST", "/faults", fault)),
    );
    const gateway = [
      this.#preset("Drop the gateway", "The bot's connection is cut; it comes back by itself", () =>
        change("gateway", { do: "drop" }),
      ),
      this.#preset("Close my direct messages", "The bot cannot write to you", () => this.#dms(false)),
      this.#preset("Open my direct messages", "", () => this.#dms(true)),
    ];
    this.clear = h(
      "button",
      { type: "button", class: "button secondary small", onClick: () => this.run(() => call("DELETE", "/faults")) },
      "Clear all",
    );
    this.element = h(
      "div",
      { class: "pane" },
      h("div", { class: "pane-head" }, h("h3", {}, "Active faults"), this.clear),
      this.active,
      this.error,
      h("h3", {}, "Requests and events"),
      h("div", { class: "presets" }, presets),
      h("h3", {}, "World"),
      h("div", { class: "presets" }, gateway),
    );
  }

  /**
   * @param {string} label
   * @param {string} note
   * @param {() => Promise<unknown>} work
   */
  #preset(label, note, work) {
    return h(
      "button",
      { type: "button", class: "preset", onClick: () => this.run(work) },
      h("span", { class: "preset-label" }, label),
      note && h("span", { class: "preset-note" }, note),
    );
  }

  /** @param {boolean} open */
  async #dms(open) {
    const session = this.session();
    if (session) await change("dms", { user_id: session.me.id, open });
  }

  /** Refresh the list, if it has changed; the focus stays at its place in it. @override */
  async refresh() {
    /** @type {Fault[]} */
    let faults;
    try {
      faults = await call("GET", "/faults");
    } catch {
      return;
    }
    const live = faults.filter(({ times }) => times !== 0);
    const listed = JSON.stringify(live);
    if (listed === this.#listed && this.active.hasChildNodes()) return;
    this.#listed = listed;
    const rows = live.map(({ id, kind, pattern, times, hits }) =>
      h(
        "li",
        {},
        iconButton("close", `Remove ${kind}`, () => this.run(() => call("DELETE", `/faults/${id}`))),
        h("strong", {}, kind.replace("_", " ")),
        " ",
        h("code", {}, pattern),
        h("span", { class: "member-note" }, ` ${times === null ? "until cleared" : `${times} more`} · struck ${hits}×`),
      ),
    );
    const focused = focusedIn(this.active);
    const at = focused ? findAll(this.active, "button").indexOf(focused) : -1;
    fill(this.active, rows.length ? rows : h("li", { class: "member-note" }, "None."));
    if (focused) (findAll(this.active, "button")[at] ?? this.clear).focus();
  }
}
