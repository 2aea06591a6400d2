/** The interactions of one person in this tab: what waits, what failed, whose modal is to be shown. */

import { Emitter } from "../base/emitter.js";

/** A command that is answered sooner than this many milliseconds never shows as waiting. */
const PATIENCE = 400;
const MOST_KEPT = 200;

/** Topics: `change` (the interaction) and `modal` (an interaction whose modal is to be shown). */
export class Interactions extends Emitter {
  #known = new Map();
  #ours = new Set();

  /** Notes that this tab began the interaction: only then is its modal ours to show. */
  claim(id) {
    this.#ours.add(id);
    const known = this.#known.get(id);
    if (known?.state === "modal") this.emit("modal", known);
  }

  /** Takes a new state. */
  apply(interaction) {
    const noted = { ...interaction, since: this.#known.get(interaction.id)?.since ?? Date.now() };
    if (noted.message_id) this.#forgetFailuresOn(noted.message_id);
    this.#known.set(noted.id, noted);
    this.#forgetOld();
    this.emit("change", noted);
    if (noted.state === "modal" && this.#ours.has(noted.id)) this.emit("modal", noted);
    if (noted.state === "sent" && noted.kind === "command") {
      setTimeout(() => this.emit("change", noted), PATIENCE + 10);
    }
  }

  /** After a (re)connection: what still waits; whatever else waited is over. */
  reset(interactions) {
    for (const [id, one] of this.#known) if (one.state !== "failed") this.#known.delete(id);
    for (const one of interactions) this.#known.set(one.id, { ...one, since: Date.now() });
  }

  /** The state of an interaction, or null if it is not known (yet). */
  stateOf(id) {
    return this.#known.get(id)?.state ?? null;
  }

  /** The custom ids of a message's components that wait for the bot. */
  pendingOn(messageId) {
    const waiting = [...this.#known.values()].filter(
      (one) => one.message_id === messageId && one.state === "sent",
    );
    return new Set(waiting.map((one) => one.custom_id));
  }

  /** What went wrong with the latest use of a message's components, or null. */
  failureOn(messageId) {
    const failed = [...this.#known.values()].filter(
      (one) => one.message_id === messageId && one.state === "failed",
    );
    return failed.at(-1)?.error ?? null;
  }

  /** Commands in a channel that have waited for a moment, or have failed: there is no message to say so. */
  noticesIn(channelId) {
    return [...this.#known.values()].filter(
      (one) =>
        one.kind === "command" &&
        one.channel_id === channelId &&
        (one.state === "failed" || (one.state === "sent" && Date.now() - one.since >= PATIENCE)),
    );
  }

  dismiss(id) {
    const known = this.#known.get(id);
    this.#known.delete(id);
    if (known) this.emit("change", known);
  }

  #forgetOld() {
    for (const [id, one] of this.#known) {
      if (this.#known.size <= MOST_KEPT) return;
      if (one.state !== "sent" && one.state !== "modal") this.#known.delete(id);
    }
  }

  #forgetFailuresOn(messageId) {
    for (const [id, one] of this.#known) {
      if (one.message_id === messageId && one.state === "failed") this.#known.delete(id);
    }
  }
}
