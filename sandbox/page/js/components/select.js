/** Selects of messages and modals. */

import { h, refill } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { channels, people } from "../composer/offers.js";
import { openPicker } from "../overlays/picker.js";
import { spinner } from "./button.js";

/** A select in a message: a choice goes to the bot at once. */
export function select(component, context) {
  return atOnce(component, entriesOf(component), context);
}

/** A select among the people of the place. */
export function userSelect(component, context) {
  const channel = context.world.channels.get(context.message.channel_id);
  return atOnce(component, people(context.world, channel), context);
}

/** A select among the channels of the server. */
export function channelSelect(component, context) {
  const channel = context.world.channels.get(context.message.channel_id);
  return atOnce(component, channels(context.world, channel, component.channel_types ?? []), context);
}

function atOnce(component, entries, context) {
  const { element } = selectField(component, entries, async (values, field) => {
    field.wait(true);
    try {
      await context.interact("select", { custom_id: component.custom_id, values });
    } catch {
      field.wait(false);
      field.choose(defaults(component));
    }
  });
  if (context.pending.has(component.custom_id)) element.setAttribute("aria-busy", "true");
  return element;
}

/** A select wherever it stands: `{element, values()}`; `onChoice(values, field)` hears of every choice. */
export function selectField(component, entries, onChoice = () => {}) {
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
  const field = {
    element,
    values: () => chosen,
    wait(waits) {
      if (waits) element.setAttribute("aria-busy", "true");
      else element.removeAttribute("aria-busy");
    },
    choose(values) {
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
    },
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
      onDone(values) {
        field.choose(values);
        onChoice(values, field);
      },
    });
  });
  field.choose(defaults(component));
  return field;
}

function defaults(component) {
  if (component.default_values) return component.default_values.map((one) => String(one.id));
  return (component.options ?? []).filter((option) => option.default).map((option) => option.value);
}

/** The options of a select. */
export function entriesOf(component) {
  return component.options.map((option) => ({
    value: option.value,
    label: option.label,
    detail: option.description ?? null,
    mark: option.emoji ? () => option.emoji.name : null,
  }));
}
