/** Short notes at the bottom of the page, read out by screen readers. */

import { h } from "../base/dom.js";

const SHOWN_MS = 6000;

/** Shows a note for a few seconds. */
export function toast(text) {
  const shelf = document.getElementById("toasts");
  const note = h("div", { class: "toast" }, text);
  shelf.append(note);
  setTimeout(() => note.remove(), SHOWN_MS);
}

/** Waits for a promise; if it is refused, says why. True if all went well. */
export async function attempt(promise) {
  try {
    await promise;
    return true;
  } catch (error) {
    toast(error.message);
    return false;
  }
}
