/** The people switcher: act as anybody with one click; who has news wears a mark. */

import { h, refill } from "../base/dom.js";
import { addressOf } from "../world/address.js";
import { avatar } from "./avatar.js";

export class PeopleSwitcher {
  #app;

  constructor(app) {
    this.#app = app;
    this.element = h("nav", { class: "people", "aria-label": "Act as" });
    for (const topic of ["person", "unread", "people", "place"]) app.on(topic, () => this.draw());
  }

  draw() {
    const before = document.activeElement?.dataset?.person;
    refill(
      this.element,
      h("span", { class: "people-label", "aria-hidden": "true" }, "Act as"),
      [...this.#app.sessions.values()].map((session) => this.#link(session)),
    );
    if (before) [...this.element.children].find((node) => node.dataset.person === before)?.focus();
  }

  /** A link, so that it opens in a tab of its own where that is wanted. */
  #link(session) {
    const { person } = session;
    const active = session === this.#app.session;
    const { pings, unread } = active ? { pings: 0, unread: false } : session.summary();
    const click = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#app.actAs(person.id);
    };
    return h(
      "a",
      {
        class: `person${active ? " active" : ""}`,
        href: addressOf(person, this.#app.channelId),
        "aria-current": active ? "true" : null,
        "aria-label": `${person.name}${news(pings, unread)}`,
        title: `Act as ${person.name} (middle click: in a tab of its own)`,
        data: { person: person.id },
        on: { click },
      },
      h("span", { class: "person-face" }, avatar(person, 28), mark(pings, unread)),
      h("span", { class: "person-name" }, person.name),
    );
  }
}

/** The mark for something new: a number for pings, a dot for the rest. */
export function mark(pings, unread) {
  if (pings) return h("span", { class: "mark pings", "aria-hidden": "true" }, pings > 99 ? "99+" : pings);
  return unread ? h("span", { class: "mark dot", "aria-hidden": "true" }) : null;
}

/** The same in words, to go on after a name. */
export function news(pings, unread) {
  if (pings) return `, ${pings} ${pings === 1 ? "mention" : "mentions"}`;
  return unread ? ", unread" : "";
}
