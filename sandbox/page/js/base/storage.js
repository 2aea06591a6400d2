/** What the browser keeps for this page. Without storage (a private window, say) nothing is kept and nothing fails. */

/** The stored value under `key`, or `fallback`. */
export function recall(key, fallback) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Stores a value as JSON; null removes it. */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the page works without.
  }
}
