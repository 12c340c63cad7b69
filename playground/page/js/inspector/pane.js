/** A pane of the inspector that is refreshed periodically while it is shown. */

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
   * Start or stop refreshing, as the pane is shown or hidden.
   * @param {boolean} wanted
   */
  watch(wanted) {
    clearInterval(this.#timer);
    if (!wanted) return;
    this.refresh();
    this.#timer = setInterval(() => this.refresh(), this.every);
  }

  /**
   * Do the work, show an error if it was refused, then refresh.
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

  /** Refresh the contents; each pane overrides this. */
  async refresh() {}
}
