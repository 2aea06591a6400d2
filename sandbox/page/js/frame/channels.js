/** The channels of the open server with their threads, or the DMs. */

import { clickable, h, refill } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { attempt } from "../overlays/toast.js";
import { avatar } from "./avatar.js";
import { mark, news } from "./people.js";

export class ChannelList {
  #app;
  #showArchived = false;

  constructor(app) {
    this.#app = app;
    this.element = h("nav", { class: "channels", "aria-label": "Channels" });
    for (const topic of ["person", "place", "people", "unread"]) app.on(topic, () => this.draw());
  }

  draw() {
    const { serverId, world } = this.#app;
    if (!world.me) return;
    const server = serverId === null ? null : world.servers.get(serverId);
    refill(
      this.element,
      h("h2", { class: "channels-head" }, server?.name ?? "Direct messages"),
      h("div", { class: "channels-list" }, server ? this.#serverChannels(server) : this.#directMessages()),
    );
  }

  #serverChannels(server) {
    const { world, channelId } = this.#app;
    let archived = 0;
    const lines = world.channelsOf(server.id).map((channel) => {
      const threads = world.threadsOf(channel.id);
      const shown = threads.filter(
        (thread) => !thread.archived || this.#showArchived || thread.id === channelId,
      );
      archived += threads.filter((thread) => thread.archived).length;
      return [
        this.#line(channel, icon("hash", 18)),
        shown.length
          ? h(
              "div",
              { class: "threads" },
              shown.map((thread) => this.#line(thread, icon(threadIcon(thread), 16))),
            )
          : null,
      ];
    });
    return [lines, archived ? this.#archiveSwitch(archived) : null];
  }

  #archiveSwitch(count) {
    const toggle = () => {
      this.#showArchived = !this.#showArchived;
      this.draw();
    };
    const words = this.#showArchived ? "Hide archived threads" : `Show archived threads (${count})`;
    return clickable(
      "channel faint-line",
      toggle,
      [icon("archive", 16), h("span", { class: "channel-name" }, words)],
      { "aria-pressed": String(this.#showArchived) },
    );
  }

  #directMessages() {
    const { world } = this.#app;
    const bot = world.people.get(world.bot.person_id);
    const open = world.directMessages();
    if (open.length) return open.map((channel) => this.#line(channel, avatar(bot, 26)));
    const begin = () => attempt(this.#app.goDirectMessage());
    return [
      h("h3", { class: "channels-sub" }, "Write to"),
      clickable("channel", begin, [
        avatar(bot, 26),
        h("span", { class: "channel-name" }, bot.name),
        h("span", { class: "tag" }, "BOT"),
      ]),
    ];
  }

  #line(channel, face) {
    const { session } = this.#app;
    const active = channel.id === this.#app.channelId;
    const pings = session.reading.pings(channel.id);
    const unread = !active && session.isUnread(channel);
    return h(
      "button",
      {
        type: "button",
        class: ["channel", active && "active", unread && "unread", channel.archived && "archived"]
          .filter(Boolean)
          .join(" "),
        "aria-current": active ? "page" : null,
        "aria-label": `${channel.name}${channel.archived ? ", archived" : ""}${news(pings, unread)}`,
        title: channel.name,
        data: { channel: channel.id },
        on: { click: () => this.#app.go(channel.id) },
      },
      face,
      h("span", { class: "channel-name" }, channel.name),
      mark(pings, unread && pings === 0 ? unread : false),
    );
  }
}

function threadIcon(thread) {
  if (thread.locked) return "lock";
  return thread.archived ? "archive" : "thread";
}
