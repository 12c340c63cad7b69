/** A part of the inspector that is brought up to date from time to time while it is seen. */

import { reason } from "../api.js";
import { h } from "../dom.js";

export class Pane {
  #timer = 0;
  error = h("p", { class: "form-error", role: "alert" });

  /** @param {number} every milliseconds */
  constructor(every) {
    this.every = every;
  }

  /**
   * Whether somebody looks.
   * @param {boolean} wanted
   */
  watch(wanted) {
    clearInterval(this.#timer);
    if (!wanted) return;
    this.refresh();
    this.#timer = setInterval(() => this.refresh(), this.every);
  }

  /**
   * Do something, say if it was refused, and look again.
   * @param {() => Promise<unknown>} work
   */
  async run(work) {
    this.error.textContent = "";
    try {
      await work();
    } catch (error) {
      this.error.textContent = reason(error);
    }
    await this.refresh();
  }

  /** Look again: for each pane to say. */
  async refresh() {}
}
