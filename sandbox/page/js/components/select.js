/** Selects of messages and modals: fixed options, people, roles and channels. */

import { h, refill } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { avatar } from "../frame/avatar.js";
import { openPicker } from "../overlays/picker.js";
import { spinner } from "./button.js";

const STRINGS = 3;
const USERS = 5;
const ROLES = 6;
const MENTIONABLES = 7;
const CHANNELS = 8;
const TEXT_CHANNEL = 0;
const THREADS = [10, 11, 12];

/** A select in a message: a choice goes to the bot at once. */
export function select(component, context) {
  const { element } = selectField(component, context, async (values, field) => {
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
export function selectField(component, context, onChoice = () => {}) {
  const entries = entriesOf(component, context);
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
  if (component.type === STRINGS)
    return component.options.filter((option) => option.default).map((option) => option.value);
  return (component.default_values ?? []).map((value) => value.id);
}

function entriesOf(component, context) {
  const { world } = context;
  const channel = world.channels.get(context.message?.channel_id ?? context.channelId);
  const users = () =>
    (channel ? world.peopleIn(channel) : [...world.people.values()]).map((person) => ({
      value: person.id,
      label: person.name,
      mark: () => avatar(person, 22),
    }));
  const roles = () =>
    world.roles
      .filter((role) => role.server_id === channel?.server_id)
      .map((role) => ({ value: role.id, label: `@${role.name}`, mark: null }));
  switch (component.type) {
    case STRINGS:
      return component.options.map((option) => ({
        value: option.value,
        label: option.label,
        detail: option.description ?? null,
        mark: option.emoji ? () => option.emoji.name : null,
      }));
    case USERS:
      return users();
    case ROLES:
      return roles();
    case MENTIONABLES:
      return [...users(), ...roles()];
    case CHANNELS:
      return channelEntries(world, channel?.server_id, component.channel_types ?? []);
    default:
      return [];
  }
}

/** The channels of a server that can be chosen; `types` as Discord numbers them, all if empty. */
export function channelEntries(world, serverId, types) {
  const fits = (channel) =>
    types.length === 0 ||
    (channel.type === "text" ? types.includes(TEXT_CHANNEL) : THREADS.some((type) => types.includes(type)));
  return [...world.channels.values()]
    .filter(
      (channel) => channel.server_id && channel.server_id === serverId && !channel.archived && fits(channel),
    )
    .map((channel) => ({
      value: channel.id,
      label: channel.name,
      mark: () => icon(channel.type === "thread" ? "thread" : "hash", 16),
    }));
}
