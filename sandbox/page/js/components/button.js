/** Buttons of messages. */

import { h } from "../base/dom.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

/** A button; while the bot has not answered it spins. */
export function button(component, context) {
  const waits = context.pending.has(component.custom_id);
  const element = h(
    "button",
    {
      type: "button",
      class: `button ${STYLES[component.style] ?? "secondary"}`,
      disabled: component.disabled,
      "aria-busy": waits ? "true" : null,
      "aria-label": component.label ? null : (component.emoji?.name ?? "Button"),
      data: { key: component.custom_id ?? "" },
    },
    component.emoji ? h("span", { class: "emoji" }, component.emoji.name) : null,
    component.label ? h("span", { class: "button-label" }, component.label) : null,
    spinner(),
  );
  element.addEventListener("click", async () => {
    if (element.getAttribute("aria-busy")) return;
    element.setAttribute("aria-busy", "true");
    try {
      await context.interact("click", { custom_id: component.custom_id });
    } catch {
      element.removeAttribute("aria-busy");
    }
  });
  return element;
}

/** Three dots that show while something waits. */
export function spinner() {
  return h("span", { class: "spinner", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
