/** What a person has read, and how often they were pinged since. Kept in the browser, shared by its tabs. */

import { isLater, latest } from "../base/ids.js";
import { keep, recall } from "../base/storage.js";

export class Reading {
  #noted;

  constructor(personId) {
    this.key = `turnpost.read.${personId}`;
    this.reload();
  }

  /** Takes what another tab has stored. */
  reload() {
    this.#noted = { since: null, read: {}, pings: {}, ...recall(this.key, {}) };
  }

  /** On the very first visit everything there is counts as read. */
  begin(channels) {
    if (this.#noted.since !== null) return;
    this.#noted.since = latest(channels.map((channel) => channel.last_message_id)) ?? "0";
    this.#store();
  }

  /** The last message read in a channel. */
  mark(channelId) {
    return this.#noted.read[channelId] ?? this.#noted.since;
  }

  isUnread(channel) {
    return isLater(channel.last_message_id, this.mark(channel.id));
  }

  pings(channelId) {
    return this.#noted.pings[channelId] ?? 0;
  }

  /** Notes that a message has arrived; true if that changes anything to be shown. */
  arrive(message) {
    if (message.mine) return this.read(message.channel_id, message.id);
    if (!message.pings || !isLater(message.id, this.mark(message.channel_id))) return false;
    // Several tabs hear of the same message: it counts once.
    const last = this.#noted.pinged?.[message.channel_id] ?? null;
    if (!isLater(message.id, last)) return false;
    this.#noted.pinged = { ...this.#noted.pinged, [message.channel_id]: message.id };
    this.#noted.pings[message.channel_id] = this.pings(message.channel_id) + 1;
    this.#store();
    return true;
  }

  /** Notes that everything up to a message has been read; true if that is news. */
  read(channelId, messageId) {
    if (!isLater(messageId, this.mark(channelId)) && this.pings(channelId) === 0) return false;
    if (isLater(messageId, this.mark(channelId))) this.#noted.read[channelId] = messageId;
    delete this.#noted.pings[channelId];
    this.#store();
    return true;
  }

  #store() {
    keep(this.key, this.#noted);
  }
}
