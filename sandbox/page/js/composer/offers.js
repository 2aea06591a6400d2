/** What an option's field can offer without asking the bot. */

import { icon } from "../base/icons.js";
import { channelEntries } from "../components/select.js";
import { avatar } from "../frame/avatar.js";
import { TYPES } from "../world/commands.js";

/** The closed list of entries `{value, label, detail, mark}` of an option, or null where one types freely. */
export function offersOf(option, world, channel) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
  switch (option.type) {
    case TYPES.boolean:
      return [
        { label: "True", value: true },
        { label: "False", value: false },
      ];
    case TYPES.user:
      return people(world, channel);
    case TYPES.channel:
      return channelEntries(world, channel.server_id, option.channel_types ?? []);
    case TYPES.role:
      return roles(world, channel);
    case TYPES.mentionable:
      return [...people(world, channel), ...roles(world, channel)];
    default:
      return null;
  }
}

/** The entries that fit what was typed, those that begin with it first. */
export function narrow(entries, typed) {
  const query = typed.trim().replace(/^[@#]/, "").toLowerCase();
  const place = (entry) => entry.label.replace(/^[@#]/, "").toLowerCase().indexOf(query);
  return entries
    .filter((entry) => place(entry) >= 0)
    .sort((a, b) => Math.min(place(a), 1) - Math.min(place(b), 1));
}

/** Who can be named in a channel. */
export function people(world, channel) {
  return world
    .peopleIn(channel)
    .map((person) => ({ value: person.id, label: person.name, mark: () => avatar(person, 22) }));
}

function roles(world, channel) {
  return world.roles
    .filter((role) => role.server_id === channel.server_id)
    .map((role) => ({ value: role.id, label: `@${role.name}`, mark: () => icon("hash", 16) }));
}
