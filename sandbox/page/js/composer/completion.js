/** Asking the bot what could stand in a field: not at every key, and never an old answer over a newer one. */

import { Refusal } from "../net/connection.js";
import { narrow } from "./offers.js";

const DEBOUNCE_MS = 120;
const PATIENCE_MS = 250;

export class Completion {
  #form;
  #asked = 0;
  #timer = null;
  #field = null;
  #known = [];

  constructor(form) {
    this.#form = form;
  }

  /**
   * Offers what the bot proposes for a field; soon, and at once where nothing has been typed yet. Until then
   * what it proposed before is narrowed: an entry that does not fit what is typed must never be taken.
   */
  ask(field) {
    clearTimeout(this.#timer);
    if (this.#field !== field) this.#known = [];
    this.#field = field;
    const fitting = narrow(this.#known, field.text);
    if (fitting.length) this.#form.list(field, fitting);
    else this.#form.suggestions.hide();
    this.#asked += 1;
    const turn = this.#asked;
    this.#timer = setTimeout(() => this.#fetch(field, turn), field.isEmpty ? 0 : DEBOUNCE_MS);
  }

  async #fetch(field, turn) {
    const form = this.#form;
    const isLate = () => turn !== this.#asked || field.isChosen;
    const waiting = setTimeout(() => !isLate() && form.list(field, [], "Loading…"), PATIENCE_MS);
    const options = { ...form.filled(field), [field.name]: field.text };
    try {
      const { choices } = await form.session.ask("autocomplete", {
        ...form.address,
        options,
        focused: field.name,
      });
      if (isLate()) return;
      this.#known = choices.map(({ name, value }) => ({ label: name, value }));
      form.list(field, this.#known, "The bot proposes nothing here.");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!isLate()) form.list(field, [], `Nothing to propose: ${error.message}`);
    } finally {
      clearTimeout(waiting);
    }
  }
}
