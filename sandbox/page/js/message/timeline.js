/** The messages of the open channel, kept in step with what the person knows, row by row. */

import { h, refill } from "../base/dom.js";
import { isLater } from "../base/ids.js";
import { dayName, sameDay } from "../base/time.js";
import { attempt } from "../overlays/toast.js";
import { noticeRow } from "./notices.js";
import { messageRow } from "./row.js";
import { welcome } from "./welcome.js";

const PINNED_WITHIN = 60;
const GROUP_MS = 7 * 60_000;
const SEARCHED_PAGES = 10;

export class TimelineView {
  #app;
  #list = h("div", {
    class: "timeline-list",
    role: "log",
    "aria-label": "Messages",
    "aria-relevant": "additions text",
  });
  #earlier = h(
    "button",
    { type: "button", class: "button secondary small earlier", hidden: true },
    "Earlier messages",
  );
  #latest = h("button", { type: "button", class: "to-latest", hidden: true }, "Newest messages ↓");
  #rows = new Map();
  #channelId = null;
  #session = null;
  #unreadAfter = null;
  #pinned = true;
  #top = 0;
  #scheduled = false;
  #stops = [];

  constructor(app) {
    this.#app = app;
    this.scroller = h(
      "div",
      { class: "timeline", tabindex: "0", role: "region", "aria-label": "Conversation" },
      this.#earlier,
      this.#list,
    );
    this.element = h("div", { class: "timeline-frame" }, this.scroller, this.#latest);
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#list.addEventListener("keydown", (event) => this.#walk(event));
    this.#earlier.addEventListener("click", () => this.#loadEarlier());
    this.#latest.addEventListener("click", () => this.#toEnd());
    new ResizeObserver(() => this.#pinned && this.#toEnd()).observe(this.#list);
    new ResizeObserver(() => this.#pinned && this.#toEnd()).observe(this.scroller);
    document.addEventListener("visibilitychange", () => this.#read());
    app.on("sent", () => this.#toEnd());
  }

  /** Shows the channel that is open now, for the person who acts now. */
  async show() {
    const { session, channel } = this.#app;
    const moved = session !== this.#session || this.#app.channelId !== this.#channelId;
    if (moved) this.#enter(session, channel);
    if (!channel) return;
    await this.#load();
    if (this.#app.messageId) await this.#reveal(this.#app.messageId);
    else if (moved) this.#toEnd();
  }

  #enter(session, channel) {
    for (const stop of this.#stops.splice(0)) stop();
    this.#session = session;
    this.#channelId = this.#app.channelId;
    this.#unreadAfter = channel && session.isUnread(channel) ? session.reading.mark(channel.id) : null;
    this.#pinned = true;
    this.#rows.clear();
    refill(this.#list);
    const ours = (id) => id === this.#channelId && this.#schedule();
    this.#stops.push(
      session.world.on("messages", ours),
      session.world.interactions.on("change", (one) => ours(one.channel_id)),
      session.world.on("hello", () => this.#load()),
    );
  }

  async #load() {
    const { world } = this.#session;
    const timeline = world.timeline(this.#channelId);
    if (!world.channels.has(this.#channelId)) return;
    this.#list.setAttribute("aria-busy", "true");
    // A lost connection is told elsewhere, and `hello` brings us here again.
    await this.#session.load(this.#channelId).catch(() => timeline.loaded);
    this.#render();
    this.#list.removeAttribute("aria-busy");
  }

  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#render();
    });
  }

  #render() {
    const { world } = this.#session;
    const timeline = world.timeline(this.#channelId);
    if (!timeline.loaded) return;
    this.#earlier.hidden = !timeline.more;
    const focus = this.#focused();
    const nodes = timeline.more ? [] : [this.#keyed("welcome", this.#channelId, () => welcome(this.#app))];
    const notices = world.interactions.noticesIn(this.#channelId);
    const addNotices = (until) => {
      while (notices.length && (until === null || isLater(until, notices[0].id))) {
        const one = notices.shift();
        nodes.push(this.#keyed(`notice ${one.id}`, one.state, () => noticeRow(this.#app, one)));
      }
    };
    let before = null;
    let divided = false;
    for (const message of timeline.messages) {
      addNotices(message.id);
      const sent = new Date(message.timestamp);
      const newDay = !before || !sameDay(sent, new Date(before.timestamp));
      if (newDay)
        nodes.push(
          this.#keyed(`day ${message.id}`, sent.toDateString(), () => divider(dayName(sent), "day")),
        );
      const isNew =
        !divided && this.#unreadAfter !== null && !message.mine && isLater(message.id, this.#unreadAfter);
      if (isNew) {
        nodes.push(this.#keyed("new", message.id, () => divider("New", "new")));
        divided = true;
      }
      const compact = !newDay && !isNew && continues(before, message);
      nodes.push(this.#row(message, compact));
      before = message;
    }
    addNotices(null);
    this.#place(nodes);
    this.#refocus(focus);
    if (this.#pinned) this.#toEnd();
    this.#read();
  }

  #row(message, compact) {
    const { interactions, channels } = this.#session.world;
    const thread = message.thread_id && channels.get(message.thread_id);
    const version = [
      compact,
      ...interactions.pendingOn(message.id),
      interactions.failureOn(message.id),
      thread?.name,
      thread?.message_count,
    ].join("|");
    return this.#keyed(
      `message ${message.id}`,
      version,
      () => messageRow(this.#app, message, { compact }),
      message,
    );
  }

  /** The row under a key: the one that stands if neither version nor source has changed, else a new one. */
  #keyed(key, version, make, source = null) {
    const row = this.#rows.get(key);
    if (row && row.version === version && row.source === source) return row.node;
    const node = make();
    this.#rows.set(key, { node, version, source });
    return node;
  }

  #place(nodes) {
    const wanted = new Set(nodes);
    for (const [key, row] of this.#rows) if (!wanted.has(row.node)) this.#rows.delete(key);
    for (const node of [...this.#list.children]) if (!wanted.has(node)) node.remove();
    nodes.forEach((node, index) => {
      if (this.#list.children[index] !== node)
        this.#list.insertBefore(node, this.#list.children[index] ?? null);
    });
    const messages = [...this.#list.querySelectorAll(".message")];
    for (const node of messages) node.tabIndex = -1;
    if (messages.length) messages.at(-1).tabIndex = 0;
  }

  /** Which message and which part of it have the focus, so that a new row can take it over. */
  #focused() {
    const row = document.activeElement?.closest?.(".timeline-list .message");
    return row && { id: row.dataset.id, key: document.activeElement.dataset.key, row };
  }

  #refocus(focus) {
    if (!focus || focus.row.isConnected) return;
    const row = this.#rows.get(`message ${focus.id}`)?.node;
    const part =
      row &&
      [...row.querySelectorAll("[data-key]")].find(
        (node) => node.dataset.key === focus.key && !node.disabled,
      );
    (part ?? row)?.focus({ preventScroll: true });
  }

  /** Arrow keys go from message to message. */
  #walk(event) {
    if (
      !event.target.classList.contains("message") ||
      !["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)
    )
      return;
    const rows = [...this.#list.querySelectorAll(".message")];
    const at = rows.indexOf(event.target);
    const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    event.preventDefault();
    rows[next]?.focus();
  }

  async #loadEarlier() {
    if (this.#earlier.disabled) return;
    this.#earlier.disabled = true;
    const { scrollHeight, scrollTop } = this.scroller;
    this.#pinned = false;
    await attempt(this.#session.loadEarlier(this.#channelId));
    this.#render();
    this.scroller.scrollTop = scrollTop + this.scroller.scrollHeight - scrollHeight;
    this.#earlier.disabled = false;
  }

  /** Scrolls to a message, loading what lies between, and marks it for a moment. */
  async #reveal(messageId) {
    this.#app.messageId = null;
    const timeline = this.#session.world.timeline(this.#channelId);
    for (let page = 0; page < SEARCHED_PAGES && timeline.more && !timeline.find(messageId); page += 1) {
      await this.#loadEarlier();
    }
    const row = this.#rows.get(`message ${messageId}`)?.node;
    if (!row) return;
    this.#pinned = false;
    row.scrollIntoView({ block: "center" });
    row.classList.add("marked");
    row.addEventListener("animationend", () => row.classList.remove("marked"), { once: true });
    row.focus({ preventScroll: true });
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // A picture that comes late moves the end away as well: only who scrolls up leaves it.
    const up = scrollTop < this.#top;
    this.#top = scrollTop;
    this.#pinned = (this.#pinned && !up) || scrollHeight - scrollTop - clientHeight < PINNED_WITHIN;
    this.#latest.hidden = this.#pinned;
    if (this.#pinned) this.#read();
    if (scrollTop < 40 && !this.#earlier.hidden && !this.#pinned) this.#loadEarlier();
  }

  #toEnd() {
    this.#pinned = true;
    this.#latest.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#top = this.scroller.scrollTop;
    this.#read();
  }

  #read() {
    const timeline = this.#session?.world.timeline(this.#channelId);
    if (timeline?.loaded && this.#pinned && !document.hidden) this.#session.markRead(this.#channelId);
  }
}

function divider(text, className) {
  return h(
    "div",
    { class: `divider ${className}`, role: "separator", "aria-label": text },
    h("span", {}, text),
  );
}

/** Whether a message goes on where the one before it stopped. */
function continues(before, message) {
  return (
    before !== null &&
    message.kind === "default" &&
    ["default", "reply", "command"].includes(before.kind) &&
    before.author_id === message.author_id &&
    before.ephemeral === message.ephemeral &&
    new Date(message.timestamp) - new Date(before.timestamp) < GROUP_MS
  );
}
