/** One person in the sandbox: their connection, what they know, and what they have read. */

import { Emitter } from "../base/emitter.js";
import { Reading } from "../world/reading.js";
import { World } from "../world/world.js";
import { Connection } from "./connection.js";

const PAGE = 50;

/** Topics: `unread`, when something has become read or unread. */
export class Session extends Emitter {
  #loading = new Map();

  constructor(person) {
    super();
    this.person = person;
    this.connection = new Connection(person.id);
    this.world = new World();
    this.reading = new Reading(person.id);
    this.connection.on("event", (event) => this.world.apply(event));
    this.world.on("hello", () => {
      this.person = this.world.me;
      this.reading.begin([...this.world.channels.values()]);
      this.emit("unread");
    });
    this.world.on("arrival", (message) => {
      this.reading.arrive(message);
      this.emit("unread");
    });
    for (const topic of ["places", "mail"]) this.world.on(topic, () => this.emit("unread"));
    addEventListener("storage", ({ key }) => {
      if (key !== this.reading.key) return;
      this.reading.reload();
      this.emit("unread");
    });
  }

  get id() {
    return this.person.id;
  }

  /** Sends an action as this person. */
  ask(action, fields) {
    return this.connection.ask(action, fields);
  }

  /** Sends a slash command, click, select or modal; what the bot then opens is this tab's to show. */
  async interact(action, fields) {
    const { interaction_id: id } = await this.ask(action, fields);
    this.world.interactions.claim(id);
    return id;
  }

  /** Loads a channel's newest messages unless they are there. */
  async load(channelId) {
    const timeline = this.world.timeline(channelId);
    if (timeline.loaded && !timeline.stale) return;
    if (!this.#loading.has(channelId)) {
      const loading = this.ask("history", { channel_id: channelId, limit: PAGE })
        .then((page) => timeline.reset(page))
        .finally(() => this.#loading.delete(channelId));
      this.#loading.set(channelId, loading);
    }
    await this.#loading.get(channelId);
    this.world.emit("messages", channelId);
  }

  /** Loads a page of earlier messages. */
  async loadEarlier(channelId) {
    const timeline = this.world.timeline(channelId);
    const before = timeline.messages[0]?.id;
    if (!timeline.more || !before) return;
    timeline.prepend(await this.ask("history", { channel_id: channelId, before, limit: PAGE }));
    this.world.emit("messages", channelId);
  }

  /** Notes that the person has seen a channel up to its end. */
  markRead(channelId) {
    const last = this.world.channels.get(channelId)?.last_message_id ?? null;
    if (this.reading.read(channelId, last)) this.emit("unread");
  }

  /** Whether there is something new; in threads that one has not joined nothing ever is. */
  isUnread(channel) {
    return (channel.type !== "thread" || channel.joined) && this.reading.isUnread(channel);
  }

  /** Pings (unread mails among them) and unread channels over everything, or within one server (null for DMs). */
  summary(serverId) {
    const channels = [...this.world.channels.values()].filter(
      (channel) => serverId === undefined || channel.server_id === serverId,
    );
    const mails = serverId === undefined ? this.world.unreadMails() : 0;
    const pings = channels.reduce((sum, channel) => sum + this.reading.pings(channel.id), mails);
    return { pings, unread: channels.some((channel) => this.isUnread(channel)) };
  }
}
