/** A part of the inspector that is brought up to date from time to time while it is seen. */

import { h } from "../dom.js";

export class Pane {
  #timer = 0;
  error = h("p", { class: "form-error", role: "alert" });

  /** @param {number} every milliseconds */
  constructor(every) {
    this.every = every;
  }

  /** Whether somebody looks. */
  watch(wanted) {
    clearInterval(this.#timer);
    if (!wanted) return;
    this.refresh();
    this.#timer = setInterval(() => this.refresh(), this.every);
  }

  /** Do something, say if it was refused, and look again. */
  async run(work) {
    this.error.textContent = "";
    try {
      await work();
    } catch (error) {
      this.error.textContent = error.message;
    }
    await this.refresh();
  }

  /** Look again: for each pane to say. */
  async refresh() {}
}
