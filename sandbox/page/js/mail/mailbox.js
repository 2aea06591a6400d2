/** The mail tab: the list of mails, the one that is open, and the one that is being written. */

import { clickable, h, refill } from "../base/dom.js";
import { shortMoment } from "../base/time.js";
import { attempt, toast } from "../overlays/toast.js";
import { MailForm } from "./form.js";
import { nameOf, reader } from "./reader.js";
import { answerTo, readMailto } from "./replies.js";

export class Mailbox {
  #app;
  #list = h("div", { class: "mail-list" });
  #open = h("div", { class: "mail-open" });
  #drafts = new Map();
  #shown = null;

  constructor(app) {
    this.#app = app;
    this.element = h("section", { class: "mail", "aria-label": "Mail", hidden: true }, this.#list, this.#open);
    for (const session of app.sessions.values()) {
      session.world.on("mail", () => session === app.session && this.#drawList());
      session.world.on("hello", () => session === app.session && this.#showAnew());
    }
  }

  /** Turns to the acting person's mailbox. */
  show() {
    this.element.hidden = !this.#app.inMail;
    if (!this.#app.inMail || !this.#app.world.mailbox) return;
    this.#drawList();
    const place = `${this.#app.session.id} ${this.#app.messageId}`;
    if (place !== this.#shown) this.#drawOpen();
    this.#shown = place;
  }

  /** What is in the mailbox is known when the connection is there. */
  #showAnew() {
    this.#shown = null;
    this.show();
  }

  #drawList() {
    const { session, world, messageId } = this.#app;
    if (this.element.hidden) return;
    const mails = world.mailsByTime();
    const draft = this.#drafts.has(session.id);
    const begin = () => (draft ? this.#app.goMail() : this.#write(blank(world)));
    refill(
      this.#list,
      h(
        "header",
        { class: "mail-list-head" },
        h("span", { class: "mail-address" }, world.mailbox.address),
        clickable("button primary small", begin, draft ? "Draft" : "New mail"),
      ),
      mails.length
        ? h("ul", { class: "mail-lines", "aria-label": "Mails" }, mails.map((mail) => this.#line(mail, messageId)))
        : h("p", { class: "mail-empty" }, ...invitation(world)),
    );
  }

  #line(mail, openId) {
    const ours = mail.state !== "received";
    return h(
      "li",
      {},
      clickable(
        `mail-line${mail.read ? "" : " unread"}`,
        () => this.#app.goMail(mail.id),
        [
          h("span", { class: "mail-who" }, ours ? `To ${nameOf(mail.to)}` : nameOf(mail.from)),
          h("time", {}, shortMoment(new Date(mail.timestamp))),
          h("span", { class: "mail-subject" }, mail.subject || "(no subject)"),
          ours && mail.state !== "sent"
            ? h("span", { class: "tag" }, mail.state === "sending" ? "ON ITS WAY" : "REFUSED")
            : null,
        ],
        { "aria-current": mail.id === openId ? "true" : null },
      ),
    );
  }

  async #drawOpen() {
    const { session, messageId } = this.#app;
    const draft = this.#drafts.get(session.id);
    if (draft && !messageId) return this.#showOpen(draft.element, true);
    if (!messageId) return this.#showOpen(h("p", { class: "mail-empty wide" }, "No mail is open."), false);
    let mail = null;
    const found = await attempt(session.ask("open_mail", { mail_id: messageId }).then((answer) => (mail = answer.mail)));
    if (session !== this.#app.session || messageId !== this.#app.messageId) return undefined;
    if (!found) return this.#app.goMail();
    const actions = {
      back: () => this.#app.goMail(),
      reply: () => this.#write(answerTo(mail)),
      link: (address) => this.#follow(address),
    };
    return this.#showOpen(reader(mail, session.id, actions), true);
  }

  #showOpen(element, something) {
    this.element.classList.toggle("has-open", something);
    refill(this.#open, element);
    element.querySelector("[autofocus]")?.focus();
  }

  #follow(address) {
    const mail = readMailto(address);
    if (mail) this.#write(mail);
    else if (/^https?:/.test(address)) open(address, "_blank", "noopener");
    else toast("This link leads nowhere from here.");
  }

  #write(begun) {
    const { session } = this.#app;
    const done = () => {
      this.#drafts.delete(session.id);
      this.#shown = null;
      this.#app.goMail();
    };
    const send = async (fields) => {
      if (!(await attempt(session.ask("send_mail", fields)))) return;
      toast("On its way.");
      done();
    };
    this.#drafts.set(session.id, new MailForm(begun, { send, discard: done }));
    this.#shown = null;
    this.#app.goMail();
  }
}

function blank(world) {
  return { to: world.mailbox.bot_address, subject: "", text: "" };
}

function invitation(world) {
  return [
    "Nothing has come yet. To play by mail, write ",
    h("strong", {}, "join"),
    ` to ${world.mailbox.bot_address}, or type /mail link here with ${world.mailbox.address} to use one seat both ways.`,
  ];
}
