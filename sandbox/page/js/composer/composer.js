/** Where one writes: messages, replies, corrections, and slash commands. */

import { clickable, fill, h, refill } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { plainText } from "../markdown/render.js";
import { attempt } from "../overlays/toast.js";
import { flatten, read, search } from "../world/commands.js";
import { AttachmentTray } from "./attachments.js";
import { CommandForm } from "./command-form.js";
import { mentionAt, withIds } from "./mentions.js";
import { Suggestions } from "./suggestions.js";

export class Composer {
  #app;
  #suggestions = new Suggestions();
  #tray = new AttachmentTray();
  #drafts = new Map();
  #place = null;
  #form = null;
  #reply = null;
  #editing = null;
  #context = h("div", { class: "composer-context", hidden: true });
  #slot = h("div", { class: "composer-slot" });
  #chooser = h("input", { type: "file", multiple: true, hidden: true });
  #field = h("textarea", {
    class: "composer-field",
    rows: "1",
    role: "combobox",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    enterkeyhint: "send",
  });
  #line = h(
    "div",
    { class: "composer-line" },
    clickable("quiet round", () => this.#chooser.click(), icon("plus"), {
      "aria-label": "Add files",
      title: "Add files",
    }),
    this.#field,
    clickable("quiet round", () => this.write("/"), icon("slash"), {
      "aria-label": "Commands",
      title: "Commands of the bot",
    }),
    clickable("quiet round send", () => this.#enter(), icon("send"), { "aria-label": "Send message" }),
  );

  constructor(app) {
    this.#app = app;
    this.element = h(
      "section",
      { class: "composer", "aria-label": "Write" },
      this.#suggestions.element,
      this.#context,
      this.#tray.element,
      this.#slot,
      this.#chooser,
    );
    fill(this.#slot, this.#line);
    this.#field.addEventListener("input", () => this.#typed());
    this.#field.addEventListener("keydown", (event) => this.#key(event));
    this.#field.addEventListener("blur", () => this.#suggestions.hide());
    this.#field.addEventListener("paste", (event) => this.#paste(event));
    this.#chooser.addEventListener("change", () => {
      this.#tray.add(this.#chooser.files, app.world.limits);
      this.#chooser.value = "";
    });
    app.on("reply", (message) => this.#answer(message));
    app.on("edit", (message) => this.#correct(message));
    app.on("command", (name) => this.write(`/${name} `));
    app.on("write", (text) => this.write(text));
  }

  /** Turns to the open channel and the acting person; what was begun elsewhere is kept there. */
  show() {
    const { session, channel, channelId } = this.#app;
    const place = `${session.id} ${channelId}`;
    if (place !== this.#place) {
      if (this.#place)
        this.#drafts.set(this.#place, this.#form?.text ?? (this.#editing ? "" : this.#field.value));
      this.#place = place;
      this.#leaveForm();
      this.#tray.clear();
      this.#clearContext();
      this.#put(this.#drafts.get(place) ?? "");
    }
    const can = channel?.can_send ?? false;
    this.#field.disabled = !can;
    this.#field.placeholder = channel ? (can ? `Message ${label(channel)}` : "You cannot write here") : "";
    this.#field.setAttribute("aria-label", this.#field.placeholder || "Message");
  }

  /** Adds files dropped on the page. */
  addFiles(files) {
    if (!this.#field.disabled) this.#tray.add(files, this.#app.world.limits);
  }

  /** Begins a text as if it had been typed. */
  write(text) {
    if (this.#field.disabled) return;
    this.#leaveForm();
    this.#put(text);
    this.#field.focus();
    this.#typed();
  }

  get #leaves() {
    return flatten(this.#app.world.commands);
  }

  #typed() {
    this.#fit();
    const text = this.#field.value;
    if (!this.#editing && text.startsWith("/")) {
      this.#typedCommand(text);
      return;
    }
    this.#offerMentions();
  }

  #typedCommand(text) {
    const leaves = this.#leaves;
    const command = read(leaves, text);
    if (command && text.length > command.leaf.name.length + 1) {
      this.#fillIn(command.leaf, command.texts);
      return;
    }
    const found = search(leaves, text.slice(1));
    if (!found.length) {
      this.#suggestions.hide();
      return;
    }
    this.#suggestions.show(
      this.#field,
      found.map((leaf) => ({ label: `/${leaf.name}`, detail: leaf.description, hint: hint(leaf), leaf })),
      { title: "Commands", onChoice: ({ leaf }) => this.#fillIn(leaf, new Map()) },
    );
  }

  #offerMentions() {
    const { world, channel } = this.#app;
    const open = channel && mentionAt(this.#field.value, this.#field.selectionStart, world, channel);
    if (!open?.entries.length) {
      this.#suggestions.hide();
      return;
    }
    const choose = ({ label: name }) => {
      this.#field.setRangeText(`${name} `, open.from, this.#field.selectionStart, "end");
      this.#suggestions.hide();
    };
    this.#suggestions.show(this.#field, open.entries, { title: "Mention", onChoice: choose });
  }

  /** Goes from text to the fields of a command. */
  #fillIn(leaf, texts) {
    this.#suggestions.hide();
    this.#form = new CommandForm({
      session: this.#app.session,
      channel: this.#app.channel,
      leaf,
      texts,
      suggestions: this.#suggestions,
      onLeave: (text) => {
        this.#leaveForm();
        this.#put(text);
        this.#field.focus();
      },
      onSent: () => {
        this.#leaveForm();
        this.#put("");
        this.#field.focus();
        this.#app.emit("sent");
      },
    });
    refill(this.#slot, this.#form.element);
    this.#form.focus();
  }

  #leaveForm() {
    if (!this.#form) return;
    this.#form = null;
    this.#suggestions.hide();
    refill(this.#slot, this.#line);
  }

  #key(event) {
    if (event.isComposing || this.#suggestions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#enter();
    } else if (event.key === "Escape") {
      this.#cancel();
    } else if (event.key === "ArrowUp" && this.#field.value === "") {
      const last = this.#app.world
        .timeline(this.#app.channelId)
        .messages.findLast((message) => message.mine && !message.v2 && !message.ephemeral);
      if (!last) return;
      event.preventDefault();
      this.#correct(last);
    }
  }

  #paste(event) {
    const { files } = event.clipboardData;
    if (!files.length) return;
    event.preventDefault();
    this.addFiles(files);
  }

  async #enter() {
    const text = this.#field.value.trim();
    const command = this.#editing ? null : read(this.#leaves, text);
    if (command) this.#fillIn(command.leaf, command.texts);
    else if (this.#editing) await this.#sendCorrection(text);
    else if (text || this.#tray.count) await this.#send(text);
  }

  async #send(text) {
    const { session, channel, world } = this.#app;
    const sent = attempt(
      (async () => {
        const fileIds = await this.#tray.upload(session.id);
        await session.ask("send", {
          channel_id: channel.id,
          content: withIds(text, world, channel),
          ...(this.#reply ? { reply_to: this.#reply.id } : {}),
          ...(fileIds.length ? { file_ids: fileIds } : {}),
        });
      })(),
    );
    this.#put("");
    this.#app.emit("sent");
    if (await sent) {
      this.#tray.clear();
      this.#clearContext();
    } else {
      this.#put(text);
    }
  }

  async #sendCorrection(text) {
    const message = this.#editing;
    const { session, world, channel } = this.#app;
    const content = withIds(text, world, channel);
    if (!text || !(await attempt(session.ask("edit", { message_id: message.id, content })))) return;
    this.#cancel();
  }

  #answer(message) {
    this.#editing = null;
    this.#reply = message;
    const { world } = this.#app;
    const words = plainText(message.content, { world, names: message.mentions });
    this.#showContext(
      "reply",
      h("span", {}, "Replying to ", h("strong", {}, world.nameOf(message.author_id)), words && `: ${words}`),
    );
    this.#field.focus();
  }

  #correct(message) {
    this.#leaveForm();
    this.#reply = null;
    this.#editing = message;
    this.#showContext(
      "edit",
      h("span", {}, "Editing your message. Enter saves, Escape leaves it as it was."),
    );
    this.#put(withNames(message));
    this.#field.focus();
  }

  #cancel() {
    if (this.#editing) this.#put("");
    this.#clearContext();
  }

  #showContext(name, words) {
    const cancel = clickable("quiet round", () => this.#cancel(), icon("close", 16), {
      "aria-label": "Cancel",
    });
    refill(this.#context, icon(name, 16), words, cancel);
    this.#context.hidden = false;
  }

  #clearContext() {
    this.#reply = null;
    this.#editing = null;
    this.#context.hidden = true;
  }

  #put(text) {
    this.#field.value = text;
    this.#fit();
  }

  /** As high as its text, up to a bound that the style sheet sets. */
  #fit() {
    this.#field.style.height = "auto";
    const { scrollHeight } = this.#field;
    if (scrollHeight) this.#field.style.height = `${scrollHeight}px`;
  }
}

function label(channel) {
  if (channel.type === "dm") return `@${channel.name}`;
  return channel.type === "text" ? `#${channel.name}` : `“${channel.name}”`;
}

function hint(leaf) {
  return leaf.options
    .filter((option) => option.required)
    .map((option) => option.name)
    .join(" ");
}

function withNames(message) {
  const { users = {}, channels = {} } = message.mentions ?? {};
  return message.content
    .replace(/<@!?(\d+)>/g, (whole, id) => (users[id] ? `@${users[id]}` : whole))
    .replace(/<#(\d+)>/g, (whole, id) => (channels[id] ? `#${channels[id]}` : whole));
}
