/** Windows above the page. */

import { clickable, h, uniqueId } from "../base/dom.js";
import { icon } from "../base/icons.js";

/**
 * Opens a window with a title; the answer closes it. `onClose` is called however it was closed.
 * A click beside the window closes it unless it is `firm`.
 */
export function openDialog({ title, body, className = "", onClose = null, firm = false }) {
  const titleId = uniqueId("dialog-title");
  const dialog = h(
    "dialog",
    { class: `dialog ${className}`, "aria-labelledby": titleId },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id: titleId }, title),
      clickable("quiet round", () => dialog.close(), icon("close"), { "aria-label": "Close" }),
    ),
    body,
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  if (!firm) {
    dialog.addEventListener("pointerdown", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
  document.body.append(dialog);
  dialog.showModal();
  return () => dialog.close();
}

/** Asks a question; resolves with true if it was confirmed. */
export function confirmDialog({ title, text, action }) {
  return new Promise((resolve) => {
    let confirmed = false;
    const confirm = () => {
      confirmed = true;
      close();
    };
    const body = h(
      "div",
      { class: "dialog-body" },
      h("p", {}, text),
      h(
        "div",
        { class: "dialog-foot" },
        clickable("button secondary", () => close(), "Cancel"),
        clickable("button danger", confirm, action),
      ),
    );
    const close = openDialog({ title, body, onClose: () => resolve(confirmed) });
  });
}
