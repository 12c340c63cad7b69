/** The pane for the bot's process and the playground's clock. */

import { call, change, Refused, reason } from "../api.js";
import { h } from "../dom.js";
import { format, now, setTime } from "../time.js";
import { Pane } from "./pane.js";

const EVERY = 1000;
/** @import { Process } from "../wire.js" */

/** @type {[string, number][]} */
const JUMPS = [
  ["+1 minute", 60],
  ["+1 hour", 3600],
  ["+1 day", 86400],
];

export class BotPanel extends Pane {
  /** @param {import("../world.js").World} world */
  constructor(world) {
    super(EVERY);
    this.world = world;
    this.state = h("p", { class: "bot-state", role: "status" });
    this.log = h("pre", { class: "bot-log", tabindex: "0", "aria-label": "The bot's last log lines" });
    this.clock = h("p", { class: "clock" });
    /**
     * @param {string} name
     * @param {string} style
     */
    const doing = (name, style) =>
      h(
        "button",
        {
          type: "button",
          class: `button ${style} small`,
          onClick: () => this.run(() => call("POST", `/bot/${name.toLowerCase()}`)),
        },
        name,
      );
    const jumps = JUMPS.map(([label, seconds]) =>
      h(
        "button",
        { type: "button", class: "button secondary small", onClick: () => this.run(() => this.#advance(seconds)) },
        label,
      ),
    );
    this.element = h(
      "div",
      { class: "pane" },
      h("h3", {}, "Bot"),
      this.state,
      h(
        "div",
        { class: "tool-row" },
        doing("Start", "success"),
        doing("Stop", "secondary"),
        doing("Restart", "secondary"),
        doing("Kill", "danger"),
      ),
      this.error,
      h("h3", {}, "Clock"),
      this.clock,
      h("div", { class: "tool-row" }, jumps),
      h("p", { class: "subtext" }, "The bot goes by its machine's clock, so its own deadlines stay where they are."),
      h("h3", {}, "Log"),
      this.log,
    );
  }

  /** @param {number} seconds */
  async #advance(seconds) {
    const { time } = await change("clock", { advance: seconds });
    setTime(time);
  }

  /** Refresh the state. @override */
  async refresh() {
    this.clock.textContent = format(now(), "F");
    try {
      this.#draw(await call("GET", "/bot"));
    } catch (error) {
      this.#say(error instanceof Refused ? "This playground does not run the bot itself." : reason(error));
      this.log.hidden = true;
    }
  }

  /**
   * Show the state in words; changed only if it differs, so that screen readers announce it once.
   * @param {string} text
   */
  #say(text) {
    if (this.state.textContent !== text) this.state.textContent = text;
  }

  /** @param {Process} process */
  #draw({ state, pid, since, status, log }) {
    const details = [
      state,
      pid && `process ${pid}`,
      since && `since ${format(since * 1000, "T")}`,
      status !== null && status !== undefined && `status ${status}`,
    ];
    this.#say(details.filter(Boolean).join(" · "));
    this.log.hidden = false;
    const text = (log ?? []).join("\n");
    if (this.log.textContent === text) return;
    const atEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 30;
    this.log.textContent = text;
    if (atEnd) this.log.scrollTop = this.log.scrollHeight;
  }
}
