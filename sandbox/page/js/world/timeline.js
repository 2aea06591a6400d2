/** The messages of one channel that have been loaded, oldest first. */

import { compareIds } from "../base/ids.js";

export class Timeline {
  messages = [];
  /** Whether there are earlier ones to load. */
  more = false;
  loaded = false;
  /** True after a lost connection, until it has been loaded anew. */
  stale = false;

  find(id) {
    return this.messages.find((message) => message.id === id) ?? null;
  }

  /** Takes the newest page, in place of all there was. */
  reset({ messages, more }) {
    this.messages = [...messages].sort((a, b) => compareIds(a.id, b.id));
    this.more = more;
    this.loaded = true;
    this.stale = false;
  }

  /** Takes an earlier page. */
  prepend({ messages, more }) {
    const known = new Set(this.messages.map((message) => message.id));
    const fresh = messages.filter((message) => !known.has(message.id));
    this.messages = [...fresh, ...this.messages].sort((a, b) => compareIds(a.id, b.id));
    this.more = more;
  }

  /** Adds a new message or replaces one; an update of one that is not loaded is none of ours. */
  put(message, { isNew }) {
    const index = this.messages.findIndex((other) => other.id === message.id);
    if (index >= 0) this.messages[index] = message;
    else if (isNew) {
      const after = this.messages.findLastIndex((other) => compareIds(other.id, message.id) < 0);
      this.messages.splice(after + 1, 0, message);
    }
  }

  remove(id) {
    this.messages = this.messages.filter((message) => message.id !== id);
  }
}
