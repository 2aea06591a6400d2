/** What one person may know of the sandbox, as the server tells it. */

import { Emitter } from "../base/emitter.js";
import { compareIds, isLater } from "../base/ids.js";
import { Interactions } from "./interactions.js";
import { Timeline } from "./timeline.js";

/**
 * Topics: `hello`, `people`, `places` (servers or channels), `commands`, `bot`, `faults`, `messages` (channel id),
 * `arrival` (a new message), `mail`.
 */
export class World extends Emitter {
  me = null;
  people = new Map();
  servers = new Map();
  channels = new Map();
  commands = [];
  bot = { person_id: null, online: false };
  limits = { message: 2000, file: 10_485_760, files: 10 };
  faults = [];
  /** `{address, bot_address}` of the person's mailbox, or null where the sandbox has no mail server. */
  mailbox = null;
  mails = new Map();
  interactions = new Interactions();
  #timelines = new Map();

  /** The loaded messages of a channel. */
  timeline(channelId) {
    if (!this.#timelines.has(channelId)) this.#timelines.set(channelId, new Timeline());
    return this.#timelines.get(channelId);
  }

  /** A person's name, even of somebody who is gone. */
  nameOf(personId) {
    return this.people.get(personId)?.name ?? "Somebody";
  }

  /** The text channels of a server in their order. */
  channelsOf(serverId) {
    return [...this.channels.values()]
      .filter((channel) => channel.server_id === serverId && ["text", "forum"].includes(channel.type))
      .sort((a, b) => a.position - b.position || compareIds(a.id, b.id));
  }

  /** The threads of a channel, the liveliest first. */
  threadsOf(channelId) {
    return [...this.channels.values()]
      .filter((channel) => channel.type === "thread" && channel.parent_id === channelId)
      .sort((a, b) => compareIds(b.last_message_id ?? b.id, a.last_message_id ?? a.id));
  }

  directMessages() {
    return [...this.channels.values()]
      .filter((channel) => channel.type === "dm")
      .sort((a, b) => compareIds(b.last_message_id ?? b.id, a.last_message_id ?? a.id));
  }

  /** The DM with somebody, if it has been opened. */
  directMessageWith(personId) {
    return this.directMessages().find((channel) => channel.person_ids.includes(personId)) ?? null;
  }

  /** Who can be mentioned in a channel. */
  peopleIn(channel) {
    const ids = channel.server_id
      ? (this.servers.get(channel.server_id)?.member_ids ?? [])
      : channel.person_ids;
    return ids.map((id) => this.people.get(id)).filter(Boolean);
  }

  /** The mails of the mailbox, the newest first. */
  mailsByTime() {
    return [...this.mails.values()].sort((a, b) => compareIds(b.id, a.id));
  }

  unreadMails() {
    return [...this.mails.values()].filter((mail) => !mail.read).length;
  }

  /** Takes an event of the server. */
  apply(event) {
    const handler = HANDLERS[event.event];
    if (handler) handler(this, event);
  }

  putMessage(message, isNew) {
    this.timeline(message.channel_id).put(message, { isNew });
    const channel = this.channels.get(message.channel_id);
    if (channel && isLater(message.id, channel.last_message_id)) channel.last_message_id = message.id;
    if (isNew) this.emit("arrival", message);
    this.emit("messages", message.channel_id);
  }

  begin(hello) {
    this.me = hello.me;
    this.people = byId(hello.people);
    this.servers = byId(hello.servers);
    this.channels = byId(hello.channels);
    this.commands = hello.commands;
    this.bot = hello.bot;
    this.limits = { ...this.limits, ...hello.limits };
    this.faults = hello.faults ?? [];
    this.mailbox = hello.mailbox ?? null;
    this.mails = byId(this.mailbox?.mails ?? []);
    for (const timeline of this.#timelines.values()) timeline.stale = true;
    this.interactions.reset(hello.interactions ?? []);
    this.emit("hello");
  }
}

const HANDLERS = {
  hello: (world, event) => world.begin(event),
  message_create: (world, { message }) => world.putMessage(message, true),
  message_update: (world, { message }) => world.putMessage(message, false),
  message_delete(world, { channel_id: channelId, message_id: messageId }) {
    world.timeline(channelId).remove(messageId);
    world.emit("messages", channelId);
  },
  channel_create: putChannel,
  channel_update: putChannel,
  channel_delete(world, { channel_id: channelId }) {
    world.channels.delete(channelId);
    world.emit("places");
  },
  interaction: (world, { interaction }) => world.interactions.apply(interaction),
  commands(world, { commands }) {
    world.commands = commands;
    world.emit("commands");
  },
  bot(world, { person_id: personId, online }) {
    world.bot = { person_id: personId, online };
    world.emit("bot");
  },
  people(world, { people }) {
    world.people = byId(people);
    world.me = world.people.get(world.me.id) ?? world.me;
    world.emit("people");
  },
  servers(world, { servers }) {
    world.servers = byId(servers);
    world.emit("places");
  },
  faults(world, { faults }) {
    world.faults = faults;
    world.emit("faults");
  },
  mail(world, { mail }) {
    world.mails.set(mail.id, mail);
    world.emit("mail");
  },
};

function putChannel(world, { channel }) {
  world.channels.set(channel.id, channel);
  world.emit("places");
  // A thread's name and count also stand below the message it grew from.
  if (channel.parent_id) world.emit("messages", channel.parent_id);
}

function byId(list) {
  return new Map(list.map((one) => [one.id, one]));
}
