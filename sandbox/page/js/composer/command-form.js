/** A slash command being filled in: its options side by side, what is legal offered as one types. */

import { clickable, h, refill } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { Refusal } from "../net/connection.js";
import { upload } from "../net/files.js";
import { openPicker } from "../overlays/picker.js";
import { TYPES, splitOptions } from "../world/commands.js";
import { Completion } from "./completion.js";
import { OptionField } from "./field.js";
import { FileField } from "./file-field.js";
import { narrow, offersOf } from "./offers.js";
import { Unfit } from "./values.js";

export class CommandForm {
  #fields = new Map();
  #bar = h("div", { class: "command-options" });
  #help = h("div", { class: "command-help", role: "status" });
  #add = h("button", {
    type: "button",
    class: "quiet small command-add",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
  });
  #send = h(
    "button",
    { type: "submit", class: "quiet round send", "aria-label": "Send command" },
    icon("send"),
  );
  #sending = false;

  /** `onLeave(text)`: the person wants to go on typing; `onSent()`: the command is on its way. */
  constructor({ session, channel, leaf, texts, suggestions, onLeave, onSent }) {
    Object.assign(this, { session, channel, leaf, suggestions, onLeave, onSent });
    this.completion = new Completion(this);
    const leave = clickable("quiet round", () => onLeave(""), icon("close", 18), {
      "aria-label": "Discard the command",
    });
    this.element = h(
      "form",
      { class: "command-form", "aria-label": `Command /${leaf.name}`, autocomplete: "off" },
      this.#help,
      h(
        "div",
        { class: "command-line" },
        h("span", { class: "command-name" }, `/${leaf.name}`),
        this.#bar,
        this.#send,
        leave,
      ),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#add.addEventListener("click", () => this.#chooseOption());
    for (const option of leaf.options) if (option.required || texts.has(option.name)) this.#field(option);
    for (const [name, text] of texts)
      if (this.#fields.get(name) instanceof OptionField) this.#fields.get(name).type(text);
    this.#draw();
    this.#tell(null);
  }

  /** Puts the cursor where something is missing. */
  focus() {
    const fields = [...this.#fields.values()];
    const next = fields.find((field) => field.isEmpty) ?? fields.at(-1);
    (next?.input ?? this.#send).focus();
  }

  /** The command as text, as it could be typed. */
  get text() {
    const parts = [...this.#fields.values()].filter(
      (field) => field instanceof OptionField && !field.isEmpty,
    );
    return [`/${this.leaf.name}`, ...parts.map((field) => `${field.name}:${field.text}`)].join(" ");
  }

  /** What `slash` and `autocomplete` have in common. */
  get address() {
    return { channel_id: this.channel.id, command_id: this.leaf.command.id, path: this.leaf.path };
  }

  /** The options that are filled in rightly, one left out. */
  filled(except) {
    const values = {};
    for (const field of this.#fields.values()) {
      const value = field === except || field.isEmpty ? undefined : field.valueIfFit();
      if (value !== undefined) values[field.name] = value;
    }
    return values;
  }

  async send() {
    if (this.#sending) return;
    this.suggestions.hide();
    const options = this.#collect();
    if (!options) return;
    this.#sending = true;
    this.element.setAttribute("aria-busy", "true");
    try {
      for (const [name, value] of Object.entries(options)) {
        if (value instanceof File) options[name] = await upload(this.session.id, value);
      }
      await this.session.interact("slash", { ...this.address, options });
      this.onSent();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refused(error);
    } finally {
      this.#sending = false;
      this.element.removeAttribute("aria-busy");
    }
  }

  /** Shows what a field offers, narrowed by what stands in it. */
  offer(field) {
    if (!(field instanceof OptionField)) return;
    if (field.entries) this.list(field, narrow(field.entries, field.isChosen ? "" : field.text));
    else if (field.option.autocomplete) this.completion.ask(field);
    else this.suggestions.hide();
  }

  /** Shows a list for a field, if the cursor is still there. */
  list(field, entries, note = null) {
    if (document.activeElement !== field.input) return;
    this.suggestions.show(field.input, entries, {
      title: field.name,
      note,
      onChoice: (entry) => this.#choose(field, entry),
    });
  }

  /** Says what is wrong with the command as a whole. */
  #tell(problem, field = null) {
    this.#help.classList.toggle("problem", Boolean(problem));
    const about = field
      ? [h("strong", {}, field.name), ` ${field.option.description}`]
      : this.leaf.description;
    refill(this.#help, problem ?? about);
  }

  #collect() {
    const values = {};
    let wrong = null;
    for (const field of this.#fields.values()) {
      field.complain(null);
      if (field.isEmpty && !field.option.required) continue;
      try {
        values[field.name] = field.value();
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        field.complain(error.message);
        wrong ??= field;
      }
    }
    if (!wrong) return values;
    wrong.input.focus();
    this.suggestions.hide();
    this.#tell(`${wrong.name}: ${wrong.problem.textContent}`);
    return null;
  }

  #refused(error) {
    const field = this.#fields.get(error.option);
    field?.complain(error.message);
    field?.input.focus();
    this.suggestions.hide();
    this.#tell(field ? `${field.name}: ${error.message}` : error.message);
  }

  #choose(field, entry) {
    field.choose(entry);
    this.suggestions.hide();
    const missing = [...this.#fields.values()].find((other) => other.option.required && other.isEmpty);
    if (missing) missing.input.focus();
    else this.#tell(null, field);
  }

  #field(option) {
    if (this.#fields.has(option.name)) return this.#fields.get(option.name);
    const field =
      option.type === TYPES.file
        ? new FileField(option)
        : new OptionField(option, offersOf(option, this.session.world, this.channel));
    this.#fields.set(option.name, field);
    field.input.addEventListener("focus", () => {
      this.#tell(null, field);
      if (field.isEmpty) this.offer(field);
    });
    field.input.addEventListener("blur", () => this.suggestions.hide());
    field.input.addEventListener("click", () => this.suggestions.open || this.offer(field));
    field.input.addEventListener("input", () => this.#typed(field));
    return field;
  }

  #typed(field) {
    field.complain(null);
    if (field instanceof OptionField && this.#spread(field)) return;
    this.#tell(null, field);
    this.offer(field);
  }

  /** Typing “game:” in any field goes on to that option, as in a line of text; true if it was so. */
  #spread(field) {
    const { loose, texts } = splitOptions(this.leaf.options, field.text);
    if (texts.size === 0) return false;
    field.type(loose);
    for (const [name, text] of texts)
      this.#field(this.leaf.options.find((option) => option.name === name)).type(text);
    this.#draw();
    const last = this.#fields.get([...texts.keys()].at(-1));
    last.input.focus();
    this.offer(last);
    return true;
  }

  #remove(field) {
    const fields = [...this.#fields.values()];
    const before = fields[fields.indexOf(field) - 1];
    this.#fields.delete(field.name);
    this.#draw();
    (before?.input ?? this.#send).focus();
  }

  #draw() {
    const left = this.leaf.options.filter((option) => !this.#fields.has(option.name));
    refill(this.#add, icon("plus", 14), left.length === 1 ? left[0].name : `${left.length} more`);
    this.#add.setAttribute("aria-label", `Add an option: ${left.map((option) => option.name).join(", ")}`);
    const fields = [...this.#fields.values()];
    refill(
      this.#bar,
      fields.map((field) => field.element),
      left.length ? this.#add : null,
    );
  }

  #chooseOption() {
    const left = this.leaf.options.filter((option) => !this.#fields.has(option.name));
    const add = (name) => {
      const field = this.#field(left.find((option) => option.name === name));
      this.#draw();
      field.input.focus();
    };
    if (left.length === 1) {
      add(left[0].name);
      return;
    }
    openPicker(this.#add, {
      label: "Options",
      entries: left.map((option) => ({ value: option.name, label: option.name, detail: option.description })),
      selected: [],
      min: 1,
      max: 1,
      onDone: ([name]) => add(name),
    });
  }

  /** Whether what stands in the field is, to the letter, what the list proposes: then one Enter is enough. */
  #isTypedOut(field) {
    const { active } = this.suggestions;
    return (
      active !== null &&
      field instanceof OptionField &&
      String(active.value).toLowerCase() === field.text.trim().toLowerCase()
    );
  }

  #key(event) {
    if (event.isComposing) return;
    const field = [...this.#fields.values()].find((one) => one.input === event.target);
    const whole = event.key === "Enter" && this.#isTypedOut(field);
    if (field && this.suggestions.key(event) && !whole) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.onLeave(this.text);
    } else if (event.key === "Enter" && field) {
      event.preventDefault();
      this.send();
    } else if (event.key === "ArrowDown" && field) {
      event.preventDefault();
      this.offer(field);
    } else if (event.key === "Backspace" && (!field || (field.isEmpty && field instanceof OptionField))) {
      event.preventDefault();
      if (field && !field.option.required) this.#remove(field);
      else if (!field || field === this.#fields.values().next().value) this.onLeave(`/${this.leaf.name}`);
    }
  }
}
