/** Choosing one or several entries from a list: what a select opens. */

import { clickable, fill, h, refill, uniqueId } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { openPopover } from "./popover.js";

const SEARCH_FROM = 12;

/**
 * Opens a list beside `anchor`. Entries are `{value, label, detail, mark}` (`mark` makes what stands before the label).
 * `onDone(values)` is called once: at the choice, or, where several may be chosen, when the list is closed with another
 * choice than before.
 */
export function openPicker(anchor, { label, entries, selected, min, max, onDone }) {
  new Picker(anchor, { label, entries, selected, min, max, onDone }).open();
}

class Picker {
  constructor(anchor, settings) {
    Object.assign(this, settings, { anchor });
    this.several = this.max > 1;
    this.chosen = new Set(this.selected);
    this.active = Math.max(
      0,
      this.entries.findIndex((entry) => this.chosen.has(entry.value)),
    );
    this.shown = this.entries;
    this.done = false;
    this.list = h("div", {
      class: "picker-list",
      role: "listbox",
      tabindex: "0",
      id: uniqueId("picker"),
      "aria-label": this.label,
      "aria-multiselectable": this.several ? "true" : null,
    });
    this.searchable = this.entries.length >= SEARCH_FROM && matchMedia("(pointer: fine)").matches;
  }

  open() {
    const content = h("div", { class: "picker" });
    if (this.searchable) fill(content, this.searchField());
    fill(content, this.list);
    if (this.several) fill(content, this.foot());
    this.draw();
    content.addEventListener("keydown", (event) => this.key(event));
    this.close = openPopover(this.anchor, content, { sheet: true, onClose: () => this.closed() });
    this.anchor.setAttribute("aria-expanded", "true");
    (this.search ?? this.list).focus();
    this.reveal();
  }

  searchField() {
    this.search = h("input", {
      class: "picker-search",
      type: "text",
      role: "combobox",
      placeholder: "Search",
      "aria-label": `Search: ${this.label}`,
      "aria-expanded": "true",
      "aria-controls": this.list.id,
      autocomplete: "off",
      on: { input: () => this.narrow() },
    });
    return this.search;
  }

  foot() {
    this.count = h("span", { class: "picker-count", role: "status" });
    const done = clickable("button primary small", () => this.close(), "Done");
    return h("div", { class: "picker-foot" }, this.count, done);
  }

  narrow() {
    const query = this.search.value.trim().toLowerCase();
    this.shown = this.entries.filter((entry) =>
      `${entry.label} ${entry.detail ?? ""}`.toLowerCase().includes(query),
    );
    this.active = 0;
    this.draw();
  }

  draw() {
    const full = this.several && this.chosen.size >= this.max;
    this.nodes = this.shown.map((entry) => {
      const chosen = this.chosen.has(entry.value);
      return h(
        "div",
        {
          class: "picker-entry",
          role: "option",
          id: uniqueId("entry"),
          "aria-selected": String(chosen),
          "aria-disabled": full && !chosen ? "true" : null,
          data: { value: entry.value },
          on: { click: () => this.choose(entry) },
        },
        entry.mark ? h("span", { class: "picker-mark" }, entry.mark()) : null,
        h(
          "span",
          { class: "picker-words" },
          h("span", { class: "picker-label" }, entry.label),
          entry.detail ? h("span", { class: "picker-detail" }, entry.detail) : null,
        ),
        h("span", { class: "picker-check" }, chosen ? icon("check", 18) : null),
      );
    });
    refill(this.list, this.nodes.length ? this.nodes : h("div", { class: "picker-none" }, "Nothing fits."));
    if (this.count) this.count.textContent = `${this.chosen.size} of at most ${this.max} chosen`;
    this.reveal();
  }

  reveal() {
    this.nodes.forEach((node, index) => node.classList.toggle("active", index === this.active));
    const node = this.nodes[this.active];
    (this.search ?? this.list).setAttribute("aria-activedescendant", node?.id ?? "");
    node?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const last = this.shown.length - 1;
    const moves = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + 8,
      PageUp: this.active - 8,
    };
    if (!this.search) Object.assign(moves, { Home: 0, End: last });
    if (event.key in moves) {
      this.active = Math.max(0, Math.min(last, moves[event.key]));
      this.reveal();
    } else if (event.key === "Enter" || (event.key === " " && !this.search)) {
      if (this.shown[this.active]) this.choose(this.shown[this.active]);
    } else if (event.key === "Tab") {
      this.close();
    } else if (!this.search && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      this.jumpTo(event.key.toLowerCase());
    } else {
      return;
    }
    event.preventDefault();
  }

  jumpTo(letter) {
    const order = this.shown.map((_, index) => (this.active + 1 + index) % this.shown.length);
    const found = order.find((index) => this.shown[index].label.toLowerCase().startsWith(letter));
    if (found === undefined) return;
    this.active = found;
    this.reveal();
  }

  choose(entry) {
    if (!this.several) {
      const again = this.chosen.has(entry.value) && this.min === 0;
      this.finish(again ? [] : [entry.value]);
      this.close();
      return;
    }
    if (this.chosen.has(entry.value)) this.chosen.delete(entry.value);
    else if (this.chosen.size < this.max) this.chosen.add(entry.value);
    this.active = this.shown.indexOf(entry);
    this.draw();
  }

  closed() {
    this.anchor.setAttribute("aria-expanded", "false");
    const before = [...this.selected].sort().join("\n");
    const now = this.entries.map((entry) => entry.value).filter((value) => this.chosen.has(value));
    if (this.several && now.length >= this.min && [...now].sort().join("\n") !== before) this.finish(now);
  }

  finish(values) {
    if (this.done) return;
    this.done = true;
    this.onDone(values);
  }
}
