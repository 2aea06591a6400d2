/** Things that others listen to, by topic. */
export class Emitter {
  #listeners = new Map();

  /** Calls `listener` on every `topic`; the answer stops that. */
  on(topic, listener) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
    const listeners = this.#listeners.get(topic);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit(topic, detail) {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener(detail);
  }
}
