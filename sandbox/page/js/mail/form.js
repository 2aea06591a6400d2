/** Writing a mail. */

import { clickable, h } from "../base/dom.js";

export class MailForm {
  #fields = {};
  #answers;

  /** `begun`: `{to, subject, text, answers}`; `actions`: `send(fields)` and `discard()`. */
  constructor(begun, { send, discard }) {
    this.#answers = begun.answers ?? null;
    const submit = (event) => {
      event.preventDefault();
      send(this.values);
    };
    this.element = h(
      "form",
      { class: "mail-form", "aria-label": "New mail", on: { submit } },
      this.#row("to", "To", begun.to),
      this.#row("subject", "Subject", begun.subject),
      this.#text(begun.text),
      h(
        "div",
        { class: "mail-form-foot" },
        h("button", { type: "submit", class: "button primary" }, "Send"),
        clickable("button secondary", discard, "Discard"),
      ),
    );
    this.#fields.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.element.requestSubmit();
    });
  }

  get values() {
    const texts = Object.entries(this.#fields).map(([name, field]) => [name, field.value]);
    return { ...Object.fromEntries(texts), ...(this.#answers && { answers: this.#answers }) };
  }

  #row(name, label, value) {
    const field = h("input", { class: "input", name, "aria-label": label, autocomplete: "off", spellcheck: "false" });
    field.value = value;
    this.#fields[name] = field;
    return h("label", { class: "mail-form-row" }, h("span", { "aria-hidden": "true" }, label), field);
  }

  /** The cursor begins above what is quoted. */
  #text(value) {
    const field = h("textarea", { class: "input mail-form-text", "aria-label": "Text", autofocus: true });
    field.value = value;
    field.setSelectionRange(0, 0);
    this.#fields.text = field;
    return field;
  }
}
