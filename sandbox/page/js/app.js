/** The page's state: who acts, and where. Everybody's sessions stay open, so that switching takes no time. */

import { Emitter } from "./base/emitter.js";
import { latest } from "./base/ids.js";
import { keep, recall } from "./base/storage.js";
import { Session } from "./net/session.js";
import { addressOf, MAIL, personIn, placeInAddress } from "./world/address.js";

/** Topics: `person` (another one acts), `place` (another channel is open), `unread`, `people`. */
export class App extends Emitter {
  sessions = new Map();
  session = null;
  channelId = null;
  /** A message to show and mark once the channel is open. */
  messageId = null;

  /** Begins with the people of the sandbox. */
  begin(people) {
    for (const person of people.filter((one) => !one.bot)) this.#add(person);
    const remembered = this.sessions.get(recall("turnpost.person", null));
    const named = personIn(this.people);
    const place = placeInAddress();
    this.channelId = place.channelId;
    this.messageId = place.messageId;
    this.actAs(named?.id ?? remembered?.id ?? this.people[0].id);
    addEventListener("popstate", () => {
      Object.assign(this, placeInAddress());
      if (this.inMail && !this.world.mails.has(this.messageId)) this.messageId = null;
      this.#settle();
      this.emit("place");
    });
  }

  /** The people one can act as. */
  get people() {
    return [...this.sessions.values()].map((session) => session.person);
  }

  get world() {
    return this.session.world;
  }

  /** The open channel, or null while nothing is known yet. */
  get channel() {
    return this.world.channels.get(this.channelId) ?? null;
  }

  /** The open channel's server; null for DMs, undefined for the mailbox. */
  get serverId() {
    if (this.inMail) return undefined;
    return this.channel ? this.channel.server_id : null;
  }

  /** Whether the mailbox is open rather than a channel. */
  get inMail() {
    return this.channelId === MAIL;
  }

  /** Acts as somebody else, in the same place if they can see it. */
  actAs(personId) {
    const before = this.session && this.channel;
    if (this.inMail && this.session && this.session.id !== personId) this.messageId = null;
    this.session = this.sessions.get(personId);
    keep("turnpost.person", personId);
    if (before?.type === "dm") {
      const other = before.person_ids.find((id) => this.world.people.get(id)?.bot);
      this.channelId = (other && this.world.directMessageWith(other)?.id) ?? null;
    }
    this.#settle();
    this.emit("person");
    this.emit("place");
  }

  /** Opens a channel; if a message is named, shows and marks it. */
  go(channelId, messageId = null) {
    if (!this.world.channels.has(channelId)) return false;
    this.channelId = channelId;
    this.messageId = messageId;
    const serverId = this.channel.server_id ?? "dms";
    keep(`turnpost.place.${this.session.id}`, { ...this.#places(), [serverId]: channelId });
    this.#writeAddress({ step: true });
    this.emit("place");
    return true;
  }

  /** Opens the mailbox, and a mail in it. */
  goMail(mailId = null) {
    this.channelId = MAIL;
    this.messageId = mailId;
    this.#writeAddress({ step: true });
    this.emit("place");
  }

  /** Opens a server where the person left it; null for the DMs, of which that with the bot is the first. */
  async goServer(serverId) {
    const remembered = this.#places()[serverId ?? "dms"];
    const fallback = serverId === null ? this.world.directMessages()[0] : this.world.channelsOf(serverId)[0];
    const id = this.world.channels.has(remembered) ? remembered : fallback?.id;
    if (id) this.go(id);
    else if (serverId === null) await this.goDirectMessage();
  }

  /** Opens the DM with the bot. */
  async goDirectMessage() {
    const { channel_id: channelId } = await this.session.ask("open_dm");
    if (!this.go(channelId)) {
      // The channel's own event is still on its way.
      const stop = this.world.on("places", () => {
        if (this.go(channelId)) stop();
      });
    }
  }

  #add(person) {
    const session = new Session(person);
    this.sessions.set(person.id, session);
    session.on("unread", () => this.emit("unread"));
    session.world.on("people", () => this.emit("people"));
    const again = () => {
      if (session !== this.session) return;
      const before = this.channelId;
      this.#settle();
      this.emit(this.channelId === before ? "people" : "place");
    };
    session.world.on("hello", again);
    session.world.on("places", again);
    session.connection.start();
  }

  /** Makes sure that the open channel is one that the person can see. */
  #settle() {
    if (this.world.channels.size === 0) return;
    if (!this.world.channels.has(this.channelId) && !(this.inMail && this.world.mailbox)) {
      const places = Object.values(this.#places()).filter((id) => this.world.channels.has(id));
      this.channelId = latest(places) ?? this.#firstChannel();
    }
    this.#writeAddress();
  }

  /** A new visitor begins where the bot is meant to be tried. */
  #firstChannel() {
    const texts = [...this.world.servers.keys()].flatMap((id) => this.world.channelsOf(id));
    return (texts.find((channel) => channel.name === "games") ?? texts[0])?.id ?? null;
  }

  #places() {
    return recall(`turnpost.place.${this.session.id}`, {});
  }

  /** With `step` the browser's Back leads from a place that the address did not name to the one that it did. */
  #writeAddress({ step = false } = {}) {
    const mail = this.inMail && this.messageId ? `/${this.messageId}` : "";
    const address = new URL(addressOf(this.session.person, this.channelId) + mail, location);
    if (step && address.hash !== location.hash) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }
}
