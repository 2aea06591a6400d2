/** What stands above the messages: where one is, and whether sandbox and bot are there. */

import { clickable, h, refill } from "../base/dom.js";
import { icon, PLACE_ICONS } from "../base/icons.js";

const STATES = {
  connecting: "Connecting to the sandbox…",
  lost: "The sandbox does not answer. Is it still running? Trying again…",
  refused: "This page's key is no longer good. Open the address that the sandbox printed when it started.",
};

const MAILBOX = () => [icon("mail"), h("h1", {}, "Mail")];

export class Heading {
  #app;

  constructor(app) {
    this.#app = app;
    this.element = h("div", { class: "heading" });
    this.banner = h("div", { class: "banner", role: "status", hidden: true });
    for (const topic of ["person", "place", "people"]) app.on(topic, () => this.draw());
    for (const session of app.sessions.values()) this.watch(session);
  }

  /** Shows the state of a session whenever it is the acting one. */
  watch(session) {
    session.connection.on("state", () => this.draw());
    session.world.on("bot", () => this.draw());
  }

  draw() {
    const { channel, session, world } = this.#app;
    const trouble = STATES[session.connection.state] ?? null;
    this.banner.textContent =
      trouble ??
      (world.me && !world.bot.online ? "The bot is offline just now; commands will not be answered." : "");
    this.banner.hidden = this.banner.textContent === "";
    this.banner.dataset.state = session.connection.state;
    document.documentElement.dataset.connection = session.connection.state;
    refill(this.element, this.#app.inMail ? MAILBOX() : channel ? this.#words(channel, world) : h("h1", {}, "…"));
  }

  #words(channel, world) {
    const parent = channel.parent_id && world.channels.get(channel.parent_id);
    return [
      icon(PLACE_ICONS[channel.type], 20),
      parent ? clickable("heading-parent", () => this.#app.go(parent.id), `${parent.name} ›`) : null,
      h("h1", {}, channel.name),
      channel.topic ? h("span", { class: "topic", title: channel.topic }, channel.topic) : null,
      channel.archived ? h("span", { class: "tag" }, "ARCHIVED") : null,
      channel.locked ? h("span", { class: "tag" }, "LOCKED") : null,
    ];
  }
}
