/** Buttons of messages. */

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { readLink } from "../world/address.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const LINK = 5;

/** A button; while the bot has not answered it spins. */
export function button(component, context) {
  const words = [
    component.emoji ? h("span", { class: "emoji" }, component.emoji.name) : null,
    component.label ? h("span", { class: "button-label" }, component.label) : null,
  ];
  if (component.style === LINK) return linkButton(component, context, words);
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
    words,
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

function linkButton(component, context, words) {
  const place = readLink(component.url);
  const jump = (event) => {
    if (place && context.go(place.channelId, place.messageId)) event.preventDefault();
  };
  const properties = {
    class: "button secondary",
    href: component.url,
    target: "_blank",
    rel: "noopener noreferrer",
  };
  if (component.disabled)
    return h("button", { type: "button", class: "button secondary", disabled: true }, words);
  return h("a", { ...properties, on: { click: jump } }, words, icon("open", 16));
}

/** Three dots that show while something waits. */
export function spinner() {
  return h("span", { class: "spinner", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
