/** The rail of servers, the DMs above them. */

import { clickable, h, refill } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { attempt } from "../overlays/toast.js";
import { mark, news } from "./people.js";

export class ServerRail {
  #app;

  constructor(app) {
    this.#app = app;
    this.element = h("nav", { class: "servers", "aria-label": "Servers" });
    for (const topic of ["person", "place", "people", "unread"]) app.on(topic, () => this.draw());
  }

  draw() {
    const { world } = this.#app;
    const open = this.#app.serverId;
    refill(
      this.element,
      this.#button({ id: null, name: "Direct messages" }, icon("chat"), open === null),
      h("hr"),
      [...world.servers.values()].map((server) => this.#button(server, server.initials, server.id === open)),
    );
  }

  #button({ id, name }, face, active) {
    const { pings, unread } = this.#app.session.summary(id);
    return clickable(
      `server${active ? " active" : ""}`,
      () => attempt(this.#app.goServer(id)),
      [face, mark(pings, unread)],
      { "aria-current": active ? "true" : null, "aria-label": `${name}${news(pings, unread)}`, title: name },
    );
  }
}
