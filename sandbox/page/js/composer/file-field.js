/** An option of a slash command that takes a file. */

import { h, uniqueId } from "../base/dom.js";
import { Unfit } from "./values.js";

export class FileField {
  constructor(option) {
    this.option = option;
    this.name = option.name;
    const id = uniqueId("option");
    this.problem = h("span", { class: "sr-only" });
    this.input = h("input", {
      id,
      type: "file",
      class: "option-file",
      "aria-description": option.description,
    });
    this.input.addEventListener("change", () => this.complain(null));
    this.element = h(
      "span",
      { class: "option", data: { option: option.name } },
      h("label", { class: "option-name", for: id, title: option.description }, option.name),
      this.input,
      this.problem,
    );
  }

  get isEmpty() {
    return this.input.files.length === 0;
  }

  /** The file; it has to be handed over before the command is sent. Throws Unfit. */
  value() {
    if (this.isEmpty) throw new Unfit("This option is required. Choose a file.");
    return this.input.files[0];
  }

  /** Files play no part in the completion of other options. */
  valueIfFit() {
    return undefined;
  }

  complain(sentence) {
    this.problem.textContent = sentence ?? "";
    this.element.classList.toggle("unfit", Boolean(sentence));
  }
}
