/** The drawer of faults: making things go wrong, to see how the bot copes. */

import { clickable, h, refill } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { confirmDialog } from "./dialog.js";
import { attempt, toast } from "./toast.js";

/** Label, and the fields of the action `fault`. */
const ORDERS = [
  ["Answer 500", { kind: "status", status: 500 }],
  ["Answer 503", { kind: "status", status: 503 }],
  ["Rate limit (429) for 2 s", { kind: "rate_limit", seconds: 2 }],
  ["Slow by 4 s", { kind: "slow", seconds: 4 }],
  ["Lose the request", { kind: "drop_before" }],
  ["Do it, but lose the answer", { kind: "drop_after" }],
];
const DELIVERIES = [
  ["4 s late", { kind: "late", seconds: 4 }],
  ["Twice", { kind: "twice" }],
];
const GATEWAY = [
  ["Cut the connection", { what: "drop" }],
  ["Ask to reconnect", { what: "reconnect" }],
  ["Invalidate the session", { what: "invalidate" }],
];

/** Label, method and path of the requests that are meant. */
const TARGETS = [
  ["any request", "*", "*"],
  ["answers to commands and presses", "*", "/interactions/*"],
  ["edits and follow-ups of answers", "*", "/webhooks/*"],
  ["new messages", "POST", "/channels/*/messages"],
  ["edits of messages", "PATCH", "/channels/*/messages/*"],
];

export class FaultsDrawer {
  #app;
  #ordered = h("ul", { class: "faults-ordered" });
  #dms = h("div", { class: "faults-group" });
  #place = h("div", { class: "faults-group" });
  #target = h(
    "select",
    { class: "input", "aria-label": "Which requests" },
    TARGETS.map(([label], index) => h("option", { value: index }, label)),
  );
  #times = h("input", {
    class: "input",
    type: "number",
    min: 1,
    max: 99,
    value: 1,
    "aria-label": "How many times",
  });

  constructor(app) {
    this.#app = app;
    const close = clickable("quiet round", () => this.toggle(false), icon("close"), { "aria-label": "Close" });
    this.element = h(
      "aside",
      { class: "faults", id: "faults", "aria-label": "Faults", hidden: true },
      h("header", { class: "dialog-head" }, h("h2", {}, "Faults"), close),
      h("div", { class: "faults-body" }, this.#sections()),
    );
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.toggle(false));
    for (const topic of ["person", "place", "people"]) app.on(topic, () => this.draw());
    for (const { world } of app.sessions.values()) world.on("faults", () => this.draw());
  }

  /** Opens or closes the drawer; `button` is told. */
  toggle(open = this.element.hidden) {
    this.element.hidden = !open;
    this.button?.setAttribute("aria-expanded", String(open));
    this.draw();
    if (open) this.element.querySelector("button").focus();
    else this.button?.focus();
  }

  draw() {
    if (this.element.hidden || !this.#app.world.me) return;
    this.#drawDms();
    this.#drawPlace();
    const { faults } = this.#app.world;
    refill(
      this.#ordered,
      faults.length
        ? faults.map((fault) => h("li", {}, inWords(fault)))
        : h("li", { class: "faint" }, "Nothing is ordered."),
    );
  }

  #sections() {
    return [
      section("Direct messages", this.#dms),
      section(
        "The bot's next requests",
        h("div", { class: "faults-fields" }, this.#target, h("span", {}, "×"), this.#times),
        this.#buttons(ORDERS, (order) => this.#order(order)),
      ),
      section(
        "The next commands and presses arrive",
        this.#buttons(DELIVERIES, (order) => this.#do("fault", { ...order, times: this.#count })),
      ),
      section(
        "The bot's connection",
        this.#buttons(GATEWAY, (fields) => this.#do("gateway", fields)),
      ),
      section(
        "Ordered",
        this.#ordered,
        this.#buttons([["Take all back", {}]], () => this.#do("clear_faults", {})),
      ),
      section("Here", this.#place),
    ];
  }

  #buttons(entries, act) {
    const buttons = entries.map(([label, fields]) =>
      clickable("button secondary small", () => act(fields), label),
    );
    return h("div", { class: "faults-buttons" }, buttons);
  }

  #drawDms() {
    const { me } = this.#app.world;
    const closed = me.dms_closed;
    refill(
      this.#dms,
      h(
        "p",
        {},
        closed ? `${me.name} takes no direct messages from the bot.` : `The bot can write to ${me.name}.`,
      ),
      this.#buttons(
        [[closed ? `Open ${me.name}'s DMs` : `Close ${me.name}'s DMs`, { closed: !closed }]],
        (fields) => this.#do("set_dms", fields),
      ),
    );
  }

  #drawPlace() {
    const { channel, world } = this.#app;
    const entries = [];
    if (channel && channel.type !== "dm")
      entries.push([
        channel.type === "thread" ? "Delete this thread" : "Delete this channel",
        () => this.#deleteChannel(channel),
      ]);
    const server = world.servers.get(channel?.server_id);
    for (const person of server ? world.people.values() : []) {
      if (person.bot) continue;
      const member = server.member_ids.includes(person.id);
      const action = member ? "leave_server" : "join_server";
      entries.push([
        `${person.name} ${member ? "leaves" : "joins"}`,
        () => this.#do(action, { server_id: server.id, person_id: person.id }),
      ]);
    }
    refill(this.#place, this.#buttons(entries, (act) => act()));
  }

  async #deleteChannel(channel) {
    const sure = await confirmDialog({
      title: "Delete",
      text: `Delete “${channel.name}” as a moderator would?`,
      action: "Delete",
    });
    if (sure) await this.#do("delete_channel", { channel_id: channel.id });
  }

  get #count() {
    return Math.max(1, Math.min(99, Number(this.#times.value) || 1));
  }

  #order(order) {
    const [, method, path] = TARGETS[Number(this.#target.value)];
    return this.#do("fault", { ...order, method, path, times: this.#count });
  }

  async #do(action, fields) {
    if (await attempt(this.#app.session.ask(action, fields))) toast("Ordered.");
    this.draw();
  }
}

function section(title, ...children) {
  return h("section", { class: "faults-section" }, h("h3", {}, title), children);
}

/** “2 × answer 500 on POST /channels/…”. */
function inWords({ kind, times, status, seconds, method, path }) {
  const what = {
    status: `answer ${status}`,
    rate_limit: `rate limit for ${seconds} s`,
    slow: `slow by ${seconds} s`,
    drop_before: "lose the request",
    drop_after: "lose the answer",
    late: `deliver ${seconds} s late`,
    twice: "deliver twice",
  };
  return `${times} × ${what[kind] ?? kind}${path === "*" ? "" : ` on ${method} ${path}`}`;
}
