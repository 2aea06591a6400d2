/** The list above the composer: commands, choices, people. The focus stays in the field that it belongs to. */

import { h, refill, uniqueId } from "../base/dom.js";

export class Suggestions {
  #list = h("div", { class: "suggestions-list", role: "listbox", id: uniqueId("suggestions") });
  #title = h("div", { class: "suggestions-title" });
  #field = null;
  #entries = [];
  #nodes = [];
  #active = -1;
  #onChoice = null;

  constructor() {
    this.element = h("div", { class: "suggestions", hidden: true }, this.#title, this.#list);
    // The field must keep the focus while an entry is clicked.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get open() {
    return !this.element.hidden;
  }

  /** The entry that Enter or Tab would take, or null. */
  get active() {
    return this.open ? (this.#entries[this.#active] ?? null) : null;
  }

  /** Shows entries `{label, detail, mark, hint}` for a field; `onChoice(entry)` hears of a choice. */
  show(field, entries, { title, onChoice, note = null }) {
    this.#field = field;
    this.#entries = entries;
    this.#onChoice = onChoice;
    this.#nodes = entries.map((entry, index) => this.#node(entry, index));
    this.#list.setAttribute("aria-label", title);
    refill(this.#title, title);
    refill(
      this.#list,
      this.#nodes.length
        ? this.#nodes
        : h("div", { class: "suggestions-none", role: "status" }, note ?? "Nothing fits."),
    );
    this.element.hidden = false;
    field.setAttribute("aria-controls", this.#list.id);
    field.setAttribute("aria-expanded", "true");
    this.#activate(entries.length ? 0 : -1);
  }

  hide() {
    this.element.hidden = true;
    this.#active = -1;
    this.#field?.setAttribute("aria-expanded", "false");
    this.#field?.removeAttribute("aria-activedescendant");
  }

  /** Goes up or down the list, round its ends. */
  move(step) {
    const count = this.#entries.length;
    if (count) this.#activate((this.#active + step + count) % count);
  }

  /** Takes the active entry; false if there is none. */
  take() {
    const entry = this.active;
    if (entry) this.#onChoice(entry);
    return entry !== null;
  }

  /** Handles the keys of the list; true if the key was one of them. */
  key(event) {
    if (!this.open) return false;
    if (event.key === "ArrowDown") this.move(1);
    else if (event.key === "ArrowUp") this.move(-1);
    else if (event.key === "Escape") this.hide();
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && this.active) this.take();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #node(entry, index) {
    return h(
      "div",
      {
        class: "suggestion",
        role: "option",
        id: uniqueId("suggestion"),
        "aria-selected": "false",
        on: { click: () => this.#onChoice(entry), pointermove: () => this.#activate(index, false) },
      },
      entry.mark ? h("span", { class: "suggestion-mark" }, entry.mark()) : null,
      h(
        "span",
        { class: "suggestion-words" },
        h(
          "span",
          { class: "suggestion-label" },
          entry.label,
          entry.hint ? h("span", { class: "suggestion-hint" }, entry.hint) : null,
        ),
        entry.detail ? h("span", { class: "suggestion-detail" }, entry.detail) : null,
      ),
    );
  }

  #activate(index, scroll = true) {
    this.#active = index;
    this.#nodes.forEach((node, at) => {
      node.classList.toggle("active", at === index);
      node.setAttribute("aria-selected", String(at === index));
    });
    const node = this.#nodes[index];
    if (!node) return;
    this.#field.setAttribute("aria-activedescendant", node.id);
    if (scroll) node.scrollIntoView({ block: "nearest" });
  }
}
