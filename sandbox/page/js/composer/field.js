/** One option of a slash command: its name, and the field that takes its value. */

import { h, uniqueId } from "../base/dom.js";
import { TYPES } from "../world/commands.js";
import { Unfit, valueOf } from "./values.js";

const PLACEHOLDERS = {
  [TYPES.integer]: "whole number",
  [TYPES.number]: "number",
  [TYPES.boolean]: "True or False",
  [TYPES.user]: "person",
  [TYPES.channel]: "channel",
};

export class OptionField {
  #choice = null;

  /** `entries` are the closed list of what may be chosen, or null. */
  constructor(option, entries) {
    this.option = option;
    this.name = option.name;
    this.entries = entries;
    const id = uniqueId("option");
    this.problem = h("span", { class: "sr-only", id: `${id}-problem` });
    this.input = h("input", {
      id,
      class: "option-input",
      type: "text",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-required": String(Boolean(option.required)),
      "aria-describedby": `${id}-problem`,
      "aria-description": option.description,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      inputmode: option.type === TYPES.integer ? "numeric" : null,
      placeholder: PLACEHOLDERS[option.type] ?? "",
    });
    this.element = h(
      "span",
      { class: "option", data: { option: option.name } },
      h("label", { class: "option-name", for: id, title: option.description }, option.name),
      this.input,
      this.problem,
    );
    this.input.addEventListener("input", () => this.#fit());
    this.#fit();
  }

  get text() {
    return this.input.value;
  }

  get isEmpty() {
    return this.text.trim() === "";
  }

  /** Whether its text was chosen from a list and stands unchanged. */
  get isChosen() {
    return this.#choice !== null && this.#choice.label === this.text.trim();
  }

  /** Puts a text in as if it had been typed. */
  type(text) {
    this.input.value = text;
    this.#fit();
  }

  /** Takes an entry of a list: its label is shown, its value is sent. */
  choose({ label, value }) {
    this.input.value = label;
    this.#choice = { label: label.trim(), value };
    this.#fit();
    this.complain(null);
  }

  /** The value to send. Throws Unfit. */
  value() {
    return this.isChosen ? this.#choice.value : valueOf(this.option, this.text, this.entries);
  }

  /** The value, or undefined where there is none or it is not right. */
  valueIfFit() {
    try {
      return this.value();
    } catch (error) {
      if (error instanceof Unfit) return undefined;
      throw error;
    }
  }

  /** Shows what is wrong; null takes that back. */
  complain(sentence) {
    this.problem.textContent = sentence ?? "";
    this.element.classList.toggle("unfit", Boolean(sentence));
    if (sentence) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  /** As wide as what stands in it. */
  #fit() {
    const length = Math.max(this.text.length, this.input.placeholder.length, 3);
    this.input.style.setProperty("--characters", String(Math.min(length, 60)));
  }
}
