/** Who is writing: telling the others, and showing it. */

import { h } from "../base/dom.js";

const EVERY_MS = 8000;

export class TypingSignal {
  #app;
  #until = 0;
  #stop = () => {};

  constructor(app) {
    this.#app = app;
    this.element = h("div", { class: "typing", "aria-live": "off" });
  }

  /** Tells the others, but not at every key. */
  signal() {
    if (Date.now() < this.#until) return;
    this.#until = Date.now() + EVERY_MS;
    // A lost signal is no loss: the next key sends another.
    this.#app.session.ask("typing", { channel_id: this.#app.channelId }).catch(() => this.rest());
  }

  /** The next key is told again. */
  rest() {
    this.#until = 0;
  }

  /** Turns to the open channel. */
  show() {
    this.#stop();
    this.rest();
    const { world, channelId } = this.#app;
    this.#stop = world.on("typing", (id) => id === channelId && this.#draw());
    this.#draw();
  }

  #draw() {
    const names = this.#app.world.typists(this.#app.channelId);
    const who = names.length > 2 ? "Several people" : names.join(" and ");
    this.element.textContent = names.length ? `${who} ${names.length > 1 ? "are" : "is"} writing…` : "";
  }
}
