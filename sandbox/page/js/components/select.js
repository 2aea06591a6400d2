/** Selects of messages: a choice goes to the bot at once. */

import { h, refill } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { channels, people } from "../composer/offers.js";
import { openPicker } from "../overlays/picker.js";
import { spinner } from "./button.js";

/** A select among options of its own. */
export function select(component, context) {
  const entries = component.options.map((option) => ({
    value: option.value,
    label: option.label,
    detail: option.description ?? null,
    mark: option.emoji ? () => option.emoji.name : null,
  }));
  return selectAmong(entries, component, context);
}

/** A select among the people of the place. */
export function userSelect(component, context) {
  const channel = context.world.channels.get(context.message.channel_id);
  return selectAmong(people(context.world, channel), component, context);
}

/** A select among the channels of the server. */
export function channelSelect(component, context) {
  const channel = context.world.channels.get(context.message.channel_id);
  return selectAmong(channels(context.world, channel, component.channel_types ?? []), component, context);
}

function selectAmong(entries, component, context) {
  const label = component.placeholder || "Choose";
  const words = h("span", { class: "select-words" });
  const element = h(
    "button",
    {
      type: "button",
      class: "select",
      disabled: component.disabled,
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      data: { key: component.custom_id },
    },
    words,
    spinner(),
    icon("down", 18),
  );
  let chosen = [];
  const choose = (values) => {
    chosen = values;
    const shown = entries.filter((entry) => values.includes(entry.value));
    refill(
      words,
      shown.length
        ? shown.map((entry) => h("span", { class: "select-value" }, entry.mark?.(), entry.label))
        : label,
    );
    element.classList.toggle("empty", shown.length === 0);
    element.setAttribute(
      "aria-label",
      shown.length ? `${label}: ${shown.map((entry) => entry.label).join(", ")}` : label,
    );
  };
  const send = async (values) => {
    choose(values);
    element.setAttribute("aria-busy", "true");
    try {
      await context.interact("select", { custom_id: component.custom_id, values });
    } catch {
      element.removeAttribute("aria-busy");
      choose(defaults(component));
    }
  };
  element.addEventListener("click", () => {
    if (element.getAttribute("aria-busy")) return;
    const { min_values: min = 1, max_values: max = 1 } = component;
    openPicker(element, {
      label,
      entries,
      selected: chosen,
      min: min ?? 1,
      max: Math.min(max ?? 1, entries.length),
      onDone: send,
    });
  });
  choose(defaults(component));
  if (context.pending.has(component.custom_id)) element.setAttribute("aria-busy", "true");
  return element;
}

function defaults(component) {
  if (component.default_values) return component.default_values.map((one) => String(one.id));
  return (component.options ?? []).filter((option) => option.default).map((option) => option.value);
}
